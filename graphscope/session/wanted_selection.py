"""What ``--select`` names, made a selection: ``line:17`` of the function's file, or ``op:NAME`` of the chosen pane."""

from __future__ import annotations

from graphscope.analysis.picture import NodeId
from graphscope.errors import UsageError
from graphscope.model.trace import ConcreteFunction
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
    node = _op(concrete, name) if concrete is not None else None
    if concrete is None or node is None:
        raise UsageError(f"--select names op {name}, and the chosen pane shows none of that name")
    session.select_nodes(pane, frozenset({node}), concrete)


def _line(session: Session, line: int) -> Selection:
    function, module = session.state.function, session.state.module
    file = (function.file if function is not None else None) or (module.file if module is not None else None) or ""
    if not 0 < line <= len(session.state.sources.lines(file)):
        raise UsageError(f"--select names line {line}, and the function's file has none of that number")
    return Selection(file=file, line=line)


def _op(concrete: ConcreteFunction, name: str) -> NodeId | None:
    """The op of that name in the graph, else in the first function nested in it that has one."""
    return next(((graph.function, name) for graph in graphs_of(concrete) if name in graph.index_of), None)
