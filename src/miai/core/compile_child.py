"""Compilation in a child process, so that this process does not keep the memory of the compiler.

Numba and LLVM hold 200 to 300 MiB after they have compiled a search, and every further board size adds as much. A process that only
loads machine code from disk needs a third of that. So the first entry that is not on disk forks a child. The child has all definitions
of this process. It compiles the entry, stores it on disk and waits for the next one: entries of one search share most of their callees,
which it need not compile again. It ends after a few seconds without work, or with this process.

A child cannot know kernels that are defined later, such as those of another board size. It is then replaced by a new one.
If anything goes wrong with the child, this process compiles the entry itself. So errors in a user's kernel are raised as ever.

Only programs that own their process call `enable` (the command `miai`): a fork copies no other threads, and a library must not assume
that its host can stand that.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any

from numba.core import event

from miai.core.compiler_pages import release_pages

COMPILING = "numba:compile"
SECONDS_IDLE = 5.0
"""Time after which a child without work ends."""
SECONDS_SILENT = 300.0
"""Time without news from a child after which this process gives it up: more than any function takes to compile."""

_child: _Child | None = None
_is_enabled = False


def enable() -> None:
    """Let a child process compile from now on, where the system can fork."""
    global _is_enabled
    _is_enabled = sys.platform == "linux"
    if _is_enabled:
        release_pages()  # of the compiler, which the child reads again


def is_enabled() -> bool:
    """Return whether a child process may compile."""
    return _is_enabled


def forget_parent() -> None:
    """Make this process, a fork, one of its own: it compiles itself, and the listeners and the child of its parent are not its own."""
    global _child, _is_enabled
    _child, _is_enabled = None, False
    event._registered.clear()


def disable() -> None:
    """Compile in this process from now on."""
    global _is_enabled
    _is_enabled = False
    end_child()


def compile_in_child(compile_and_store: Callable[[int, Any], Any], dispatcher: Any, signature: Any, definitions: int) -> None:
    """Let a child call `compile_and_store(id(dispatcher), signature)`, and report its compilations to the listeners of this process.

    `definitions` is the number of kernels and implementations defined so far. Does nothing if no child can do it: the caller
    finds out when it looks on disk.
    """
    global _child
    if not _is_enabled:
        return
    if _child is None or not _child.can_compile(definitions):
        end_child()
        _child = _Child(compile_and_store, definitions)
    succeeded = False
    try:
        succeeded = _child.compile(dispatcher, signature)
    finally:
        if not succeeded:  # or interrupted
            end_child()


def end_child() -> None:
    """End the child, if there is one, by closing the connection to it."""
    global _child
    if _child is not None:
        _child.connection.close()
        _child = None


class _Child:
    """A fork of this process that compiles what it is asked to."""

    def __init__(self, compile_and_store: Callable[[int, Any], Any], definitions: int) -> None:
        self.definitions = definitions
        ours, theirs = socket.socketpair()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of threads: the child uses none of them
            process = os.fork()
        if process == 0:
            leave_parent()
            _serve(Connection(only_open_file(theirs)), compile_and_store)
        os.waitpid(process, 0)
        theirs.close()
        self.connection = Connection(ours.detach())

    def can_compile(self, definitions: int) -> bool:
        """Return whether the child lives and knows all definitions. A child without work has nothing to say but its end."""
        return definitions == self.definitions and not self.connection.poll(0)

    def compile(self, dispatcher: Any, signature: Any) -> bool:
        """Let the child compile, and pass its reports on to the listeners. Return whether it succeeded."""
        open_events: list[dict[str, Any]] = []
        try:
            self.connection.send((id(dispatcher), signature))
            while self.connection.poll(SECONDS_SILENT):
                report = self.connection.recv()
                if isinstance(report, bool):
                    return report
                if report is None:
                    event.end_event(COMPILING, data=open_events.pop())
                else:
                    open_events.append({"dispatcher": SimpleNamespace(py_func=SimpleNamespace(__name__=report))})
                    event.start_event(COMPILING, data=open_events[-1])
        except (EOFError, OSError, pickle.PicklingError, AttributeError, TypeError):  # it has died, or a type cannot be sent
            pass
        finally:
            for data in reversed(open_events):
                event.end_event(COMPILING, data=data)
        return False


def leave_parent() -> None:
    """Fork again and end the first child, so that the parent need not wait for the second one when that ends."""
    if os.fork():
        os._exit(0)


def only_open_file(ours: socket.socket) -> int:
    """Close all files in the child but `ours`, and connect the standard streams to nothing: ports and files belong to the parent."""
    number = os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    for stream in (1, 2):
        os.dup2(number, stream)
    kept = os.dup2(ours.detach(), 3)
    os.closerange(4, 65_536)
    return kept


def _serve(connection: Connection, compile_and_store: Callable[[int, Any], Any]) -> None:
    """Compile what is asked for until the parent has gone or asks for nothing. Never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which ends its child
        forget_parent()
        event.register(COMPILING, _Reporter(connection))
        while connection.poll(SECONDS_IDLE):
            number, signature = connection.recv()
            connection.send(_succeeds(compile_and_store, number, signature))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def _succeeds(compile_and_store: Callable[[int, Any], Any], number: int, signature: Any) -> bool:
    try:
        compile_and_store(number, signature)
    except BaseException:  # the parent compiles again and meets the same error, where the user can see it
        return False
    return True


class _Reporter(event.Listener):
    """Sends the beginning and the end of every compilation to the parent."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def on_start(self, event: Any) -> None:
        self.connection.send(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        self.connection.send(None)
