"""Which boxes of a pane are marked: selected, of the lit line, found, different; from ops to the boxes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphscope.analysis.box_of import boxes_with_counts
from graphscope.analysis.lit_boxes import differing_boxes, lit_by_places
from graphscope.analysis.ops_of_lines import rows_of_line
from graphscope.analysis.picture import NodeId, Picture
from graphscope.export.overlays import Overlays
from graphscope.session.pass_views import is_against_first, pass_of
from graphscope.session.selection import lowered_boxes
from graphscope.session.session import Session
from graphscope.session.worked_passes import Changes, worked_passes


def overlays_of(session: Session, index: int, picture: Picture, matches: Mapping[str, int]) -> Overlays:
    """The marks of one pane now; ``matches`` are the boxes that a search lights up."""
    selection = session.selection
    comparison = session.comparison
    selected: frozenset[str] = frozenset()
    if selection.pane == index:
        selected = frozenset(lit_by_places(picture, selection.places)) - _every_tag(picture)
    elif selection.pane is not None and selection.nodes:
        partners = session.matches.partners(selection.pane, index, selection.places)
        selected = frozenset(lit_by_places(picture, partners)) - _every_tag(picture)
    concrete = session.views.shown(index).concrete
    lines: frozenset[str] = frozenset()
    if concrete is not None and selection.file and selection.line and len(selection.nodes) <= 1:
        chosen = session.lines_chosen()
        lit = frozenset(lit_by_places(picture, rows_of_line(concrete, selection.file, chosen)))
        ends = lowered_boxes(concrete, selection.file, chosen)
        lines = (lit | {each for each in picture.boxes if ends and each.endswith(ends)}) - selected
    changed: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    marks = _pass_marks(session, index)
    if marks is not None:
        only, changed = differing_boxes(picture, *marks)
    elif comparison is not None and session.differences_shown and comparison.partner(index) is not None:
        only, changed = comparison.boxes(index, picture)
    return Overlays(selected, _tags(session, index, picture), matches=matches, lines=lines, changed=changed, only=only)


def _pass_marks(session: Session, index: int) -> Changes | None:
    """What the pass did whose graph the pane shows; None where it shows no pass, or other differences are wanted."""
    pane = session.views.panes.panes[index]
    number, run = pass_of(pane.view), session.views.outcome(pane).run
    row = session.state.rows.row(pane.row)
    if number is None or run is None or row is None or row.trace is None or not session.state.pass_marks:
        return None
    worked = worked_passes(run, row.trace.concrete) if run.first is not None else None
    known = {} if worked is None else worked.since_first if is_against_first(pane.view) else worked.changes
    return known.get(number, (frozenset(), frozenset()))


def _tags(session: Session, index: int, picture: Picture) -> frozenset[str]:
    """The tags that stand for the selected ops."""
    if session.selection.pane != index or not picture.stubs:
        return frozenset()
    return frozenset(tag for node, tags in picture.stubs.items() if node in session.selection.nodes for tag in tags)


def _every_tag(picture: Picture) -> frozenset[str]:
    return frozenset(tag for tags in picture.stubs.values() for tag in tags)


def boxes_of(picture: Picture, nodes: Iterable[NodeId]) -> frozenset[str]:
    """The innermost visible boxes that show these ops, one for each op."""
    return frozenset(boxes_with_counts(picture.box_of, nodes))
