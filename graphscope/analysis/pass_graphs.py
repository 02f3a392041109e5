"""The graph after each Grappler pass, made from the first graph and what every pass changed; it compares nothing."""

from __future__ import annotations

from typing import cast

from graphscope.analysis.changed_graph import changed_graph
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction


def known_passes(run: GrapplerRun) -> int:
    """How many passes, from the first on, have a graph that is known."""
    if run.first is None:
        return 0
    return next((index for index, each in enumerate(run.passes) if each.change is None), len(run.passes))


def graph_after(run: GrapplerRun, index: int) -> ConcreteFunction | None:
    """The graph after pass ``index`` of ``run.passes``, -1 for the graph before the first; None where it is not known.

    A pass that changed nothing gives the very object that the pass before it gave. What was made is kept as long as
    the run's first graph is.
    """
    if run.first is None or not -1 <= index < known_passes(run):
        return None
    made = _made(run, run.first)
    known = max(each for each in made if each <= index)
    for number in range(known + 1, index + 1):
        made.setdefault(number, _after(made[number - 1], run, number))
    return made[index]


def _made(run: GrapplerRun, first: ConcreteFunction) -> dict[int, ConcreteFunction]:
    """Pass → graph, of those made so far. The passes are kept with them, so that their id stays theirs."""
    kept = first.graph.answers.setdefault(("after passes", id(run.passes)), (run.passes, {-1: first}))
    return cast("tuple[object, dict[int, ConcreteFunction]]", kept)[1]


def _after(concrete: ConcreteFunction, run: GrapplerRun, number: int) -> ConcreteFunction:
    one = run.passes[number]
    assert one.change is not None
    if not one.change:
        return concrete
    if not one.function:
        return ConcreteFunction(changed_graph(concrete.graph, one.change), concrete.functions)
    body = concrete.functions.get(one.function)
    if body is None:
        return concrete
    return ConcreteFunction(concrete.graph, {**concrete.functions, one.function: changed_graph(body, one.change)})
