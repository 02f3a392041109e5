"""What Grappler's passes did with the one op that is selected or followed, in any view of its graph; no drawing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphscope.session.facts import Fact, Inspection
from graphscope.session.followed_ops import Followed
from graphscope.session.pane_views import PaneViews
from graphscope.session.panes import AFTER, BEFORE, TRACED
from graphscope.session.pass_views import pass_of
from graphscope.session.selection import Selection
from graphscope.session.session_state import SessionState
from graphscope.session.worked_passes import WorkedPasses, worked_passes

if TYPE_CHECKING:
    from graphscope.analysis.node_life import NodeLife
    from graphscope.analysis.picture import NodeId
    from graphscope.model.grappler import GrapplerRun
    from graphscope.model.trace import ConcreteFunction


@dataclass(frozen=True)
class PassLife:
    """The passes that did something with an op, in words, and what became of it in the end."""

    node: NodeId
    touched: Mapping[int, str]
    """Pass → words, -1 for what came before the first."""
    gone: int | None
    """The pass that it is gone in, None where something of it is left."""
    end: str
    graph: ConcreteFunction
    """The graph that the op was chosen in."""


def selected_life(selection: Selection, views: PaneViews, state: SessionState) -> PassLife | None:
    """The life of the one op that is selected, or was until it was gone; None where that is not known."""
    panes = views.panes.panes
    if selection.pane is None or selection.pane >= len(panes):
        return None
    pane = panes[selection.pane]
    row, run = state.rows.row(pane.row), views.outcome(pane).run
    if row is None or row.trace is None or row.trace.concrete is None or run is None or run.first is None:
        return None
    op = Followed(pane.row, pane.view, selection.nodes)
    if not selection.nodes and state.followed is not None and state.followed.row == pane.row:
        op = state.followed
    worked = worked_passes(run, row.trace.concrete)
    if worked is None or not worked.finished or not run.passes or len(op.nodes) != 1:
        return None
    graphs = {TRACED: row.trace.concrete, BEFORE: run.before, AFTER: run.after}
    index = max(worked.graphs, default=-1) if op.view == AFTER else pass_of(op.view)
    shown = worked.graphs.get(index) if index is not None else None
    graph = graphs.get(op.view) or (shown.concrete if shown is not None else None)
    (node,) = op.nodes
    life = _life(run, (op.view, index), node, worked)
    return _told(life, node, graph) if life is not None and graph is not None else None


def with_life(inspection: Inspection, life: PassLife | None) -> Inspection:
    """The inspection with what became of the op, and in which passes."""
    if life is None:
        return inspection
    end = f"{life.end[:1].upper()}{life.end[1:]}."
    lines = tuple(f"• {words}" for words in life.touched.values() if words and words != life.end)
    return dataclasses.replace(inspection, facts=(*inspection.facts, Fact("Grappler", (end, *lines), mono=False)))


def _life(run: GrapplerRun, view: tuple[str, int | None], node: NodeId, worked: WorkedPasses) -> NodeLife | None:
    """``view`` is where the op was chosen, with the pass that is shown there."""
    from graphscope.analysis.node_life import life_from, life_of  # not needed for the first paint

    name, index = view
    if name in (TRACED, BEFORE):
        return life_of(run, worked.to_before.get(node, node) if name == TRACED else node)
    shown = worked.graphs.get(index) if index is not None else None
    if index is None or shown is None or shown.concrete.function(node[0]) is None:
        return None
    return life_from(run, node, index)


def _told(life: NodeLife, node: NodeId, graph: ConcreteFunction) -> PassLife:
    last = life.steps[-1]
    touched = {step.index: step.words for step in life.steps if step.words}
    return PassLife(node, touched, last.index if not last.names and last.index >= 0 else None, life.end, graph)
