"""Pictures as SVG: text in, text out, no page and no engine. Colours are CSS classes, so that dark and light need no new drawing."""
