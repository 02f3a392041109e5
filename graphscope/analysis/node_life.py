"""The life of an op through Grappler: what it was made of, what it became in each pass, to its end; one op alone."""

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
    """All steps in order, and how it ended in one sentence.

    ``function`` is where the steps lead: the outermost graph, or a function that is optimised on its own.
    """

    node: NodeId
    steps: tuple[LifeStep, ...]
    end: str
    function: str = ""

    def names_after(self, index: int) -> tuple[str, ...]:
        """The ops that stand for it after pass ``index``, -1 for before the first."""
        found = [step.names for step in self.steps if step.index <= index]
        return found[-1] if found else ()


def life_of(run: GrapplerRun, node: NodeId, traced: ConcreteFunction | None = None) -> NodeLife:
    """The life of ``node``, an op of ``run.before``, or of ``traced`` where that is given.

    It is followed in the outermost graph, or, where it has no copy there, in its function that is optimised on its own.
    """
    before = run.before
    if traced is not None and before is not None:
        node = match_nodes(traced, before).to_b.get(node, node)
    function, first = _first_names(run, node)
    steps = [first, *_steps(run, function, first.names, 0)]
    return NodeLife(node, tuple(steps), _end(run, node, steps), function)


def life_from(run: GrapplerRun, node: NodeId, index: int) -> NodeLife:
    """The life of an op of the graph after pass ``index``: how it came to be what it is there, and what follows."""
    assert run.first is not None
    function = node[0] if node[0] in run.first.functions else run.first.graph.function
    steps = [*_steps_back(run, function, node[1], index), LifeStep(index, (node[1],), "")]
    steps += _steps(run, function, (node[1],), index + 1)
    return NodeLife(node, tuple(steps), _end(run, node, steps), function)


def _steps_back(run: GrapplerRun, function: str, name: str, index: int) -> list[LifeStep]:
    """What passes did with an op of that name until there, the first of them first, back to where it was made."""
    found = []
    for place in range(index, -1, -1):
        if not _worked_on(run, place, function):
            continue
        sides, origin = pass_sides(run, place), origin_of(run, place, name)
        if origin is not None:
            found.append(LifeStep(place, (name,), origin.words))
        if sides is None or name not in sides[0].index_of:
            return found[::-1]
    origin = origin_of(run, -1, name)
    if origin is not None:
        found.append(LifeStep(-1, (name,), origin.words))
    return found[::-1]


def _worked_on(run: GrapplerRun, index: int, function: str) -> bool:
    """Whether that pass changed that function."""
    assert run.first is not None
    one = run.passes[index]
    return bool(one.change) and (one.function or run.first.graph.function) == function


def _steps(run: GrapplerRun, function: str, names: tuple[str, ...], start: int) -> Iterator[LifeStep]:
    for index in range(start, known_passes(run)):
        if not names:
            return
        if not _worked_on(run, index, function):
            continue
        found = [_step(run, index, name) for name in names]
        after = tuple(dict.fromkeys(each for heirs, _ in found for each in heirs))
        words = next((told for _, told in found if told), "")
        if after != names or words:
            yield LifeStep(index, after, words)
        names = after


def _first_names(run: GrapplerRun, node: NodeId) -> tuple[str, LifeStep]:
    """Where it came to the first pass and under which names: its own, or those of copies of an inlined function."""
    function, name = node
    first, before = run.first, run.before
    if first is None or before is None:
        return function, LifeStep(-1, (), "")
    top = first.graph.function
    if function == before.graph.function:
        own = (name,) if name in first.graph.index_of else ()
        return top, LifeStep(-1, own, "" if own else "taken apart or placed elsewhere before the first pass")
    tail = f"/{name}"
    names = tuple(each for each in first.graph.names if each.endswith(tail) and original_of(before, each) == node)
    if names:
        return top, LifeStep(-1, names, f"inlined from {function}")
    inner = before.function(function)
    body = first.functions.get(function)
    if body is not None and name in body.index_of:
        return function, LifeStep(-1, (name,), f"{function} is optimised on its own")
    if inner is not None and inner.index_of.get(name) in inner.argument_of:
        return top, LifeStep(-1, (), "it stands for what its function is called with")
    return top, LifeStep(-1, (), "not in the graph that came to Grappler: its function is not optimised")


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
