"""The reports of `miai experiment show` and `compare`, for the terminal and as Markdown for pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from miai.core.settings import as_text
from miai.experiments.frame.agreement import Agreement, Comparison, agreement_of, compare
from miai.experiments.frame.declaration import Cell, Finding
from miai.experiments.frame.results import RunResults
from miai.experiments.frame.tables import DIFFERS, as_label, as_markdown, as_rich, make_grid
from miai.store import DONE
from miai.store.provenance import in_words

_COLOURS = {"holds": "green", "does not hold": "red", "undecided": "yellow"}


def summary_lines(results: RunResults) -> list[str]:
    """Return one sentence each about the parameters, the progress, and the software and machines of a run."""
    head, total = results.head, sum(results.counts.values())
    settings = ", ".join(f"{name} {as_text(value)}" for name, value in head.parameters.items() if value != "")
    preset = f"Preset {head.label}: " if head.label else ""
    lines = [f"{preset}{settings}; seed {head.seed}."]
    if not results.is_complete:
        failed = f", {len(results.failures)} failed" if results.failures else ""
        lines.append(
            f"{results.counts[DONE]} of {total} jobs are done{failed}; "
            "findings follow when all are done, derived numbers too or with --so-far."
        )
    return [*lines, *provenance_lines(results)]


def provenance_lines(results: RunResults) -> list[str]:
    """Return one sentence for each version and machine that finished jobs."""
    lines = []
    for session in results.sessions:
        machine = session["machine"]
        software = f"Python {machine['python']}, Numba {machine['numba']}, NumPy {machine['numpy']}"
        where = f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, {software}, {session['how']}"
        if session["jobs"]:
            lines.append(f"{in_words(session['version'], session['commit_id'])}, {session['jobs']} jobs; {where}.")
    return list(dict.fromkeys(lines))


def show_in_terminal(results: RunResults) -> None:
    """Print the whole report."""
    from rich.markup import escape

    from miai.core.console import ReportConsole

    console = ReportConsole(highlight=False)
    console.print(f"[bold]{results.head.name}[/]: {escape(results.experiment.question)}")
    console.print(f"[dim]{escape(results.experiment.source)}[/]")
    for line in summary_lines(results):
        console.print(f"[dim]{escape(line)}[/]")
    for table in results.experiment.tables:
        grid = make_grid(table, results)
        if grid.rows:
            console.print("", *as_rich(grid, console.width), sep="\n")
    if results.published:
        console.print(f"[dim]±: half of the 95 % interval; below: the published number, {DIFFERS} where it differs[/]")
        console.print(f"{results.agreement.in_words('the published number')}")
    for finding in results.findings:
        colour = _COLOURS[finding.verdict]
        console.print(f"\n[bold {colour}]{finding.verdict}[/]: {escape(finding.claim)}\n  [dim]{escape(evidence_of(finding))}[/]")


def show_as_markdown(results: RunResults) -> str:
    """Return the report as Markdown: tables with the published numbers in brackets, agreement, findings, provenance."""
    parts = []
    for table in results.experiment.tables:
        grid = make_grid(table, results)
        if grid.rows:
            parts.append(f"**{grid.title}**\n\n{as_markdown(grid)}")
    if results.agreement.compared:
        parts.append(results.agreement.in_words("the published number"))
    if results.findings:
        parts.append(_findings_as_markdown(results.findings))
    return "\n\n".join([*parts, "\n".join(summary_lines(results))])


def evidence_of(finding: Finding) -> str:
    """Return the evidence with the test that decided."""
    return f"{finding.evidence} [{finding.test}]" if finding.test else finding.evidence


def _findings_as_markdown(findings: Sequence[Finding]) -> str:
    lines = [["claim", "verdict", "evidence"], ["---"] * 3, *([each.claim, each.verdict, evidence_of(each)] for each in findings)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@dataclass(frozen=True)
class RunComparison:
    """The comparison of two runs: pairs of cells that both have, and the number of cells that only one has."""

    pairs: Sequence[tuple[Cell, Cell, Comparison]]
    only_first: int
    only_second: int
    agreement: Agreement

    @property
    def identical(self) -> int:
        """The number of pairs that are equal to the last digit."""
        return sum(one == two for one, two, _ in self.pairs)


def compare_runs(first: RunResults, second: RunResults) -> RunComparison:
    """Return the comparison of two runs, whose cells are matched by measure and parameters."""
    theirs = {cell.key: cell for cell in second.cells}
    pairs = [(cell, theirs[cell.key]) for cell in first.cells if cell.key in theirs]
    compared = [(one, two, compare(one, two)) for one, two in pairs]
    agreement = agreement_of(comparison for *_, comparison in compared)
    return RunComparison(compared, len(first.cells) - len(pairs), len(second.cells) - len(pairs), agreement)


def print_comparison(comparison: RunComparison, shows_all: bool) -> None:
    """Print a line for each cell that differs, or for each cell."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from miai.core.console import ReportConsole

    shown = Table("measure", "parameters", "first", "second", "difference", "95 %", box=SIMPLE_HEAD, pad_edge=False)
    for one, two, each in comparison.pairs:
        if each.differs or shows_all:
            names = ", ".join(f"{name} {as_label(value)}" for name, value in one.parameters.items())
            numbers = [_short(one.value), _short(two.value), _short(each.difference), f"{_short(each.low)} to {_short(each.high)}"]
            shown.add_row(one.measure, names, *numbers, style="bold" if each.differs and shows_all else "")
    console = ReportConsole(highlight=False)
    if shown.row_count:
        console.print(shown)
    console.print(comparison.agreement.in_words("those of the second run"))
    if comparison.identical == len(comparison.pairs):
        console.print(f"All {comparison.identical} cells that both runs have are equal, to the last digit.")
    for count, which in ((comparison.only_first, "first"), (comparison.only_second, "second")):
        if count:
            console.print(f"{count} cells are in the {which} run only.")


def _short(value: float | None) -> str:
    return "·" if value is None else f"{value:.4g}"
