"""A finished picture, which a notebook shows and a file can hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from miai.core.errors import UserError
from miai.core.files import write_file

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


@dataclass(frozen=True)
class Picture:
    """An SVG picture. A notebook shows it; `save` writes it to a file.

    Attributes
    ----------
    svg : str
        The picture, complete with its colours.
    text : str
        The same in words, for a terminal.
    """

    svg: str
    text: str = ""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text or "Picture()"

    def save(self, path: str | Path) -> None:
        """Write the picture to an SVG file. Raise `UserError` if that fails."""
        try:
            write_file(path, self.svg)
        except OSError as error:
            raise UserError(f"cannot write {path}: {error.strerror or error}") from error


def framed(content: str, width: float, height: float, name: str, style: str, shown: float | None = None) -> str:
    """Return an SVG picture of its own, on a light background: a notebook may be dark, and shows it as an image.

    `style` is CSS, in which `&` stands for this picture, since the page around it may contain others; `shown` is the width on the page.
    """
    rules = style.replace("&", f"svg.{name}")
    size = f'width="{shown or width:.0f}" height="{height * (shown or width) / width:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    background = f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#fdfcf9"/>'
    return f'<svg {NAMESPACE} class="{name}" {size} font-family="sans-serif"><style>{rules}</style>{background}{content}</svg>'
