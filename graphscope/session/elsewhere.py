"""What the selected op is in the other signatures that are shown, in a sentence each; it draws nothing."""

from __future__ import annotations

from graphscope.model.op_graph import OpNode
from graphscope.model.trace import ConcreteFunction
from graphscope.session.pane_views import PaneViews
from graphscope.session.panes import VIEWS
from graphscope.session.selection import Selection, node_of
from graphscope.session.signature_rows import SignatureRows


def elsewhere(selection: Selection, views: PaneViews, rows: SignatureRows) -> tuple[tuple[str, str], ...]:
    """(letter, sentence) for each other pane that has a graph."""
    panes = views.panes.panes
    if selection.pane is None or selection.pane >= len(panes) or len(selection.nodes) != 1:
        return ()
    here = views.shown(selection.pane).concrete
    identity = next(iter(selection.nodes))
    node = node_of(here, identity) if here is not None else None
    if here is None or node is None:
        return ()
    told = []
    for index, pane in enumerate(panes):
        there = views.shown(index).concrete
        if index == selection.pane or there is None or there is here:
            continue
        name = rows.letter(pane.row)
        if pane.view != panes[selection.pane].view or pane.row == panes[selection.pane].row:
            name = f"{name}, {VIEWS[pane.view].lower()}"
        told.append((name, _sentence(here, identity, node, there)))
    return tuple(told)


def _sentence(here: ConcreteFunction, identity: tuple[str, str], node: OpNode, there: ConcreteFunction) -> str:
    from graphscope.analysis.node_matching import match_functions

    match = match_functions(here, there).get(identity)
    other = node_of(there, match) if match is not None else None
    if other is None:
        return "not there"
    differences = []
    if other.op_type != node.op_type:
        differences.append(f"now {other.op_type}")
    if other.outputs != node.outputs:
        differences.append(f"gives {', '.join(other.outputs) or 'nothing'}")
    if other.name != node.name:
        differences.append(f"called {other.name}")
    if other.device != node.device and other.device:
        differences.append(f"placed on {other.device}")
    return "the same op" + (": " + "; ".join(differences) if differences else "")
