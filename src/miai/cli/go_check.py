"""`miai go check`: problems of game records, and their conversion to the present version of SGF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON, print_result
from miai.cli.registry import examples
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.go.records.checking import RecordFault
    from miai.go.records.record import GameRecord

CHECK_EXAMPLES = examples(
    ("miai go check game.sgf", "problems of a record, each with its place"),
    ("miai go check old.sgf --fix new.sgf", "write it as SGF version 4 in UTF-8"),
    ("miai go check old/*.sgf --fix new/", "convert a folder"),
    ("miai go check game.sgf --json", "for a program"),
)
BROKEN, FAULTY = 2, 1
"""Exit codes: a file that cannot be read, a file with errors that remain."""


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE.sgf...", help="Game records; - for standard input.")],
    fix: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write what can be corrected: a new file or, for several records, a folder."),
    ] = None,
    most: Annotated[int, typer.Option(min=0, help="Problems of each file to print.")] = 20,
    as_json: JSON = False,
) -> None:
    """Check game records, and convert old versions of SGF.

    Reports faults of the format, forms of versions 1 to 3, and illegal moves in any variation, each with its place. With --fix the record
    is written as version 4 in UTF-8, with all variations and unknown properties. Exit code 0: no errors are left; 1: some are; 2: a file
    cannot be read.
    """
    targets = _targets(files, fix)
    reports = [_check_file(file, target) for file, target in zip(files, targets, strict=True)]
    print_result(as_json, reports, lambda: _print(reports, most))
    if any(report["broken"] for report in reports):
        raise typer.Exit(BROKEN)
    if any(report["errors"] for report in reports):
        raise typer.Exit(FAULTY)


def _targets(files: list[str], fix: Path | None) -> list[Path | None]:
    """Return the file that each record is written to."""
    if fix is None:
        return [None] * len(files)
    if len(files) == 1 and not fix.is_dir():
        targets = [fix]
    else:
        if fix.exists() and not fix.is_dir():
            raise UserError(f"go check: --fix {fix}: several records need a folder")
        names = [Path(file).name if file != "-" else "standard-input.sgf" for file in files]
        if len(set(names)) < len(names):
            raise UserError("go check: --fix: two records have the same name")
        try:
            fix.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"go check: --fix {fix}: no folder can be made: {error.strerror or error}") from error
        targets = [fix / name for name in names]
    for target in targets:
        if target.exists():
            raise UserError(f"{target} exists; choose another name, or delete it first")
    return list(targets)


def _check_file(file: str, target: Path | None) -> dict[str, Any]:
    from miai.core.files import write_file
    from miai.go.records.checking import check_record, count_moves
    from miai.go.records.grammar import SgfError
    from miai.go.records.sgf import read_collection

    report: dict[str, Any] = {"file": file, "broken": "", "games": 0, "moves": 0, "errors": 0, "written": None, "problems": []}
    records: list[GameRecord] = []
    try:
        for number, record in enumerate(read_collection(file), 1):
            report["problems"] += [_as_data(problem, number) for problem in check_record(record)]
            report["moves"] += count_moves(record)
            records.append(record)
    except SgfError as error:
        return report | {"broken": str(error)}
    report["games"] = len(records)
    report["errors"] = sum(row["level"] == "error" and not (target and row["fixed"]) for row in report["problems"])
    if target is not None:
        try:
            write_file(target, b"\n".join(record.to_bytes() for record in records))
        except OSError as error:
            raise UserError(f"{target}: cannot be written: {error.strerror or error}") from error
        report["written"] = str(target)
    return report


def _as_data(problem: RecordFault, game: int) -> dict[str, Any]:
    return {"game": game, "place": problem.place, "level": problem.level, "reason": problem.reason, "fixed": problem.is_fixed}


def _print(reports: list[dict[str, Any]], most: int) -> None:
    from miai.cli.go import print_safely

    for report in reports:
        if report["broken"]:
            print_safely(report["broken"])
            continue
        for row in report["problems"][:most]:
            game = f", game {row['game']}" if row["game"] > 1 else ""
            fixed = " (corrected)" if row["fixed"] and report["written"] else ""
            print_safely(f"{report['file']}{game}: {row['place']}: {row['level']}: {row['reason']}{fixed}")
        print_safely(_summary(report, most))


def _summary(report: dict[str, Any], most: int) -> str:
    problems = report["problems"]
    counts = [(level, sum(row["level"] == level for row in problems)) for level in ("error", "old", "note")]
    names = {"error": "error", "old": "old form", "note": "note"}
    found = ", ".join(_counted(count, names[level]) for level, count in counts if count) or "no problems"
    hidden = f" ({len(problems) - most} not shown)" if len(problems) > most else ""
    written = f"; written to {report['written']}, {sum(not row['fixed'] for row in problems)} left" if report["written"] else ""
    return f"{report['file']}: {_counted(report['games'], 'game')}, {_counted(report['moves'], 'move')}: {found}{hidden}{written}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
