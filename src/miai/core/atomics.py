"""Atomic updates of fields of record arrays: many threads, one counter, nothing lost.

`+=` on a shared field reads, adds and writes; two threads between each other's steps lose additions (measured: most of them, for
floats). These are single instructions of the processor. The order between different fields is not promised, except that
`compare_and_swap` and `load_acquire` / `store_release` order what stands before and after them.

    atomic_add(nodes, index, "visits", 1)
    if compare_and_swap(nodes, index, "lock", 0, 1): ...

The field's name must be a literal; its type int32, int64, uint32, uint64, float32 or float64. `index` is not checked.
"""

from __future__ import annotations

import threading
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from miai.core.kernels import COMPILING

_ACCEPTED = (types.int32, types.int64, types.uint32, types.uint64, types.float32, types.float64)


def _member(array: Any, field: Any) -> Any:
    """The Numba type of the field, with errors in words."""
    if not isinstance(array, types.Array) or not isinstance(array.dtype, types.Record) or array.ndim != 1:
        raise TypingError(f"atomics work on a one-dimensional array of records, not on {array}")
    if not isinstance(field, types.StringLiteral):
        raise TypingError("atomics need the field's name as a literal string")
    if field.literal_value not in array.dtype.fields:
        raise TypingError(f"there is no field {field.literal_value!r}; there are {', '.join(array.dtype.fields)}")
    member = array.dtype.typeof(field.literal_value)
    if member not in _ACCEPTED:
        raise TypingError(f"field {field.literal_value!r} is {member}; atomics work on {', '.join(map(str, _ACCEPTED))}")
    return member


def _address(context: Any, builder: Any, signature: Any, args: Any, member: Any) -> Any:
    """A pointer to array[index].field."""
    array, index, field = signature.args[:3]
    holder = context.make_array(array)(context, builder, args[0])
    at = context.cast(builder, args[1], index, types.intp)
    item = cgutils.get_item_pointer(context, builder, array, holder, [at], wraparound=False)
    offset = ir.Constant(ir.IntType(64), array.dtype.offset(field.literal_value))
    byte = builder.gep(builder.bitcast(item, ir.IntType(8).as_pointer()), [offset])
    return builder.bitcast(byte, context.get_value_type(member).as_pointer())


def _bits(builder: Any, value: Any, member: Any) -> Any:
    """A float as the integer of the same bits: processors compare and swap integers only."""
    return builder.bitcast(value, ir.IntType(member.bitwidth)) if isinstance(member, types.Float) else value


@intrinsic
def _atomic_add(typing_context, array, index, field, value):
    member = _member(array, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        amount = context.cast(builder, args[3], signature.args[3], member)
        return builder.atomic_rmw("fadd" if isinstance(member, types.Float) else "add", address, amount, "monotonic")

    return member(array, index, field, value), build


@intrinsic
def _compare_and_swap(typing_context, array, index, field, expected, value):
    member = _member(array, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        old = _bits(builder, context.cast(builder, args[3], signature.args[3], member), member)
        new = _bits(builder, context.cast(builder, args[4], signature.args[4], member), member)
        pair = builder.cmpxchg(builder.bitcast(address, wide.as_pointer()), old, new, "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(array, index, field, expected, value), build


@intrinsic
def _load_acquire(typing_context, array, index, field):
    member = _member(array, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        bits = builder.load_atomic(builder.bitcast(address, wide.as_pointer()), "acquire", member.bitwidth // 8)
        return builder.bitcast(bits, context.get_value_type(member))

    return member(array, index, field), build


@intrinsic
def _store_release(typing_context, array, index, field, value):
    member = _member(array, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        bits = _bits(builder, context.cast(builder, args[3], signature.args[3], member), member)
        builder.store_atomic(bits, builder.bitcast(address, wide.as_pointer()), "release", member.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, index, field, value), build


_turnstile = threading.Lock()
"""Plain Python has no such instructions: there, one thread at a time."""


def _plain_add(array: Any, index: int, field: str, value: Any) -> Any:
    with _turnstile:
        column = array[field]
        before = column[index]
        column[index] = before + value
        return before


def _plain_swap(array: Any, index: int, field: str, expected: Any, value: Any) -> bool:
    with _turnstile:
        column = array[field]
        swapped = column[index].tobytes() == column.dtype.type(expected).tobytes()  # bits, as compiled: 0.0 is not -0.0
        if swapped:
            column[index] = value
        return swapped


def _plain_load(array: Any, index: int, field: str) -> Any:
    return array[field][index]


def _plain_store(array: Any, index: int, field: str, value: Any) -> None:
    array[field][index] = value


# array[index].field += value in one step; returns the value before
atomic_add: Any = _atomic_add if COMPILING else _plain_add
# if array[index].field == expected (bit for bit), make it value; returns whether it did
compare_and_swap: Any = _compare_and_swap if COMPILING else _plain_swap
# array[index].field, such that whatever was written before the matching store_release is seen
load_acquire: Any = _load_acquire if COMPILING else _plain_load
# array[index].field = value, after all that was written before
store_release: Any = _store_release if COMPILING else _plain_store
