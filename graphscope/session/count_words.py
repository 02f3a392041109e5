"""Counts in words: ops, operations and bytes as a table and a sentence tell them; unknown is never told as 0."""

from __future__ import annotations

from graphscope.analysis.op_counts import Tally

OPS = "ops"
FLOPS = "flops"
BYTES = "bytes"
UNITS = {OPS: "Ops", FLOPS: "FLOPs", BYTES: "Bytes of results"}
"""What is counted. FLOPs are TensorFlow's own statistics, bytes the sizes of the tensors that ops put out."""
_STEPS = ("", "k", "M", "G", "T", "P", "E")


def known(tally: Tally, unit: str) -> tuple[int, int]:
    """The sum, and the number of ops that it is of."""
    return {
        OPS: (tally.ops, tally.ops),
        FLOPS: (tally.flops, tally.with_flops),
        BYTES: (tally.bytes, tally.with_bytes),
    }[unit]


def value(tally: Tally, unit: str) -> int | None:
    """The sum; None where it is known of no op. Of no ops at all it is 0."""
    amount, ops = known(tally, unit)
    return None if tally.ops and not ops else amount


def words(tally: Tally, unit: str) -> str:
    """``12``, ``3.4 M``, ``at least 3.4 M`` where some ops are unknown, ``unknown`` where all are; '' of no ops."""
    amount = value(tally, unit)
    if not tally.ops:
        return ""
    if amount is None:
        return "unknown"
    return f"{'≥ ' if known(tally, unit)[1] < tally.ops else ''}{short(amount)}"


def difference(before: Tally, after: Tally, unit: str) -> int | None:
    """How much more there is after; None where that cannot be told."""
    if any(known(each, unit)[1] < each.ops for each in (before, after)):
        return None
    return known(after, unit)[0] - known(before, unit)[0]


def difference_words(before: Tally, after: Tally, unit: str) -> str:
    """``+3``, ``−12``, ``0``, or ``unknown``."""
    more = difference(before, after, unit)
    if more is None:
        return "unknown"
    return "0" if more == 0 else f"{'+' if more > 0 else '−'}{short(abs(more))}"


def short(number: int) -> str:
    """Up to 9,999 in full, then ``12.3 k``, ``4.56 M``."""
    if number < 10_000:
        return f"{number:,}"
    size, step = float(number), 0
    while size >= 999.5 and step < len(_STEPS) - 1:
        size, step = size / 1000, step + 1
    return f"{size:.3g} {_STEPS[step]}"


def sums(before: Tally, after: Tally) -> str:
    """What both graphs add up to, in a sentence for each unit."""
    told = [f"{short(before.ops)} → {short(after.ops)} ops ({difference_words(before, after, OPS)})"]
    for unit, name in ((FLOPS, "FLOPs"), (BYTES, "bytes of results")):
        whole = all(known(each, unit)[1] == each.ops for each in (before, after))
        of = "" if whole else f", known of {known(before, unit)[1]} → {known(after, unit)[1]} ops"
        told.append(f"{name} {words(before, unit) or '0'} → {words(after, unit) or '0'}{of}")
    return " · ".join(told)
