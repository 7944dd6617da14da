"""The page: `board_page` builds it, each panel is a file, `texts` has shared texts; `board.js` and `style.css` are its assets."""
