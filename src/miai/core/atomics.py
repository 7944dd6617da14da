"""Atomic updates of fields of records that several threads share.

`+=` on a shared field reads, adds and writes; two threads that interleave lose additions (measured: most of them, for floats). These
functions are single instructions of the processor. They promise no order between different fields, except that `compare_and_swap`,
`load_acquire` and `store_release` order the reads and writes before and after them.

    atomic_add(nodes[index], "visits", 1)
    if compare_and_swap(nodes[index], "lock", 0, 1): ...

`add`, `add_item` and `swap` take one more argument: whether threads share the record now. If not, they use plain instructions, at a
tenth of the cost.

The record is an element of an array, or any other record: it is a pointer, not a copy. The field's name must be a literal; its type
int32, int64, uint32, uint64, float32 or float64.
"""

from __future__ import annotations

import threading
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from miai.core.kernels import COMPILING

_ACCEPTED = (types.int32, types.int64, types.uint32, types.uint64, types.float32, types.float64)


def _member(record: Any, field: Any, nested: bool = False) -> Any:
    """Return the Numba type of the field, or of its items if it is `nested`, with an error message for people."""
    if not isinstance(record, types.Record):
        raise TypingError(f"atomics work on a record, not on {record}")
    if not isinstance(field, types.StringLiteral):
        raise TypingError("atomics need the field's name as a literal string")
    if field.literal_value not in record.fields:
        raise TypingError(f"unknown field {field.literal_value!r}; known fields: {', '.join(record.fields)}")
    member = record.typeof(field.literal_value)
    if nested and isinstance(member, types.NestedArray) and member.ndim == 1:
        member = member.dtype
    if member not in _ACCEPTED:
        raise TypingError(f"field {field.literal_value!r} is {member}; atomics work on {', '.join(map(str, _ACCEPTED))}")
    return member


def _address(context: Any, builder: Any, signature: Any, args: Any, member: Any) -> Any:
    """Return a pointer to record.field."""
    record, field = signature.args[:2]
    offset = ir.Constant(ir.IntType(64), record.offset(field.literal_value))
    byte = builder.gep(builder.bitcast(args[0], ir.IntType(8).as_pointer()), [offset])
    return builder.bitcast(byte, context.get_value_type(member).as_pointer())


def _bits(builder: Any, value: Any, member: Any) -> Any:
    """Return a float as the integer of the same bits: processors compare and swap integers only."""
    return builder.bitcast(value, ir.IntType(member.bitwidth)) if isinstance(member, types.Float) else value


def _add(builder: Any, address: Any, amount: Any, member: Any) -> Any:
    return builder.atomic_rmw("fadd" if isinstance(member, types.Float) else "add", address, amount, "monotonic")


@intrinsic
def _atomic_add(typing_context, record, field, value):
    member = _member(record, field)

    def build(context, builder, signature, args):
        amount = context.cast(builder, args[2], signature.args[2], member)
        return _add(builder, _address(context, builder, signature, args, member), amount, member)

    return member(record, field, value), build


@intrinsic
def _atomic_add_item(typing_context, record, field, item, value):
    member = _member(record, field, nested=True)

    def build(context, builder, signature, args):
        first = _address(context, builder, signature, args, member)
        address = builder.gep(first, [context.cast(builder, args[2], signature.args[2], types.intp)])
        return _add(builder, address, context.cast(builder, args[3], signature.args[3], member), member)

    return member(record, field, item, value), build


@intrinsic
def _atomic_add_pair(typing_context, record, field, next_field, amount, next_amount):
    names = [each.literal_value for each in (field, next_field) if isinstance(each, types.StringLiteral)]
    if len(names) == 2:
        places = [record.offset(name) for name in names]
        kinds = {_member(record, each) for each in (field, next_field)}
        if kinds != {types.int32} or places[1] != places[0] + 4 or places[0] % 8:
            raise TypingError(f"fields {names[0]!r} and {names[1]!r} are not two int32 side by side in eight aligned bytes")
    else:
        raise TypingError("atomics need the field's name as a literal string")

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, types.int64)
        low, high = (context.cast(builder, args[3 + i], signature.args[3 + i], types.int64) for i in range(2))
        both = builder.add(builder.shl(high, ir.Constant(ir.IntType(64), 32)), low)
        builder.atomic_rmw("add", address, both, "monotonic")
        return context.get_dummy_value()

    return types.void(record, field, next_field, amount, next_amount), build


def _plain_sum(builder: Any, address: Any, amount: Any, member: Any) -> None:
    before = builder.load(address)
    builder.store(builder.fadd(before, amount) if isinstance(member, types.Float) else builder.add(before, amount), address)


def _add_if(context: Any, builder: Any, shared: Any, address: Any, amount: Any, member: Any) -> Any:
    with builder.if_else(shared) as (then, otherwise):
        with then:
            _add(builder, address, amount, member)
        with otherwise:
            _plain_sum(builder, address, amount, member)
    return context.get_dummy_value()


