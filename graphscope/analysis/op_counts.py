"""Op counts: ops, floating-point operations and bytes of a graph by op type, and two graphs beside each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod

from graphscope.analysis.regions import functions_of
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

_SPEC = re.compile(r"(?P<dtype>\w+)\[(?P<dims>[\d, ]*)\]")
_BITS = re.compile(r"(?P<bits>\d+)$")
_BYTES = {"bool": 1, "float8_e5m2": 1, "float8_e4m3fn": 1}
LOWERED = frozenset(("Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond", "RefSwitch", "RefMerge"))
"""What the runtime makes of branches and loops."""
_LOOPS = frozenset(("While", "StatelessWhile", "NextIteration", "while"))
"""Ops of loops: TensorFlow's as traced and lowered, and XLA's."""


@dataclass(frozen=True)
class Tally:
    """What some ops add up to. Sums are over those ops of which they are known, as many as stand beside them."""

    ops: int = 0
    flops: int = 0
    with_flops: int = 0
    bytes: int = 0
    with_bytes: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.ops + other.ops,
            self.flops + other.flops,
            self.with_flops + other.with_flops,
            self.bytes + other.bytes,
            self.with_bytes + other.with_bytes,
        )


NOTHING = Tally()
Tallies = Mapping[str, Tally]


@dataclass(frozen=True)
class CountRow:
    """One op type in two graphs."""

    op_type: str
    before: Tally
    after: Tally


def tallies(concrete: ConcreteFunction) -> Tallies:
    """Op type → what its ops add up to, each nested function once however often it is called."""
    total: dict[str, Tally] = {}
    for graph in functions_of(concrete):
        outer = graph is concrete.graph
        for op_type, tally in _of_graph(graph, outer).items():
            total[op_type] = total.get(op_type, NOTHING) + tally
    return total


def total(counted: Tallies) -> Tally:
    """All op types together."""
    return sum(counted.values(), NOTHING)


def compared(before: Tallies, after: Tallies) -> tuple[CountRow, ...]:
    """Every op type of either, those that differ most first."""
    rows = [CountRow(each, before.get(each, NOTHING), after.get(each, NOTHING)) for each in {**before, **after}]
    return tuple(sorted(rows, key=lambda row: (-abs(row.after.ops - row.before.ops), row.op_type)))


def is_lowered(before: Iterable[str], after: Iterable[str]) -> bool:
    """Whether branches and loops were taken apart between the two."""
    return bool(LOWERED & set(after)) and not LOWERED & set(before)


def has_loops(concrete: ConcreteFunction) -> bool:
    """Whether something of it may run many times."""
    return not _LOOPS.isdisjoint(tallies(concrete))


def tensor_bytes(spec: str) -> int | None:
    """The size of a tensor such as ``float32[2, 4]``; None where its shape is not known, or its dtype has no size."""
    found = _SPEC.fullmatch(spec)
    size = _dtype_bytes(found["dtype"]) if found is not None else None
    if found is None or size is None:
        return None
    return size * prod(int(each) for each in found["dims"].split(",") if each.strip())


def _dtype_bytes(dtype: str) -> int | None:
    bits = _BITS.search(dtype)
    return _BYTES.get(dtype, max(1, int(bits["bits"]) // 8) if bits is not None else None)


def _of_graph(graph: OpGraph, outer: bool) -> Tallies:
    """Of one function; its placeholders stand for what its caller passes, and are left out where it is nested."""
    key = ("tallies", outer)
    known: Tallies | None = graph.answers.get(key)
    if known is None:
        known = graph.answers[key] = _counted(graph, frozenset() if outer else frozenset(graph.argument_of))
    return known


def _counted(graph: OpGraph, left_out: frozenset[int]) -> Tallies:
    # Many ops are of one type and have the same outputs: each such pair is looked at once.
    kinds = Counter(
        kind for row, kind in enumerate(zip(graph.op_types, graph.outputs, strict=True)) if row not in left_out
    )
    counted: dict[str, Tally] = {}
    for (op_type, outputs), count in kinds.items():
        sizes = [tensor_bytes(spec) for spec in outputs]
        known = [size for size in sizes if size is not None]
        has_bytes = len(known) == len(sizes)
        tally = Tally(count, bytes=sum(known) * count if has_bytes else 0, with_bytes=count if has_bytes else 0)
        counted[op_type] = counted.get(op_type, NOTHING) + tally
    for op_type, (flops, ops) in graph.flops.items():
        if op_type in counted:
            counted[op_type] += Tally(flops=flops, with_flops=ops)
    return counted
