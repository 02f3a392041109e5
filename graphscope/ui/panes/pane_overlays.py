"""Which boxes of a pane are marked: selected, of the lit line, found, different; from ops to the boxes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from graphscope.analysis.box_of import BoxOf, boxes_with_counts
from graphscope.analysis.ops_of_lines import rows_of_line
from graphscope.analysis.picture import NodeId, Picture
from graphscope.analysis.places import Places
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
        selected = frozenset(counted(picture, selection.places))
    elif selection.pane is not None and selection.nodes:
        selected = boxes_of(picture, session.matches.partners(selection.pane, index, selection.nodes))
    concrete = session.views.shown(index).concrete
    lines: frozenset[str] = frozenset()
    if concrete is not None and selection.file and selection.line and len(selection.nodes) <= 1:
        chosen = session.lines_chosen()
        lit = frozenset(counted(picture, rows_of_line(concrete, selection.file, chosen)))
        ends = lowered_boxes(concrete, selection.file, chosen)
        lines = (lit | {each for each in picture.boxes if ends and each.endswith(ends)}) - selected
    changed: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    marks = _pass_marks(session, index)
    if marks is not None:
        only, changed = _marked_boxes(picture, marks[0]), _marked_boxes(picture, marks[1])
        changed -= only
    elif comparison is not None and session.differences_shown and comparison.partner(index) is not None:
        only = _whole_boxes(picture, comparison.only(index))
        changed = _marked_boxes(picture, comparison.changed(index)) - only
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


def _whole_boxes(picture: Picture, nodes: frozenset[NodeId]) -> frozenset[str]:
    """The closed boxes all of whose ops are among these."""
    found = boxes_of(picture, nodes)
    boxes = (picture.boxes[each] for each in found)
    return frozenset(box.id for box in boxes if not box.is_open and box.nodes and nodes.issuperset(box.nodes))


def _marked_boxes(picture: Picture, nodes: frozenset[NodeId]) -> frozenset[str]:
    return frozenset(each for each in boxes_of(picture, nodes) if not picture.boxes[each].is_open)


def boxes_of(picture: Picture, nodes: Iterable[NodeId]) -> frozenset[str]:
    """The innermost visible boxes that show these ops."""
    return frozenset(boxes_with_counts(picture.box_of, nodes))


def counted(picture: Picture, places: Places) -> Counter[str]:
    """Box → how many of these ops it shows."""
    counts: Counter[str] = Counter()
    if isinstance(picture.box_of, BoxOf):
        for graph, rows in places:
            counts.update(picture.box_of.counts(graph.function, rows))
    return counts
