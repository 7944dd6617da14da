"""The output of `miai pack`: the packing as it improves, pictures, the table of several instances."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError
from miai.core.files import replacing, write_file

if TYPE_CHECKING:
    from miai.problems.packing import Instance, PackingResult

PNG_SECONDS = 5.0
"""A PNG takes a moment to draw, so that it is written at most this often, and at the end."""


class Output:
    """Files and terminal of one run. With several instances, their names are added to the names of the files."""

    def __init__(self, svg: Path | None, png: Path | None, out: Path | None, several: bool, quiet: bool) -> None:
        from miai.core.console import ReportConsole

        self.files = {"svg": svg, "png": png, "json": out}
        self.several, self.quiet = several, quiet
        self.console = ReportConsole()
        self._live: Any = None
        self._png_due = 0.0

    def check_writable(self) -> None:
        """Raise `UserError` for a file that cannot be written: before the search, not after it."""
        for kind, file in self.files.items():
            try:
                if file is not None:
                    existed = file.exists()
                    file.open("a").close()
                    if not existed:
                        file.unlink()
            except OSError as error:
                option = "out" if kind == "json" else kind
                raise UserError(f"--{option}: cannot write {file}: {error.strerror}") from error

    @contextlib.contextmanager
    def showing(self, instance: Instance) -> Iterator[None]:
        """Show the packing of `instance` while it improves, where the output is a terminal."""
        if self.quiet or not self.console.is_terminal:
            yield
            return
        from rich.live import Live

        with Live(f"{instance.name}: {instance.count:,} rectangles ...", console=self.console, transient=True) as live:
            self._live = live
            try:
                yield
            finally:
                self._live = None

    def improved(self, result: PackingResult) -> None:
        """Show and write a better packing."""
        self.write(result, last=False)
        if self._live is not None:
            self._live.update(self._picture(result))
        elif not self.quiet and not self.several:
            print(f"height {result.height} after {result.seconds:.1f} s", file=sys.stderr)

    def write(self, result: PackingResult, last: bool) -> None:
        """Write the files that were asked for. Each is replaced at once, so that it is never half written."""
        from miai.problems.packing.drawing import draw_svg, write_png

        title = _title(result)
        if file := self._file("svg", result):
            write_file(file, draw_svg(result.placements, result.strip_width, title))
        if file := self._file("json", result):
            write_file(file, json.dumps(result.as_dict(), indent=2) + "\n")
        if (file := self._file("png", result)) and (last or time.monotonic() >= self._png_due):
            with replacing(file) as unfinished:
                write_png(unfinished, result.placements, result.strip_width, title)
            self._png_due = time.monotonic() + PNG_SECONDS

    def show(self, results: list[PackingResult], instances: list[Instance]) -> None:
        """Print the packing, or the table of several."""
        if not self.several:
            self.console.print(self._picture(results[0]))
            return
        self.console.print(_table(results, instances))

    def _file(self, kind: str, result: PackingResult) -> Path | None:
        file = self.files[kind]
        if file is None or not self.several:
            return file
        safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in result.instance)
        return file.with_name(f"{file.stem}-{safe}{file.suffix}")

    def _picture(self, result: PackingResult) -> Any:
        from rich.console import Group

        from miai.problems.packing.drawing import draw_blocks, draw_text

        size = self.console.size
        if self.console.is_terminal:
            drawn = draw_blocks(result.placements, result.strip_width, min(72, size.width - 2), max(6, size.height - 6))
        else:
            drawn = draw_text(result.placements, result.strip_width)
        return Group(drawn, _title(result))


def _title(result: PackingResult) -> str:
    verdict = "optimal" if result.proven else f"lower bound {result.lower_bound}"
    name = f"{result.instance}: " if result.instance else ""
    return (
        f"{name}{result.rectangles:,} rectangles on width {result.strip_width}: height {result.height}, {verdict}; "
        f"found after {result.found_after:.1f} of {result.seconds:.1f} s, {result.simulations:,} simulations, seed {result.seed}"
    )


def _table(results: list[PackingResult], instances: list[Instance]) -> Any:
    from rich.table import Table

    table = Table("instance", "rectangles", "width", "height", "lower bound", "proven", "gap", "found after", "simulations")
    for column in table.columns[1:]:
        column.justify = "right"
    gaps = []
    for result, instance in zip(results, instances, strict=False):
        known = instance.optimal_height or result.lower_bound
        gaps.append(100 * (result.height - known) / known)
        table.add_row(
            result.instance,
            f"{result.rectangles:,}",
            str(result.strip_width),
            str(result.height),
            str(result.lower_bound),
            "yes" if result.proven else "",
            f"{gaps[-1]:.2f} %",
            f"{result.found_after:.1f} s",
            f"{result.simulations:,}",
        )
    table.caption = f"gap to the known optimum, or to the lower bound; mean {sum(gaps) / len(gaps):.2f} %"
    return table
