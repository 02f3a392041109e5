"""InspectorPane: sets out what is to be told of the selected op; what that is, session/inspection.py knows."""

from __future__ import annotations

import dataclasses
import re

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from graphscope.analysis.bundle import MOST_OF_A_BUNDLE, Bundle
from graphscope.analysis.picture import NodeId
from graphscope.analysis.strand_words import bundle_lines, bundle_title
from graphscope.session.facts import CameFrom, Fact, Inspection
from graphscope.session.inspection import inspect
from graphscope.session.line_inspection import inspect_line
from graphscope.session.observers import Change
from graphscope.session.pass_life import selected_life, with_life
from graphscope.session.region_inspection import inspect_lowered
from graphscope.session.session import Session
from graphscope.ui.labels import as_panel, button, heading, label, paragraph

_NOTHING_CHOSEN = (
    "Click an op to see what it is, what it takes and where it came from; or a source line, to see what became of it."
)
LABEL_WIDTH = 62
MOST_LINES = 14
_WORD_ENDS = re.compile(r"(?<=[/_])|(?<=[a-z])(?=[A-Z])")
MOST_BUNDLES = 8
MOST_STRANDS = 5
"""Of each of several bundles; of one that is chosen alone, all that are told singly."""


class InspectorPane(QWidget):
    """The op at the right."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        as_panel(self)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("Inspector")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)
        self._told: object = None
        # A click changes several things, and the graph is to answer first.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._refresh)
        for change in (Change.SELECTION, Change.PANES, Change.ROWS, Change.GRAPPLER, Change.COMPARISON):
            session.on(change, self._soon.start)
        self._refresh()

    def _refresh(self) -> None:
        inspections = self._inspections()
        others = self._session.elsewhere() if inspections else ()
        count = len(self._session.selection.nodes)
        bundles = self._session.selection.bundles
        told = (inspections, others, count, bundles)
        if told == self._told:
            return
        self._told = told
        inner = QWidget()
        as_panel(inner)
        column = QVBoxLayout(inner)
        column.setContentsMargins(10, 10, 8, 10)
        column.setSpacing(6)
        column.addWidget(heading("Inspector"))
        if inspections:
            self._tell(column, inspections[0], others)
        elif count or bundles:
            if count:
                column.addWidget(paragraph(f"{count:,} ops are selected.", ""))
            for bundle in bundles[:MOST_BUNDLES]:
                _tell_bundle(column, bundle, MOST_STRANDS if count else MOST_OF_A_BUNDLE)
        else:
            column.addWidget(paragraph(_NOTHING_CHOSEN, "muted"))
        column.addStretch(1)
        self._area.setWidget(inner)

    def _inspections(self) -> tuple[Inspection, ...]:
        selection = self._session.selection
        if selection.pane is None:
            lines = self._session.lines_chosen()
            line = inspect_line(selection, lines, self._session.views, self._session.state)
            return (line,) if line is not None else ()
        if selection.pane >= len(self._session.views.panes.panes):
            return ()
        life = selected_life(selection, self._session.views, self._session.state)
        concrete = self._session.views.shown(selection.pane).concrete
        nodes = selection.nodes
        if not nodes and life is not None:
            # It is gone in the graph that is shown: what it was is told.
            concrete, nodes = life.graph, frozenset({life.node})
        row = self._session.state.rows.row(self._session.views.panes.panes[selection.pane].row)
        if not nodes or concrete is None or row is None or row.trace is None:
            return ()
        flow = self._session.state.rows.control_flow(row) or ()
        if len(nodes) == 1:
            identity: NodeId = next(iter(nodes))
            found = inspect(concrete, identity, flow, self._session.state.sources)
            found = with_life(found, life) if found is not None else None
        else:
            found = inspect_lowered(concrete, nodes, flow, self._session.state.sources)
        return (found,) if found is not None else ()

    def _tell(self, column: QVBoxLayout, told: Inspection, others: tuple[tuple[str, str], ...]) -> None:
        title = paragraph(told.op_type, "title")
        column.addWidget(title)
        name = paragraph(_breakable(told.name), "mono")
        name.setToolTip(told.name)
        column.addWidget(name)
        column.addLayout(_facts(told.facts))
        if told.came_from:
            column.addSpacing(8)
            column.addWidget(heading("Came from"))
            for each in told.came_from:
                column.addWidget(self._link(each))
                if each.text:
                    column.addWidget(paragraph(each.text, "mono"))
        if told.nested:
            column.addSpacing(8)
            column.addWidget(heading("Nested functions"))
            for nested in told.nested:
                column.addWidget(paragraph(_breakable(nested), "mono"))
        for letter, text in others:
            column.addSpacing(8)
            column.addWidget(heading(f"In {letter}"))
            column.addWidget(paragraph(text))

    def _link(self, place: CameFrom) -> QPushButton:
        def show() -> None:
            self._session.select(dataclasses.replace(self._session.selection, file=place.file, line=place.line))

        return button(place.where, show, "link", "Show this line")


def _tell_bundle(column: QVBoxLayout, bundle: Bundle, most: int) -> None:
    """What runs in a wire, tensor by tensor."""
    column.addSpacing(6)
    column.addWidget(paragraph(bundle_title(bundle), "title"))
    lines = [line.replace("  ", "\n", 1) for line in bundle_lines(bundle, most)]
    for line in lines:
        column.addWidget(paragraph(_breakable(line), "mono"))


def _facts(facts: tuple[Fact, ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setContentsMargins(0, 4, 0, 0)
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(7)
    grid.setColumnMinimumWidth(0, LABEL_WIDTH)
    grid.setColumnStretch(1, 1)
    for row, fact in enumerate(facts):
        name = label(fact.label, "muted")
        lines = fact.lines[:MOST_LINES]
        more = len(fact.lines) - len(lines)
        text = "\n".join((*lines, f"… and {more} more") if more else lines)
        value = paragraph(_breakable(text), "mono" if fact.mono else "")
        value.setAccessibleName(f"{fact.label}: {text}")
        grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, row, 1)
    return grid


def _breakable(text: str) -> str:
    """Long names may break after their separators, and where a word begins with a capital."""
    return _WORD_ENDS.sub("\u200b", text)
