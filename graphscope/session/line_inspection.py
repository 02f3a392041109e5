"""What there is to tell of a chosen source line: what became of its statement, and its ops, pane by pane."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

from graphscope.model.op_graph import OpGraph
from graphscope.session.facts import Fact, Inspection
from graphscope.session.failure_words import told_statements
from graphscope.session.pane_views import PaneViews
from graphscope.session.selection import Selection
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.verdicts import line_verdicts

_MOST_OPS = 8


def inspect_line(selection: Selection, lines: range, views: PaneViews, state: SessionState) -> Inspection | None:
    """Of the statement on ``lines``, which was chosen in the source; None where no line is."""
    file, line = selection.file, selection.line
    if not file or not line or not lines:
        return None
    text = "\n".join(each for number in lines if (each := state.sources.line(file, number)))
    place = f"line {line}" if len(lines) == 1 else f"lines {lines[0]} to {lines[-1]}"
    facts = [fact for index in range(len(views.panes.panes)) for fact in _facts(index, (file, lines), views, state)]
    name = f"{os.path.basename(file)}: {text}" if text else os.path.basename(file)
    return Inspection(f"{place[:1].upper()}{place[1:]}", name, tuple(dict.fromkeys(facts)))


def _facts(index: int, place: tuple[str, range], views: PaneViews, state: SessionState) -> Iterator[Fact]:
    """What a pane's signature has to say of the statement, and which ops of its graph came of it."""
    row = state.rows.row(views.panes.panes[index].row)
    if row is None or row.trace is None:
        return
    letter = state.rows.letter(row.key)
    yield Fact(f"in {letter}", _verdict(row, place, state), mono=False)
    concrete = views.shown(index).concrete
    if concrete is None:
        return
    from graphscope.analysis.ops_of_lines import rows_of_line  # numpy is not needed for the first paint

    found = [(graph, int(node)) for graph, rows in rows_of_line(concrete, *place) for node in rows]
    if found:
        yield Fact(f"ops in {letter}", _told(found))
    else:
        yield Fact(f"ops in {letter}", ("none: Python alone had to do with it",), mono=False)


def _verdict(row: SignatureRow, place: tuple[str, range], state: SessionState) -> tuple[str, ...]:
    file, lines = place
    flow = told_statements(state.rows.control_flow(row), row.trace, state.sources) or ()
    verdicts = line_verdicts(file, [("", flow)])
    told = [verdicts[line] for line in lines if line in verdicts]
    if not told:
        return ("no branch or loop: Python ran it while tracing",)
    return tuple(text for each in told for text in (each.text, *each.detail.replace(": ", "", 1).split("\n")))


def _told(found: list[tuple[OpGraph, int]]) -> tuple[str, ...]:
    """The ops by name while they are few, else how many of each type."""
    if len(found) <= _MOST_OPS:
        return tuple(f"{graph.op_types[node]}  {graph.names[node]}" for graph, node in found)
    types = Counter(graph.op_types[node] for graph, node in found)
    counted = [f"{name} ×{count}" if count > 1 else name for name, count in types.most_common(_MOST_OPS)]
    rest = len(types) - len(counted)
    return (f"{len(found):,} ops", *counted, *([f"and {rest} more types"] if rest > 0 else []))
