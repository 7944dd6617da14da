"""Calls from kernels into Python, by the address of a callback: for problems whose rules another library has.

    serve = integer_callback(function)            # function(question, owner, place, argument) -> int
    record.serve_at = address_of(serve)           # the caller keeps `serve` alive
    count = call_integer(state.serve_at, LIST, state.game, state.place, argument)    # in a kernel

A call takes about a microsecond, a hundred times as long as one between kernels. Kernels run without Python's lock; ctypes takes it for
the call. The address is data, so that compiled code stays valid in other processes. An exception cannot pass a kernel: the function must
catch it, return a harmless number, and report it later.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from miai.core.kernels import COMPILING

_ARGUMENTS = (ctypes.c_int64,) * 4
_INTEGER = ctypes.CFUNCTYPE(ctypes.c_int64, *_ARGUMENTS)
_NUMBER = ctypes.CFUNCTYPE(ctypes.c_double, *_ARGUMENTS)


def integer_callback(function: Callable[[int, int, int, int], int]) -> Any:
    """Return a callback for `call_integer`. It must stay alive as long as its address is used."""
    return _INTEGER(function)


def number_callback(function: Callable[[int, int, int, int], float]) -> Any:
    """Return a callback for `call_number`. It must stay alive as long as its address is used."""
    return _NUMBER(function)


def address_of(callback: Any) -> int:
    """Return the address of a callback, for a field of a record."""
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0)


def _caller(result: Any) -> Any:
    """Return an intrinsic that calls the function at an address with four whole numbers."""

    @intrinsic
    def call(typing_context, address, first, second, third, fourth):
        arguments = (address, first, second, third, fourth)
        if not all(isinstance(each, types.Integer) for each in arguments):
            return None

        def build(context, builder, signature, args):
            numbers = [context.cast(builder, value, kind, types.int64) for value, kind in zip(args, signature.args, strict=True)]
            word = ir.IntType(64)
            kind = ir.FunctionType(context.get_value_type(result), [word] * 4)
            return builder.call(builder.inttoptr(numbers[0], kind.as_pointer()), numbers[1:])

        return result(*arguments), build

    return call


def _plain_caller(kind: Any) -> Any:
    def call(address: int, *arguments: int) -> Any:
        return kind(int(address))(*(int(each) for each in arguments))

    return call


call_integer: Any = _caller(types.int64) if COMPILING else _plain_caller(_INTEGER)
call_number: Any = _caller(types.float64) if COMPILING else _plain_caller(_NUMBER)
