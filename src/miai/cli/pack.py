"""`miai pack`: pack the rectangles of a file on a strip, as low as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.options import CLUSTER, JSON, SEED, print_note, print_result
from miai.cli.registry import examples, new_app
from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.cli.pack_output import Output
    from miai.problems.packing import Instance, PackingResult

app = new_app()

EXAMPLES = examples(
    ("miai pack pieces.csv --width 120", "pack the rectangles of a table width,height,count"),
    ("miai pack pieces.csv --width 120 --seconds 60 --svg out.svg", "search for a minute, write a picture"),
    ("miai pack pieces.csv --width 120 --no-rotate --target 300", "orientations are fixed; stop at a height of 300"),
    ("miai pack instances.csv --instance N5", "one instance of a file with several"),
    ("miai pack instances.csv --seconds 5", "all of them, with a table"),
    ("miai pack pieces.csv --width 120 --cluster local:4", "four processes, which share their best packing"),
    ("miai pack pieces.json --json > packing.json", "placements for another program"),
)


@app.command(epilog=EXAMPLES)
def pack(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Rectangles: CSV (width,height,count), JSON, or text with numbers.")],
    width: Annotated[int | None, typer.Option(help="Width of the strip, if the file does not give it.")] = None,
    rotate: Annotated[bool, typer.Option("--rotate/--no-rotate", help="Rectangles may be turned by 90 degrees.")] = True,
    seconds: Annotated[float | None, typer.Option(min=0, help="Time limit in seconds for each instance. Default: 10.")] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of packings to try. Without --seconds the result is repeatable.")
    ] = None,
    target: Annotated[int | None, typer.Option(min=1, help="Stop at this height.")] = None,
    instance: Annotated[str | None, typer.Option(metavar="NAME", help="Instance to pack. Default: all.")] = None,
    seed: SEED = 0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best packing as SVG, again at each improvement.")
    ] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the best packing as PNG.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best packing as JSON, again at each improvement.")
    ] = None,
    cluster: CLUSTER = None,
    as_json: JSON = False,
) -> None:
    """Pack rectangles on a strip as low as possible. The best packing so far is on disk whenever the command is stopped."""
    from miai.cli.pack_output import Output
    from miai.problems.packing import choose_instance, read_instances

    found = read_instances(file, width, rotate)
    chosen = [choose_instance(found, instance, file)] if instance else found
    output = Output(svg, png, out, several=len(chosen) > 1, quiet=as_json)
    output.check_writable()
    limits = dict(seconds=seconds, simulations=simulations, target=target)
    with _packers(cluster, seed) as new_packer:
        results = _pack_all(chosen, output, limits, new_packer)
    shown = [result.as_dict() for result in results]
    print_result(as_json, shown[0] if len(chosen) == 1 else {"instances": shown}, lambda: output.show(results, chosen))


@contextmanager
def _packers(cluster: str | None, seed: int) -> Iterator[Callable[[Instance], Any]]:
    """Yield a function that returns a packer of an instance, on this machine or on a cluster."""
    if cluster is None:
        from miai.problems.packing import Packer

        yield lambda instance: Packer(instance, seed)
        return
    from miai.distributed.packing import ClusterPacker, open_packing_team

    with open_packing_team(cluster, notice=print_note) as team:
        yield lambda instance: ClusterPacker(instance, team, seed)


def _pack_all(
    instances: list[Instance], output: Output, limits: dict[str, Any], new_packer: Callable[[Instance], Any]
) -> list[PackingResult]:
    """Pack one instance after the other; Ctrl-C ends the work and keeps what was found."""
    results = []
    for each in instances:
        packer = new_packer(each)
        try:
            with output.showing(each):
                packer.run(**limits, listener=output.improved)
        except KeyboardInterrupt:
            if not packer.placements:
                raise
            print_note("stopped; this is the best packing so far")
            results.append(packer.result())
            output.write(results[-1], last=True)
            break
        results.append(packer.result())
        output.write(results[-1], last=True)
    if not results:
        raise UserError("pack: stopped before the first packing")
    return results
