"""What is worked out of a run's passes once, off the window's thread: graphs, their versions and what each changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction
from graphscope.session.pass_views import counted_ends

if TYPE_CHECKING:
    from graphscope.analysis.picture import NodeId
    from graphscope.analysis.versions import Versions

Changes = tuple[frozenset["NodeId"], frozenset["NodeId"]]
"""The ops that are new, and those that are there before and after, but not the same."""


@dataclass(frozen=True, eq=False)
class PassGraph:
    """The graph after one pass, of the function that the pass worked on."""

    concrete: ConcreteFunction
    before: ConcreteFunction
    """The same function before the pass."""
    first: ConcreteFunction
    """The same function before the first pass over it."""
    versions: Versions

    def count_gone(self) -> int:
        """How many ops the graph before the first pass has besides."""
        after = self.concrete.graph.index_of
        return sum(name not in after for name in self.first.graph.names)


@dataclass(eq=False)
class WorkedPasses:
    """Pass → what is known of it, -1 for before the first. ``changes`` follow later than ``graphs``."""

    graphs: Mapping[int, PassGraph]
    changes: dict[int, Changes] = field(default_factory=dict)
    since_first: dict[int, Changes] = field(default_factory=dict)
    words: dict[int, str] = field(default_factory=dict)
    """What each pass did, as numbers of ops."""
    to_before: Mapping[NodeId, NodeId] = field(default_factory=dict)
    """Op of the traced graph → the op that it was when it reached Grappler."""
    finished: bool = False


def worked_passes(run: GrapplerRun, traced: ConcreteFunction | None) -> WorkedPasses | None:
    """What is known already; None where ``work_out`` has not come so far."""
    return _kept(run).get(id(traced), (None, None))[1]


def work_out(run: GrapplerRun, traced: ConcreteFunction | None, is_old: Callable[[], bool]) -> Iterator[WorkedPasses]:
    """The graphs, and then again with what each pass changed; nothing where it has been overtaken.

    ``traced`` gives names to what the loops of the outermost graph carry.
    """
    from graphscope.analysis.node_matching import match_nodes
    from graphscope.analysis.pass_marks import changed_by_pass, changed_since

    found = worked_passes(run, traced)
    if found is None:
        found = WorkedPasses(_graphs(run, traced))
        # What the graphs were named by is kept with them, so that no other takes its id.
        _kept(run)[id(traced)] = (traced, found)
    yield found
    for index, each in found.graphs.items():
        if is_old():
            return
        if index not in found.changes:
            found.since_first[index] = changed_since(each.first, each.concrete)
            found.changes[index] = changed_by_pass(run, index)
            found.words[index] = counted_ends(run, index) if index >= 0 else ""
    if traced is not None and run.before is not None:
        found.to_before = match_nodes(traced, run.before).to_b
    found.finished = True
    yield found


def give_up(run: GrapplerRun, traced: ConcreteFunction | None) -> None:
    """A bug kept it from being worked out: what is not known yet never will be."""
    found = worked_passes(run, traced) or WorkedPasses({})
    found.finished = True
    _kept(run)[id(traced)] = (traced, found)


def _kept(run: GrapplerRun) -> dict[int, tuple[ConcreteFunction | None, WorkedPasses]]:
    assert run.first is not None
    kept = run.first.graph.answers.setdefault(("worked passes", id(run.passes)), (run.passes, {}))
    return cast("tuple[object, dict[int, tuple[ConcreteFunction | None, WorkedPasses]]]", kept)[1]


def _graphs(run: GrapplerRun, traced: ConcreteFunction | None) -> dict[int, PassGraph]:
    """Of a pass over a function that was optimised on its own, that function's graph; else the outermost one."""
    from graphscope.analysis.pass_graphs import graph_after, known_passes
    from graphscope.analysis.versions import Versions

    seen = _Seen(traced)
    shown = {index: seen.shown(run, index, graph_after(run, index)) for index in range(-1, known_passes(run))}
    chains: dict[str, list[ConcreteFunction]] = {}
    for index, (function, _) in shown.items():
        if function not in chains:
            before = graph_after(run, index - 1 if index >= 0 else -1)
            chains[function] = [seen.of(function, before)]
        chains[function].append(shown[index][1])
    versions = {function: Versions(chain) for function, chain in chains.items()}
    last = {function: chain[0] for function, chain in chains.items()}
    found = {}
    for index, (function, concrete) in shown.items():
        found[index] = PassGraph(concrete, last[function], chains[function][0], versions[function])
        last[function] = concrete
    return found


class _Seen:
    """The same object for the same graph, named by what was traced, where a pass changed nothing."""

    def __init__(self, traced: ConcreteFunction | None) -> None:
        self._traced = traced
        self._made: dict[int, tuple[object, ConcreteFunction]] = {}

    def shown(self, run: GrapplerRun, index: int, after: ConcreteFunction | None) -> tuple[str, ConcreteFunction]:
        """The function that a pass worked on, '' for the outermost, and its graph after it."""
        function = run.passes[index].function if index >= 0 else ""
        function = function if after is not None and function in after.functions else ""
        return function, self.of(function, after)

    def of(self, function: str, whole: ConcreteFunction | None) -> ConcreteFunction:
        """That function with all that it may call."""
        from graphscope.analysis.loop_variables import with_loop_variables

        assert whole is not None
        graph = whole.functions[function] if function else whole.graph
        if id(graph) not in self._made:
            named = with_loop_variables(graph, self._traced) if self._traced is not None and not function else graph
            self._made[id(graph)] = (graph, dataclasses.replace(whole, graph=named))
        return self._made[id(graph)][1]
