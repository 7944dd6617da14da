"""Pictures of `miai go show`: files in SVG and PNG."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.options import print_note
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.records.record import GameRecord
    from miai.go.records.replay import Moment


@dataclass(frozen=True)
class PictureOptions:
    """Files for a picture of a position, and what it shows."""

    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture in SVG.", rich_help_panel="Pictures")] = None
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture in PNG.", rich_help_panel="Pictures")] = None
    width: Annotated[int, typer.Option(min=50, max=8000, help="Width of the picture in pixels.", rich_help_panel="Pictures")] = 760
    numbers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Show the numbers of moves from N on.", rich_help_panel="Pictures")
    ] = None
    coordinates: Annotated[
        bool,
        typer.Option("--coordinates/--no-coordinates", help="Show letters and numbers at the edge.", rich_help_panel="Pictures"),
    ] = True
    marks: Annotated[bool, typer.Option("--marks/--no-marks", help="Show the marks of the record.", rich_help_panel="Pictures")] = (
        True
    )

    @property
    def are_wanted(self) -> bool:
        return self.svg is not None or self.png is not None

    def write(self, record: GameRecord, moment: Moment) -> None:
        """Write the picture of a moment. Numbered moves that it cannot show are reported on stderr."""
        from miai.go.notation.coordinates import to_vertex
        from miai.notebook.record_picture import picture_of_moment

        made = picture_of_moment(record, moment, self.coordinates, self.marks, self.numbers, self.width)
        if self.svg is not None:
            _write(self.svg, made.svg)
        if self.png is not None:
            from miai.notebook.raster import png_of_svg

            _write(self.png, png_of_svg(made.svg, self.width))
        if made.hidden:
            moves = ", ".join(f"{number} at {to_vertex(point)}" for number, point in made.hidden)
            print_note(f"moves without a number in the picture: {moves}")


def _write(path: Path, content: str | bytes) -> None:
    from miai.core.files import write_file

    try:
        write_file(path, content)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror or error}") from error
