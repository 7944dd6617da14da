"""`miai warmup`: compile everything ahead."""

from __future__ import annotations

import json
import os
import time
from typing import Annotated, Any

import typer

from miai.cli.table import examples, new_app
from miai.core.errors import UserError

app = new_app()

EXAMPLES = examples(
    ("miai warmup", "once, after installing"),
    ("MIAI_CACHE_DIR=/data/miai miai warmup", "keep compiled code elsewhere"),
)


@app.command(epilog=EXAMPLES)
def warmup(
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Compile everything now, so that nothing is compiled later.

    Compiled code is kept on disk, apart for each version of miai, Python, Numba and NumPy. Does nothing where all is there already.
    """
    _refuse_where_it_is_useless()
    result = compile_everything()
    print(json.dumps(result, indent=2) if as_json else _describe(result))


def _refuse_where_it_is_useless() -> None:
    from miai.core import cache

    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        raise UserError("warmup: NUMBA_DISABLE_JIT is set, and plain Python needs no compilation; unset it")
    base = cache.base_directory()
    trouble = cache.trouble_at(base)
    if trouble:
        raise UserError(f"warmup: cannot write the cache folder {base} ({trouble}); set MIAI_CACHE_DIR to a folder you can write")


def compile_everything() -> dict[str, Any]:
    """Run all warm-ups and say what each compiled, and where it is kept."""
    from miai.core import cache
    from miai.core import warmup as registry

    left_out = registry.import_everything()
    steps = [_run(name, action) for name, action in registry.registered().items()]
    place = cache.open_cache().path
    return {
        "functions_compiled": sum(step["functions_compiled"] for step in steps),
        "seconds": round(sum(step["seconds"] for step in steps), 3),
        "cache": str(place),
        "cache_bytes": cache.size_in_bytes(place),
        "steps": steps,
        "left_out": [{"module": each.module, "needs": each.needs} for each in left_out],
    }


def _run(name: str, action: Any) -> dict[str, Any]:
    from miai.core.kernels import compilations

    before, began = compilations(), time.perf_counter()
    action()
    return {"name": name, "functions_compiled": compilations() - before, "seconds": round(time.perf_counter() - began, 3)}


def _describe(result: dict[str, Any]) -> str:
    where = f"{result['cache_bytes'] / 2**20:.1f} MiB in {result['cache']}"
    if result["functions_compiled"]:
        lines = [f"Compiled {result['functions_compiled']} functions in {result['seconds']:.1f} s; {where}."]
    else:
        lines = [f"Nothing to do: everything is compiled already; {where}."]
    lines += [f"Left out {each['module']}: it needs {each['needs']}, which is not installed." for each in result["left_out"]]
    return "\n".join(lines)
