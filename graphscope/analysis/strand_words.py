"""Strand words: what runs in a bundle told in lines, one for each tensor; how they are set out is others'."""

from __future__ import annotations

from graphscope.analysis.bundle import Bundle, Strand
from graphscope.analysis.picture import NodeId

_MOST_TAKERS = 3


def strand_words(strand: Strand) -> str:
    """``float32[?, 4]  dense/MatMul → Relu, Sum and 2 more``."""
    giver = _name(strand.giver) + (f":{strand.output}" if strand.output > 0 else "")
    what = "control" if strand.output < 0 else strand.spec
    takers = [_name(each) for each in strand.takers[:_MOST_TAKERS]]
    rest = len(strand.takers) - len(takers)
    told = ", ".join(takers) + (f" and {rest} more" if rest else "")
    return f"{what}  {giver} → {told}".strip()


def bundle_title(bundle: Bundle) -> str:
    """``12 tensors from conv1 to Relu``."""
    tensors = {(each.giver, each.output) for each in bundle.strands}
    count = max(len(tensors), len(bundle.strands) + bundle.left_out if bundle.left_out else 0)
    waits = all(each.output < 0 for each in bundle.strands)
    what = f"control edge{'s' * (count != 1)}" if waits else f"tensor{'s' * (count != 1)}"
    return f"{count:,} {what} from {bundle.ends[0]} to {bundle.ends[1]}"


def bundle_lines(bundle: Bundle, most: int) -> list[str]:
    """A line for each of its first strands, and one for how many more there are."""
    lines = [strand_words(each) for each in bundle.strands[:most]]
    rest = len(bundle.strands) - len(lines) + bundle.left_out
    return [*lines, f"… and {rest:,} more"] if rest else lines


def _name(node: NodeId) -> str:
    """An op's name by its end, which is what tells it from its neighbours."""
    return "/".join(node[1].split("/")[-2:])
