"""What the selected op is in the graph that its pane is compared with, in a sentence; it draws nothing."""

from __future__ import annotations

from graphscope.model.trace import ConcreteFunction
from graphscope.session.comparison import Comparison
from graphscope.session.pane_views import PaneViews
from graphscope.session.panes import view_title
from graphscope.session.selection import Selection, node_of
from graphscope.session.signature_rows import SignatureRows


def elsewhere(
    selection: Selection, comparison: Comparison | None, views: PaneViews, rows: SignatureRows
) -> tuple[tuple[str, str], ...]:
    """(whose graph, sentence), or nothing where there is nothing to compare with."""
    panes = views.panes.panes
    if comparison is None or selection.pane is None or len(selection.nodes) != 1:
        return ()
    partner = comparison.partner(selection.pane)
    if partner is None or max(partner, selection.pane) >= len(panes):
        return ()
    here, there = panes[selection.pane], panes[partner]
    name = rows.letter(there.row)
    if here.view != there.view:
        name = f"{name}, {_lowered(view_title(there.view, views.outcome(there).run))}"
    return ((name, _sentence(next(iter(selection.nodes)), selection.pane, comparison)),)


def _lowered(title: str) -> str:
    return f"{title[:1].lower()}{title[1:]}"


def _sentence(identity: tuple[str, str], pane: int, comparison: Comparison) -> str:
    match = comparison.matches(pane).get(identity)
    graph = comparison.second if pane == comparison.one else comparison.first
    if match is None:
        return _in_its_place(identity[1], graph)
    other = node_of(graph, match)
    if other is None:
        return "It is not there."
    called = "" if match[1] == identity[1] else f", called {other.name}"
    change = comparison.change(pane, identity)
    if not change:
        return f"The same op{called}."
    outputs = ", ".join(other.outputs) or "nothing"
    return f"The same op{called}: {other.op_type}, gives {outputs}."


def _in_its_place(name: str, graph: ConcreteFunction) -> str:
    """What the runtime inlined carries the name of the op that it was made from."""
    count = sum(each.startswith(f"{name}/") for each in graph.graph.names)
    return f"Lowered: {count:,} op{'' if count == 1 else 's'} in its place." if count else "It is not there."
