"""The command `miai`. Start reading here from the top down.

The table of sub-commands is in `miai.cli.registry`; a sub-command is imported when it is called. All errors are printed here, in one
line each.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import miai
from miai.cli import compiling, interrupts
from miai.cli.error_messages import complaint_about
from miai.cli.registry import COMMANDS, examples
from miai.core.errors import unknown_name
from miai.core.printable import printable_line

USER_ERROR, INTERNAL_ERROR, INTERRUPTED = 2, 1, 130
"""Exit codes."""


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class _Interrupted(Exception):
    """Ctrl-C during a command. A separate type, because versions of typer treat `KeyboardInterrupt` differently."""


class LazyGroup(TyperGroup):
    """The group of sub-commands in the table, which are listed from there and imported only when called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a stand-in that the help page lists. It cannot be called."""
        entry = COMMANDS.get(cmd_name)
        return entry and TyperCommand(cmd_name, help=entry.help)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name of the command, the imported command, and its arguments."""
        name, *rest = args
        if name not in COMMANDS:
            raise unknown_name("command", name, COMMANDS)
        command = typer.main.get_command(importlib.import_module(COMMANDS[name].module).app)
        command.name = name
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise _Interrupted from error


app = typer.Typer(cls=LazyGroup, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"miai {miai.__version__}")
        raise typer.Exit()


EXAMPLES = examples(
    ("miai web", "Go against the engine, in the browser"),
    ("miai play connect4", "a game against the search, in the terminal"),
    ("miai doctor", "what is installed, and how to install the rest"),
    ("miai warmup", "compile all kernels now"),
    ("miai COMMAND --help", "options and examples of one command"),
)


@app.callback(epilog=EXAMPLES)
def miai_command(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Monte-Carlo search on graphs, in Python, at the speed of C."""


def _came_from_an_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error: Numba, interrupted while it compiles, may raise something else."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt | _Interrupted):
            return True
        error = error.__cause__ or error.__context__
    return False


def main(arguments: Sequence[str]) -> int:
    """Run the command with `arguments` and return its exit code. Prints at most one line for an error; see `UserError`.

    With `MIAI_DEBUG=1` errors are raised, with their tracebacks.
    """
    compiling.show_compilation()
    try:
        result = typer.main.get_command(app).main(list(arguments) or ["--help"], prog_name="miai", standalone_mode=False)
        if sys.stdout is not None:  # it is None where the caller has closed it
            sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except BrokenPipeError:
        _close_stdout_quietly()
        return INTERNAL_ERROR
    except (_Interrupted, KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except Exception as error:
        if os.environ.get("MIAI_DEBUG") == "1":
            raise
        if _came_from_an_interrupt(error):
            return _complain("interrupted", INTERRUPTED)
        message = complaint_about(error)
        if isinstance(error, OSError) and error.errno in _NO_ROOM:
            _close_stdout_quietly()
            message = f"cannot write the output: {error.strerror}"
        if message is not None:
            return _complain(f"error: {message}", USER_ERROR)
        reason = f"{type(error).__name__}: {printable_line(str(error))}"
        return _complain(f"internal error: {reason} (MIAI_DEBUG=1 shows where; please report it)", INTERNAL_ERROR)
    finally:
        compiling.finish()


def _complain(line: str, code: int) -> int:
    print(f"miai: {line}", file=sys.stderr)
    return code


def _close_stdout_quietly() -> None:
    """Point stdout at nothing after its reader has gone, since Python would report that again when it flushes at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_anything() -> None:
    """Print a question mark for a character that the encoding of the terminal does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def run() -> None:
    """Run the console script."""
    compiling.compile_in_child()
    interrupts.install()
    _print_anything()
    sys.exit(main(sys.argv[1:]))
