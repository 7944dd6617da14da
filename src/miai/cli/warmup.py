"""`miai warmup`: compile everything now."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import JSON
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError, unknown_name

if TYPE_CHECKING:
    from miai.core.warmup import Action

app = new_app()

EXAMPLES = examples(
    ("miai warmup", "once, after installing"),
    ("miai warmup connect4 hex", "only the kernels of these two"),
    ("MIAI_CACHE_DIR=/data/miai miai warmup", "keep compiled code elsewhere"),
)


@app.command(epilog=EXAMPLES)
def warmup(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Parts to compile, such as connect4. Default: all.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Compile everything now instead of at first use.

    Compiled code is kept on disk, separately for each version of miai, Python, Numba and NumPy. Compiles only what is missing.
    """
    _refuse_where_it_is_useless()
    result = compile_parts(names or [])
    print(json.dumps(result, indent=2) if as_json else _describe(result))


def _refuse_where_it_is_useless() -> None:
    from miai.core import cache

    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise UserError("warmup: NUMBA_DISABLE_JIT is set, and plain Python needs no compilation; unset it")
    base = cache.base_directory()
    trouble = cache.trouble_at(base)
    if trouble:
        raise UserError(f"warmup: cannot write the cache folder {base} ({trouble}); set MIAI_CACHE_DIR to a folder you can write")


def compile_parts(names: list[str]) -> dict[str, Any]:
    """Run the warm-ups called `names`, or all if `names` is empty. Return what each compiled, and where it is kept."""
    from miai.core import cache
    from miai.core import warmup as registry

    left_out: list[registry.LeftOut] = []
    steps = [_run("imports", lambda: left_out.extend(registry.import_everything()))]  # some modules fill tables when imported
    actions = _chosen(names, registry.registered())
    steps += [_run(name, action) for name, action in actions.items()]
    place = cache.open_cache().path
    return {
        "functions_compiled": sum(step["functions_compiled"] for step in steps),
        "seconds": round(sum(step["seconds"] for step in steps), 3),
        "cache": str(place),
        "cache_bytes": cache.size_in_bytes(place),
        "steps": steps,
        "left_out": [{"module": each.module, "needs": each.needs} for each in left_out],
    }


def _chosen(names: list[str], actions: dict[str, Action]) -> dict[str, Action]:
    for name in names:
        if name not in actions:
            raise unknown_name("part", name, actions, where="warmup")
    return {name: actions[name] for name in names or actions}


def _run(name: str, action: Action) -> dict[str, Any]:
    from miai.core.kernels import compilations

    before, began = compilations(), time.perf_counter()
    action()
    return {"name": name, "functions_compiled": compilations() - before, "seconds": round(time.perf_counter() - began, 3)}


def _describe(result: dict[str, Any]) -> str:
    where = f"{result['cache_bytes'] / 2**20:.1f} MiB in {result['cache']}"
    if result["functions_compiled"]:
        lines = [f"Compiled {result['functions_compiled']} functions in {result['seconds']:.1f} s; {where}."]
    else:
        lines = [f"Nothing to do: everything is compiled; {where}."]
    lines += [f"Left out {each['module']}: it needs {each['needs']}, which is not installed." for each in result["left_out"]]
    return "\n".join(lines)
