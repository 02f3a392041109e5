"""The life of an op of the traced graph through Grappler: what it became in each pass, to its end; one op at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphscope.analysis.inlined_names import original_of
from graphscope.analysis.node_matching import match_nodes
from graphscope.analysis.pass_graphs import known_passes
from graphscope.analysis.pass_origins import fates_of, origin_of, pass_sides
from graphscope.analysis.picture import NodeId
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class LifeStep:
    """What happened to the op in one pass. ``index`` is the pass's place, -1 for what came before the first.

    ``names`` are the ops that stand for it from then on, none where it is gone.
    """

    index: int
    names: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class NodeLife:
    """All steps in order, and how it ended in one sentence."""

    node: NodeId
    steps: tuple[LifeStep, ...]
    end: str

    def names_after(self, index: int) -> tuple[str, ...]:
        """The ops that stand for it after pass ``index``, -1 for before the first."""
        found = [step.names for step in self.steps if step.index <= index]
        return found[-1] if found else ()


def life_of(run: GrapplerRun, node: NodeId, traced: ConcreteFunction | None = None) -> NodeLife:
    """The life of ``node``, an op of ``run.before``, or of ``traced`` where that is given, in the outermost graph.

    Functions that were optimised on their own are not followed into.
    """
    before = run.before
    if traced is not None and before is not None:
        node = match_nodes(traced, before).to_b.get(node, node)
    steps = list(_steps(run, node))
    return NodeLife(node, tuple(steps), _end(run, node, steps))


def _steps(run: GrapplerRun, node: NodeId) -> Iterator[LifeStep]:
    first = _first_names(run, node)
    yield first
    names = first.names
    for index in range(known_passes(run)):
        if not names:
            return
        if run.passes[index].function or not run.passes[index].change:
            continue
        found = [_step(run, index, name) for name in names]
        after = tuple(dict.fromkeys(each for heirs, _ in found for each in heirs))
        words = next((told for _, told in found if told), "")
        if after != names or words:
            yield LifeStep(index, after, words)
        names = after


def _first_names(run: GrapplerRun, node: NodeId) -> LifeStep:
    """Under which names it came to the first pass: its own, or those of copies where its function was inlined."""
    function, name = node
    first, before = run.first, run.before
    if first is None or before is None:
        return LifeStep(-1, (), "")
    if function == before.graph.function:
        own = (name,) if name in first.graph.index_of else ()
        return LifeStep(-1, own, "" if own else "taken apart or placed elsewhere before the first pass")
    tail = f"/{name}"
    names = tuple(each for each in first.graph.names if each.endswith(tail) and original_of(before, each) == node)
    if names:
        return LifeStep(-1, names, f"inlined from {function}")
    inner = before.function(function)
    if inner is not None and inner.index_of.get(name) in inner.argument_of:
        return LifeStep(-1, (), "it stands for what its function is called with")
    return LifeStep(
        -1, (), "not in the graph that came to Grappler: its function is optimised on its own, or not at all"
    )


def _step(run: GrapplerRun, index: int, name: str) -> tuple[tuple[str, ...], str]:
    """The ops that stand for it after the pass, and what happened in words; '' for nothing."""
    sides = pass_sides(run, index)
    change = run.passes[index].change
    if sides is None or change is None or name not in sides[0].index_of:
        return (), ""
    _, after = sides
    origin = origin_of(run, index, name)
    fate = fates_of(run, index).get(name)
    gone = name not in after.index_of
    if fate is not None and fate.kind in ("became", "merged") and fate.heir in after.index_of and fate.heir != name:
        heir = origin_of(run, index, fate.heir) if fate.kind == "became" else origin
        return (fate.heir,), heir.words if heir is not None else f"{fate.heir} stands for it"
    if gone:
        return (), origin.words if origin is not None else ""
    return (name,), origin.words if origin is not None else ""


def _end(run: GrapplerRun, node: NodeId, steps: list[LifeStep]) -> str:
    last = steps[-1]
    if not last.names and last.index < 0:
        return last.words or "not in the graph that came to Grappler"
    if not last.names:
        return f"gone in {_pass(run, last.index)}"
    told = " and ".join(last.names[:_MOST_NAMED])
    turned = next((a for a, b in zip(steps[:0:-1], steps[-2::-1], strict=True) if a.names != b.names), None)
    if turned is not None:
        return f"became {told} in {_pass(run, turned.index)}"
    return f"still there after Grappler{'' if last.names == (node[1],) else f', as {told}'}"


def _pass(run: GrapplerRun, index: int) -> str:
    return f"{run.passes[index].name}, iteration {run.passes[index].iteration}"
