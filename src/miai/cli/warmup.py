"""`miai warmup`: compile everything now."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError, unknown_name
from miai.core.machine import usable_cores

if TYPE_CHECKING:
    from miai.core.warmup import Action, LeftOut
    from miai.core.warmup_runner import WarmupStep

app = new_app()

EXAMPLES = examples(
    ("miai warmup", "once, after installing"),
    ("miai warmup connect4 hex", "only the kernels of these two"),
    ("miai warmup connect4 --profile --sort linking", "where the time goes, by function"),
    ("MIAI_CACHE_DIR=/data/miai miai warmup", "keep compiled code elsewhere"),
)


ROWS = 40
"""Functions that `--profile` prints; `--json` has all."""


class SortKey(StrEnum):
    """Columns by which `--profile` sorts."""

    TOTAL = "total"
    TYPING = "typing"
    LOWERING = "lowering"
    LINKING = "linking"
    COUNT = "count"
    NAME = "name"


@app.command(epilog=EXAMPLES)
def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Parts to compile, such as connect4. Default: all.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes that compile. Default: one for each core.")] = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Report compile time by function and phase; uses one process.")
    ] = False,
    sort: Annotated[SortKey, typer.Option(help="Column by which --profile sorts.")] = SortKey.TOTAL,
    as_json: JSON = False,
) -> None:
    """Compile everything now instead of at first use.

    Compiled code is kept on disk, separately for each version of miai, Python, Numba and NumPy. Compiles only what is missing.
    """
    _refuse_where_it_is_useless()
    began = time.perf_counter()
    left_out, actions = _chosen(names or [])
    rows: list[dict[str, Any]] = []
    if profile:
        steps, rows = _run_profiled(actions)
    else:
        steps = _run(actions, workers or usable_cores())
    result = _result(steps, left_out, time.perf_counter() - began)
    if profile:
        result["functions"] = sorted(rows, key=lambda row: row[sort.value], reverse=sort is not SortKey.NAME)
    print(json.dumps(result, indent=2) if as_json else _describe(result))


def _refuse_where_it_is_useless() -> None:
    from miai.core import cache

    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise UserError("warmup: NUMBA_DISABLE_JIT is set, and plain Python needs no compilation; unset it")
    base = cache.base_directory()
    trouble = cache.trouble_at(base)
    if trouble:
        raise UserError(f"warmup: cannot write the cache folder {base} ({trouble}); set MIAI_CACHE_DIR to a folder you can write")


def _chosen(names: list[str]) -> tuple[list[LeftOut], dict[str, Action]]:
    from miai.core import warmup as registry

    left_out = registry.import_everything()
    actions = registry.registered()
    for name in names:
        if name not in actions:
            raise unknown_name("part", name, actions, where="warmup")
    return left_out, {name: actions[name] for name in dict.fromkeys(names or actions)}


def _run(actions: dict[str, Action], workers: int) -> list[WarmupStep]:
    """Run the warm-ups in several processes; one or two small ones are not worth starting processes for."""
    from miai.core.warmup_runner import run_here, run_in_processes

    if workers == 1 or len(actions) <= 1:
        return [run_here(name, action) for name, action in actions.items()]
    total = len(actions)
    done = 0

    def report(step: WarmupStep) -> None:
        nonlocal done
        done += 1
        if step.functions_compiled:
            line = f"miai: [{done}/{total}] {step.name}: compiled {step.functions_compiled} functions in {step.seconds:.1f} s"
            typer.echo(line, err=True)

    return run_in_processes(actions, workers, report)


def _run_profiled(actions: dict[str, Action]) -> tuple[list[WarmupStep], list[dict[str, Any]]]:
    from miai.core import compile_child
    from miai.core.compile_profile import profile_compilation
    from miai.core.warmup_runner import run_here

    compile_child.disable()  # only what happens in this process can be profiled
    with profile_compilation() as rows:
        steps = [run_here(name, action) for name, action in actions.items()]
    return steps, [row.as_dict() for row in rows.values()]


def _result(steps: list[WarmupStep], left_out: list[LeftOut], seconds: float) -> dict[str, Any]:
    from miai.core import cache

    place = cache.open_cache().path
    return {
        "functions_compiled": sum(step.functions_compiled for step in steps),
        "seconds": round(seconds, 3),
        "cache": str(place),
        "cache_bytes": cache.size_in_bytes(place),
        "steps": [asdict(step) for step in steps],
        "left_out": [{"module": each.module, "needs": each.needs} for each in left_out],
    }


def _describe(result: dict[str, Any]) -> str:
    where = f"{result['cache_bytes'] / 2**20:.1f} MiB in {result['cache']}"
    if result["functions_compiled"]:
        lines = [f"Compiled {result['functions_compiled']} functions in {result['seconds']:.1f} s; {where}."]
    else:
        lines = [f"Nothing to do: everything is compiled; {where}."]
    lines += [f"Left out {each['module']}: it needs {each['needs']}, which is not installed." for each in result["left_out"]]
    return "\n".join([*lines, *_profile_lines(result.get("functions", []))])


def _profile_lines(rows: list[dict[str, Any]]) -> list[str]:
    if not rows:
        return []
    columns = ("total", "typing", "lowering", "linking", "other")
    total = {"name": "all functions", "count": sum(row["count"] for row in rows)}
    total |= {column: sum(row[column] for row in rows) for column in columns}
    lines = ["", "Processor time in seconds:", " ".join(f"{column:>8}" for column in columns) + "  count  function"]
    lines += [
        " ".join(f"{row[column]:8.2f}" for column in columns) + f"  {row['count']:5}  {row['name']}"
        for row in (total, *rows[:ROWS])
    ]
    return lines if len(rows) <= ROWS else [*lines, f"... and {len(rows) - ROWS} more functions (--json lists all)"]
