"""Trim words: how what is hidden is told, and how it is shown again by those words; it hides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile

from graphscope.analysis.picture import NodeId
from graphscope.analysis.stubs import LONG_WIRES
from graphscope.analysis.view_state import ALL_WIRES, Trim, ViewState

_SINGULAR = {
    "constants": "constant",
    "identities": "identity",
    "no-ops": "no-op",
    "loop counters": "loop counter",
    "unused arguments": "unused argument",
    "control edges": "control edge",
    "summaries": "summary",
    "gradients": "gradient op",
    "gradient ops": "gradient op",
    LONG_WIRES: "long wire",
}
_PLURAL = {"gradients": "gradient ops"}
NOT_OPS = frozenset({"control edges", LONG_WIRES})
"""What is counted among the hidden, but is no op."""


def trim_words(trim: Trim) -> str:
    """What its ops have in common, as it stands after their number: ``that do not lead to MatMul``."""
    name = _name(trim.nodes)
    if trim.kind == "selected":
        return "selected"
    if trim.kind == "ancestors":
        return f"that do not lead to {name}"
    if trim.kind == "descendants":
        return f"that do not follow from {name}"
    if trim.kind == "paths":
        return f"off the paths between {name} and {_name(trim.others)}"
    if trim.hops == 0:
        return f"other than {name}"
    return f"more than {trim.hops} hop{'s' * (trim.hops != 1)} from {name}"


def hidden_words(kind: str, count: int) -> str:
    """``9 constants``, ``1 identity``, ``3 Relu``, ``120 that do not lead to MatMul``."""
    word = _SINGULAR.get(kind, kind) if count == 1 else _PLURAL.get(kind, kind)
    return f"{count:,} {word}"


def hidden_summary(hidden: Mapping[str, int], noun: str = "op") -> str:
    """All of it in few words: ``9 constants hidden``, ``131 ops hidden``; empty where nothing is."""
    told = {kind: count for kind, count in hidden.items() if count}
    if len(told) == 1:
        return f"{hidden_words(*next(iter(told.items())))} hidden"
    ops = sum(count for kind, count in told.items() if kind not in NOT_OPS)
    return f"{ops:,} {noun}{'s' * (ops != 1)} hidden" if told else ""


def shown_again(view: ViewState, kind: str) -> ViewState:
    """The view without what hides this, in the words of ``Picture.hidden``."""
    trims = tuple(trim for trim in view.trims if trim_words(trim) != kind)
    stubs = ALL_WIRES if kind == LONG_WIRES else view.stubs
    return replace(view, hide=view.hide - {kind}, trims=trims, stubs=stubs)


def all_shown(view: ViewState) -> ViewState:
    """The view with nothing hidden."""
    return replace(view, hide=frozenset(), trims=(), stubs=ALL_WIRES)


def trimmed(view: ViewState, trim: Trim) -> ViewState:
    """The view with one more trim; ops hidden by hand are all listed as one."""
    if trim.kind != "selected":
        return view if trim in view.trims else replace(view, trims=(*view.trims, trim))
    before = [each for each in view.trims if each.kind == "selected"]
    nodes = trim.nodes.union(*(each.nodes for each in before))
    others = tuple(each for each in view.trims if each.kind != "selected")
    return replace(view, trims=(*others, Trim("selected", nodes)))


def _name(nodes: Iterable[NodeId]) -> str:
    names = [name for _, name in nodes]
    if len(names) == 1:
        return names[0].rpartition("/")[2]
    # What the first and the last in order share, all between them share too.
    first, last = (edge(names, default="").split("/")[:-1] for edge in (min, max))
    shared = [one for one, other in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))]
    return f"{len(names):,} ops" + (f" of {shared[-1]}" if shared else "")
