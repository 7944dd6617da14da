"""Pictures as SVG text, made by pure functions. Colours are CSS classes, so that a change between dark and light needs no new drawing."""
