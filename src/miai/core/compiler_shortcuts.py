"""Shortcuts through Numba's compiler: the same results with less work.

Two thirds of the time that a kernel takes to compile are spent in Numba's own Python code. A profile of `miai gtp --size 9` with an empty
cache shows a few functions that are called a hundred thousand times and could be cheap. `install` replaces them by faster ones with the
same results:

- comparing the flags of two compilations, listing and hashing them;
- the lifetimes of variables, computed after every pass that changes a function and hardly ever read;
- looking for new definitions in the twenty tables of everything that can be compiled, before every function;
- listing the variables of a statement;
- finding the NumPy loop for the types of two operands;
- the type of a record, made from its dtype for every argument, and its text, written for every pass of the compiler;
- looking for exception handlers after every instruction of functions that have none;
- the error messages of the alternatives that type inference tries and rejects: colorama wraps the terminal for each.

While an entry is compiled there is no garbage collection: the compiler makes millions of objects, and nearly all live until the end.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import analysis, errors, ir, postproc, transforms, types
from numba.core.base import BaseContext
from numba.core.byteflow import Flow
from numba.core.targetconfig import TargetConfig
from numba.core.typing import npydecl
from numba.np import numpy_support

_WITHOUT_VARIABLES = frozenset([ir.Loc, ir.Const, ir.Global, ir.FreeVar, ir.Arg, str, int, bool, float, type(None)])
"""Types of what Numba finds most often in a statement and need not look into."""

BOLD, NORMAL = "\033[1m", "\033[0m"
"""The codes of terminals with which colorama marks an error message."""

_equal_by_numba = TargetConfig.__eq__
_find_loop_by_numba = npydecl.ufunc_find_matching_loop
_post_process_by_numba = postproc.PostProcessor.run
_refresh_by_numba = BaseContext.refresh
_handle_exception_by_numba = Flow._run_handle_exception

_remembered = functools.lru_cache(maxsize=4096)


def install() -> None:
    """Replace the slow functions of Numba. Once for a process."""
    for owner, name, replacement in replacements():
        setattr(owner, name, replacement)


def replacements() -> list[tuple[Any, str, Any]]:
    """Return the owner and the name of each function to replace, and its replacement."""
    found = [
        (TargetConfig, "__eq__", _equal_flags),
        (TargetConfig, "__hash__", _hash_of_flags),
        (TargetConfig, "values", _values_of_flags),
        (postproc.PostProcessor, "run", _post_process),
        (ir.FunctionIR, "get_block_entry_vars", _variables_at_entry),
        (BaseContext, "refresh", _refresh),
        (Flow, "_run_handle_exception", _handle_exception),
        (ir.Inst, "_rec_list_vars", _list_variables),
        (npydecl, "ufunc_find_matching_loop", _find_loop),
        (types.Record, "__repr__", _remembered(types.Record.__repr__)),
        (numpy_support, "from_struct_dtype", _remembered(numpy_support.from_struct_dtype)),
    ]
    scheme = getattr(errors, "HighlightColorScheme", None)  # only if colorama is installed
    return found if scheme is None or sys.platform == "win32" else [*found, (scheme, "_markup", _mark_up)]


@contextmanager
def without_collections() -> Iterator[None]:
    """Collect no garbage inside the block."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _equal_flags(self: Any, other: Any) -> Any:
    if type(self) is not type(other):
        return _equal_by_numba(self, other)
    mine, theirs = self._values, other._values
    return mine == theirs or all(getattr(self, name) == getattr(other, name) for name in mine.keys() | theirs.keys())


def _values_of_flags(self: Any) -> dict[str, Any]:
    kind: Any = type(self)
    return {**_defaults_of_flags(kind), **self._values}


@functools.cache
def _defaults_of_flags(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _hash_of_flags(self: Any) -> int:
    """Return the hash of the names of all options; Numba's is the same, without their values."""
    return _hash_of_names(tuple(self.options))


@_remembered
def _hash_of_names(names: tuple[str, ...]) -> int:
    return hash(tuple(sorted(names)))


def _list_variables(self: ir.Inst, value: Any) -> list[ir.Var]:
    """Return the variables in a value: a variable, a statement, or a list, tuple or dictionary of values."""
    found: list[ir.Var] = []
    _add_variables(value, found)
    return found


def _add_variables(value: Any, found: list[ir.Var]) -> None:
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind in _WITHOUT_VARIABLES:
        pass
    elif isinstance(value, ir.Inst):
        found += value.list_vars()
    elif isinstance(value, (list, tuple)):
        for each in value:
            _add_variables(each, found)
    elif isinstance(value, dict):
        for each in value.values():
            _add_variables(each, found)


def _post_process(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Do what Numba does after a pass, except for the variables at the entry of each block, which are found when they are asked for."""
    function = self.func_ir
    if function.is_generator:
        _post_process_by_numba(self, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.block_entry_vars = {}
    function.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _variables_at_entry(self: ir.FunctionIR, block: ir.Block) -> Any:
    """Return the names of the variables that exist at the beginning of a block."""
    if block not in self.block_entry_vars:
        lifetime = self.variable_lifetime
        found = analysis.compute_live_variables(lifetime.cfg, self.blocks, lifetime.usedefs.defmap, lifetime.deadmaps.combined)
        self.block_entry_vars.update((each, found[offset]) for offset, each in self.blocks.items())
    return self.block_entry_vars[block]


def _handle_exception(self: Any, runner: Any, state: Any) -> Any:
    """Move on to the next instruction. Without a table of handlers (Python 3.11 on) there is nothing else to do."""
    if getattr(self._bytecode, "exception_entries", True):
        return _handle_exception_by_numba(self, runner, state)
    return state.advance_pc()


def _refresh(self: Any) -> None:
    """Load new definitions if there are any: a table has grown, or a module, which may bring more tables, was imported."""
    if getattr(self, "_miai_definitions", None) != _count_definitions(self):
        _refresh_by_numba(self)
        self._miai_definitions = _count_definitions(self)


def _count_definitions(context: Any) -> int:
    tables = (*context._registries, *context.typing_context._registries)
    return len(sys.modules) + sum(len(entries) for table in tables for entries in vars(table).values() if isinstance(entries, list))


def _find_loop(ufunc: Any, argument_types: Any) -> Any:
    return _known_loop(ufunc, tuple(argument_types))


@_remembered
def _known_loop(ufunc: Any, argument_types: Any) -> Any:
    return _find_loop_by_numba(ufunc, argument_types)


def _mark_up(self: Any, message: str, color: str | None = None, style: str | None = BOLD) -> str:
    return f"{color or ''}{style or ''}{message}{NORMAL}"
