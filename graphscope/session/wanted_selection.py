"""What ``--select`` names, made a selection: ``line:17`` of the function's file, or ``op:NAME`` of the chosen pane."""

from __future__ import annotations

from graphscope.analysis.picture import NodeId
from graphscope.errors import UsageError
from graphscope.model.trace import ConcreteFunction
from graphscope.session.pass_views import pass_of
from graphscope.session.selection import Selection, graphs_of
from graphscope.session.session import Session


def select_wanted(session: Session, wanted: str) -> None:
    """Select it. Raises UsageError where there is no such line or op."""
    kind, _, name = wanted.partition(":")
    if kind == "line":
        session.select(_line(session, int(name)))
        return
    pane = session.views.panes.chosen
    concrete = session.views.shown(pane).concrete
    if concrete is None:
        raise UsageError(f"--select names op {name}, and the chosen pane shows no graph")
    node = _op(concrete, name)
    nodes = frozenset({node}) if node is not None else _led_to(session, pane, name, concrete)
    session.select_nodes(pane, nodes, concrete)


def _line(session: Session, line: int) -> Selection:
    function, module = session.state.function, session.state.module
    file = (function.file if function is not None else None) or (module.file if module is not None else None) or ""
    if not 0 < line <= len(session.state.sources.lines(file)):
        raise UsageError(f"--select names line {line}, and the function's file has none of that number")
    return Selection(file=file, line=line)


def _op(concrete: ConcreteFunction, name: str) -> NodeId | None:
    """The op of that name in the graph, else in the first function nested in it that has one."""
    return next(((graph.function, name) for graph in graphs_of(concrete) if name in graph.index_of), None)


def _led_to(session: Session, pane: int, name: str, concrete: ConcreteFunction) -> frozenset[NodeId]:
    """What became, in the graph that a pane shows, of the traced op of that name."""
    row = session.state.rows.row(session.views.panes.panes[pane].row)
    traced = row.trace.concrete if row is not None and row.trace is not None else None
    node = _op(traced, name) if traced is not None else None
    if traced is None or node is None or traced is concrete:
        raise UsageError(f"--select names op {name}, and the chosen pane shows none of that name")
    found, why = _heirs(session, pane, node, traced)
    known = frozenset(each for each in found if (graph := concrete.function(each[0])) and each[1] in graph.index_of)
    if not known:
        raise UsageError(f"--select names op {name}, of which the chosen pane shows nothing{why}")
    return known


def _lowered(shown: ConcreteFunction, name: str) -> set[NodeId]:
    """The ops of the branch or loop of that name, where the runtime took it apart."""
    from graphscope.analysis.lowered_regions import lowered_paths, members_of

    graph = shown.graph
    regions = {each for path in lowered_paths(graph).values() for each in path if not each.startswith("part ")}
    region = next((each for each in sorted(regions) if each.partition(" ")[2].strip("/") == name), None)
    return {(graph.function, graph.names[row]) for row in members_of(graph, region)} if region is not None else set()


def _heirs(session: Session, pane: int, node: NodeId, traced: ConcreteFunction) -> tuple[set[NodeId], str]:
    """The ops that a traced one became, and, where there are none, why, as far as the passes tell."""
    from graphscope.analysis.hlo import is_hlo, partners_of
    from graphscope.analysis.node_life import life_of
    from graphscope.analysis.node_matching import match_nodes

    shown, wanted = session.views.shown(pane).concrete, session.views.panes.panes[pane]
    assert shown is not None
    if is_hlo(shown.graph):
        return set(partners_of(traced, [node], shown)), ""
    region = _lowered(shown, node[1])
    if region:
        return region, ""
    run = session.views.outcome(wanted).run
    match = match_nodes(traced, shown).to_b.get(node)
    if match is not None or run is None or not run.passes or run.first is None:
        return {match} if match is not None else set(), ""
    life = life_of(run, node, traced)
    index = pass_of(wanted.view)
    names = life.names_after(len(run.passes) if index is None else index)
    return {(life.function or shown.graph.function, each) for each in names}, f": {life.end}"