@intrinsic
def _add_when(typing_context, record, field, value, shared):
    member = _member(record, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        flag = context.cast(builder, args[3], signature.args[3], types.boolean)
        return _add_if(context, builder, flag, address, context.cast(builder, args[2], signature.args[2], member), member)

    return types.void(record, field, value, shared), build


@intrinsic
def _add_item_when(typing_context, record, field, item, value, shared):
    member = _member(record, field, nested=True)

    def build(context, builder, signature, args):
        first = _address(context, builder, signature, args, member)
        address = builder.gep(first, [context.cast(builder, args[2], signature.args[2], types.intp)])
        flag = context.cast(builder, args[4], signature.args[4], types.boolean)
        return _add_if(context, builder, flag, address, context.cast(builder, args[3], signature.args[3], member), member)

    return types.void(record, field, item, value, shared), build


@intrinsic
def _swap_when(typing_context, record, field, expected, value, shared):
    member = _member(record, field)

    def build(context, builder, signature, args):
        wide = ir.IntType(member.bitwidth)
        address = builder.bitcast(_address(context, builder, signature, args, member), wide.as_pointer())
        old = _bits(builder, context.cast(builder, args[2], signature.args[2], member), member)
        new = _bits(builder, context.cast(builder, args[3], signature.args[3], member), member)
        swapped = builder.alloca(ir.IntType(1))
        with builder.if_else(context.cast(builder, args[4], signature.args[4], types.boolean)) as (then, otherwise):
            with then:
                pair = builder.cmpxchg(address, old, new, "acq_rel", "acquire")
                builder.store(builder.extract_value(pair, 1), swapped)
            with otherwise:
                same = builder.icmp_unsigned("==", builder.load(address), old)
                builder.store(same, swapped)
                with builder.if_then(same):
                    builder.store(new, address)
        return builder.load(swapped)

    return types.boolean(record, field, expected, value, shared), build


@intrinsic
def _compare_and_swap(typing_context, record, field, expected, value):
    member = _member(record, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        old = _bits(builder, context.cast(builder, args[2], signature.args[2], member), member)
        new = _bits(builder, context.cast(builder, args[3], signature.args[3], member), member)
        pair = builder.cmpxchg(builder.bitcast(address, wide.as_pointer()), old, new, "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(record, field, expected, value), build


@intrinsic
def _load_acquire(typing_context, record, field):
    member = _member(record, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        bits = builder.load_atomic(builder.bitcast(address, wide.as_pointer()), "acquire", member.bitwidth // 8)
        return builder.bitcast(bits, context.get_value_type(member))

    return member(record, field), build


@intrinsic
def _store_release(typing_context, record, field, value):
    member = _member(record, field)

    def build(context, builder, signature, args):
        address = _address(context, builder, signature, args, member)
        wide = ir.IntType(member.bitwidth)
        bits = _bits(builder, context.cast(builder, args[2], signature.args[2], member), member)
        builder.store_atomic(bits, builder.bitcast(address, wide.as_pointer()), "release", member.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(record, field, value), build


_plain_lock = threading.Lock()
"""A lock for plain Python, which has no such instructions: one thread at a time."""


def _plain_add(record: Any, field: str, value: Any) -> Any:
    with _plain_lock:
        before = record[field]
        record[field] = before + value
        return before


def _plain_add_item(record: Any, field: str, item: int, value: Any) -> Any:
    with _plain_lock:
        before = record[field][item]
        record[field][item] = before + value
        return before


def _plain_add_pair(record: Any, field: str, next_field: str, amount: int, next_amount: int) -> None:
    _plain_add(record, field, amount)
    _plain_add(record, next_field, next_amount)


def _plain_swap(record: Any, field: str, expected: Any, value: Any) -> bool:
    with _plain_lock:
        before = record[field]
        swapped = bool(before.tobytes() == type(before)(expected).tobytes())  # bits, as compiled: 0.0 is not -0.0
        if swapped:
            record[field] = value
        return swapped


def _plain_add_when(record: Any, field: str, value: Any, shared: Any) -> None:
    _plain_add(record, field, value)


def _plain_add_item_when(record: Any, field: str, item: int, value: Any, shared: Any) -> None:
    _plain_add_item(record, field, item, value)


def _plain_swap_when(record: Any, field: str, expected: Any, value: Any, shared: Any) -> bool:
    return _plain_swap(record, field, expected, value)


def _plain_load(record: Any, field: str) -> Any:
    return record[field]


def _plain_store(record: Any, field: str, value: Any) -> None:
    record[field] = value


# record.field += value in one step; returns the value before
atomic_add: Any = _atomic_add if COMPILING else _plain_add
# record.field[item] += value in one step, for a field that is itself a one-dimensional array; returns the value before
atomic_add_item: Any = _atomic_add_item if COMPILING else _plain_add_item
# record.field += amount and record.next_field += next_amount in one step, for two int32 side by side in eight aligned bytes;
# record.field must not go below zero or overflow
atomic_add_pair: Any = _atomic_add_pair if COMPILING else _plain_add_pair
# the same two, returning nothing; in one step only if `shared`
add: Any = _add_when if COMPILING else _plain_add_when
add_item: Any = _add_item_when if COMPILING else _plain_add_item_when
# compare_and_swap, in one step only if `shared`
swap: Any = _swap_when if COMPILING else _plain_swap_when
# if record.field == expected (bit for bit), make it value; returns whether it did
compare_and_swap: Any = _compare_and_swap if COMPILING else _plain_swap
# record.field, such that whatever was written before the matching store_release is seen
load_acquire: Any = _load_acquire if COMPILING else _plain_load
# record.field = value, after all that was written before
store_release: Any = _store_release if COMPILING else _plain_store

# let another thread have the processor: for loops that wait for one
yield_processor: Any = types.ExternalFunction("sched_yield", types.int32()) if COMPILING else lambda: time.sleep(0)
