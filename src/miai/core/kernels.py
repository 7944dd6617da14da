"""Kernels and generics: the one module that configures Numba.

A **kernel** is a compiled function over records (see `miai.core.records`). It releases the interpreter lock and is cached on disk. With
`NUMBA_DISABLE_JIT=1` it is the plain Python function of its source: use that for debugging and coverage.

A **generic** is a function with one implementation per problem, chosen by the dtype of one of its arguments: when the calling
kernel is compiled, or, in plain Python, when it is called. The choice by *type* makes the compiled code cacheable; functions passed as
arguments would be compiled again by every process.

    @generic
    def is_terminal(state):
        \"\"\"Return whether the state is terminal.\"\"\"

    @is_terminal.implement(state_t)
    @kernel
    def all_heaps_are_empty(state):
        return state.total == 0
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import typing
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import event
from numba.extending import overload

from miai.core import cache, compiler_shortcuts, linking, loading
from miai.core.records import plain_dtype

COMPILING = not numba.config.DISABLE_JIT
"""False where kernels run as plain Python."""

if not COMPILING:
    np.seterr(over="ignore")  # compiled integers wrap silently, and random streams and hashes rely on it


def _name_in_symbols(record: Any) -> tuple[str, tuple[str]]:
    """Return the name of a record type in the names of compiled functions.

    Numba itself writes a number that depends on the process. Then one name can stand for the code of two record types that were
    compiled by two processes, and a third, which finds both on disk, runs the first that it loaded for both.
    """
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],)


types.Record.mangling_args = property(_name_in_symbols)
if COMPILING:
    compiler_shortcuts.install()
    linking.install()


@typing.overload
def kernel(function: Callable[..., Any]) -> Callable[..., Any]: ...
@typing.overload
def kernel(*, inline: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]: ...
def kernel(function: Callable[..., Any] | None = None, *, inline: bool = False) -> Any:
    """Compile `function` when it is first called with arguments of new types, and cache the machine code on disk.

    `inline` copies it into every kernel that calls it, against the compiler's own estimate. Use it only where a benchmark shows why.
    """
    if function is None:
        return functools.partial(kernel, inline=inline)
    if not COMPILING:
        return function
    compiler = numba.njit(nogil=True, error_model="numpy", boundscheck=cache.CHECKED, forceinline=inline)
    return linking.link_as_entry(compiler(function))


class NotImplementedFor(TypeError):
    """The error of a generic that was called for a dtype without an implementation.

    It is none of Numba's own errors, which are collected and reported inside a page of text.
    """


class Generic:
    """A function whose implementation is chosen by the dtype of its argument `on`."""

    def __init__(self, stub: Callable[..., Any], on: str | None) -> None:
        functools.update_wrapper(self, stub)
        self.name = stub.__name__
        self.parameters = list(inspect.signature(stub).parameters)
        self.on = on or self.parameters[0]
        if self.on not in self.parameters:
            raise ValueError(f"generic {self.name}() has no parameter {self.on!r}; it has {', '.join(self.parameters)}")
        self._position = self.parameters.index(self.on)
        self._implementations: dict[np.dtype[Any], Callable[..., Any]] = {}
        self._by_type: dict[Any, Callable[..., Any]] = {}
        self._default: Callable[..., Any] | None = None

    def default(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Register a kernel for every dtype without its own implementation. A decorator."""
        self._default = function
        linking.note_definition()
        return function

    def implement(self, dtype: np.dtype[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register a kernel as this generic's implementation for records of `dtype`. A decorator."""
        key = plain_dtype(dtype)

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            if key in self._implementations:
                raise ValueError(
                    f"{self.name}() is implemented for {_describe(key)} already; make a new record() for a new problem"
                )
            self._implementations[key] = function
            linking.note_definition()
            if COMPILING:
                self._by_type[numba.from_dtype(key)] = function
            return function

        return register

    def is_implemented(self, dtype: np.dtype[Any]) -> bool:
        """Return whether records of `dtype` have their own implementation."""
        return plain_dtype(dtype) in self._implementations

    def choose(self, dtype: np.dtype[Any]) -> Callable[..., Any]:
        """Return the implementation for `dtype`, or the default. Raises `NotImplementedFor` where there is neither."""
        found = self._implementations.get(plain_dtype(dtype), self._default)
        if found is None:
            raise self._missing(_describe(dtype))
        return found

    def choose_by_type(self, numba_type: Any) -> Callable[..., Any]:
        """Return what `choose` returns, for a type that Numba has inferred: a record, or an array of records."""
        record = numba_type.dtype if isinstance(numba_type, types.Array) else numba_type
        found = self._by_type.get(record, self._default)
        if found is None:
            raise self._missing(_describe(record.dtype) if isinstance(record, types.Record) else str(record))
        return found

    def _missing(self, what: str) -> NotImplementedFor:
        known = ", ".join(_describe(dtype) for dtype in self._implementations) or "nothing yet"
        return NotImplementedFor(f"{self.name}() has no implementation for {what} (argument {self.on!r}); it has one for: {known}")

    def __call__(self, *arguments: Any) -> Any:
        """Call the implementation from Python. Arguments are given by position, as in kernels."""
        if len(arguments) != len(self.parameters):
            raise TypeError(
                f"{self.name}() takes {len(self.parameters)} arguments ({', '.join(self.parameters)}), not {len(arguments)}"
            )
        chooser = arguments[self._position]
        if not isinstance(getattr(chooser, "dtype", None), np.dtype):
            raise self._missing(f"an argument of type {type(chooser).__name__}")
        return self.choose(chooser.dtype)(*arguments)


def generic(stub: Callable[..., Any] | None = None, *, on: str | None = None) -> Any:
    """Make `stub` a generic function. Its body is never run; its docstring is the contract.

    `on` names the argument whose dtype decides (the first by default); it is a record or an array of records.
    """
    if stub is None:
        return functools.partial(generic, on=on)
    made = Generic(stub, on)
    return _overloaded(made) if COMPILING else made


def _overloaded(made: Generic) -> Any:
    """Return a Python function that stands for `made` and that Numba replaces by the chosen kernel.

    Numba needs a function with exactly the parameters of the stub, which only `exec` can make for any number of them.
    """
    arguments = ", ".join(made.parameters)
    scope: dict[str, Any] = {"made": made, "__name__": made.__module__}  # with the name below: no two generics share a symbol
    exec(
        f"def front({arguments}):\n"
        f"    return made({arguments})\n"
        f"def chosen({arguments}):\n"
        f"    found = made.choose_by_type({made.on})\n"
        f"    def call_{made.name}({arguments}):\n"
        f"        return found({arguments})\n"
        f"    return call_{made.name}\n",
        scope,
    )
    front = functools.update_wrapper(scope["front"], made.__wrapped__)  # type: ignore[attr-defined]
    for name in ("implement", "default", "is_implemented", "choose"):
        setattr(front, name, getattr(made, name))
    overload(front, strict=False)(scope["chosen"])
    return front


def _describe(dtype: np.dtype[Any]) -> str:
    """Return a short name for a dtype: the name given to `record()`, or its fields."""
    names = dtype.names or ()
    tags = [name.removeprefix("is_") for name in names if name.startswith("is_") and dtype[name].shape == (0,)]
    return tags[0] if tags else f"a record of ({', '.join(names)})" if names else str(dtype)


class CompileListener(event.Listener):
    """A listener to compilations, without functions found on disk. Override `started` and `finished`."""

    def on_start(self, event: Any) -> None:
        self.started(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        self.finished()

    def started(self, name: str) -> None:
        """Handle the beginning of the compilation of the function `name`; others may begin inside it."""

    def finished(self) -> None:
        """Handle the end of the compilation that began last."""


class _Counter(CompileListener):
    count = 0

    def started(self, name: str) -> None:
        self.count += 1


_counter = _Counter()


def listen_to_compilation(listener: CompileListener) -> None:
    """Notify `listener` of compilations from now on, until the process ends."""
    event.register("numba:compile", listener)


def compilations() -> int:
    """Return how many functions this process has compiled, those found on disk not counted."""
    return _counter.count


listen_to_compilation(_counter)
loading.kernels_have_loaded()
