"""The page: `view` holds it together, each panel is a file, `words` are texts that several show; `board.js`, `style.css` are the rest."""
