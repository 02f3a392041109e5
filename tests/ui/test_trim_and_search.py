"""Hiding, showing alone and finding, in a true window on a training step that is traced by a true worker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction
from graphscope.ui.application import Application
from graphscope.ui.background_search import BackgroundSearch
from graphscope.ui.panes.graph_pane import GraphPane
from graphscope.ui.search_matches import SearchMatches, SearchWish

pytestmark = [pytest.mark.gui, pytest.mark.worker, pytest.mark.qt_log_ignore("This plugin does not support")]
OpenWindow = Callable[..., Application]
PATIENCE = 90_000

STEP = """
import tensorflow as tf

w = tf.Variable(tf.ones((4, 3)), name="w")
graphscope_signatures = {"step": ["float32[2, 4], float32[2, 3]"]}

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        hidden = tf.nn.relu(x @ w)
        loss = tf.reduce_mean(tf.square(hidden - y))
    if loss > 1:
        tf.print("loss", loss)
    gradient = tape.gradient(loss, w)
    w.assign_sub(0.1 * gradient)
    return loss
"""


class Step:
    """The window with its one pane, and what is asked of it most."""

    def __init__(self, qtbot: QtBot, application: Application) -> None:
        self.qtbot, self.application, self.window = qtbot, application, application.window
        self.actions = self.window.actions_
        self.wait()

    @property
    def pane(self) -> GraphPane:
        return self.window.panes.panes[0]

    def wait(self) -> None:
        def settled() -> bool:
            panes, session = self.window.panes, self.application.session
            return bool(panes.panes) and panes.panes[0].picture is not None and not (panes.busy or session.tracing.busy)

        self.qtbot.waitUntil(settled, timeout=PATIENCE)

    def shown(self) -> set[str]:
        assert self.pane.picture is not None
        return {name for function, name in self.pane.picture.box_of if "step" in function}

    def select(self, *names: str) -> None:
        assert self.pane.picture is not None
        by_name = {node[1]: box for node, box in self.pane.picture.box_of.items()}
        self.pane.canvas.choose([by_name[name] for name in names])

    def do(self, name: str) -> None:
        action = self.actions.only.get(name) or getattr(self.actions, name)
        assert action.isEnabled()
        action.trigger()
        self.wait()


@pytest.fixture
def step(qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str]) -> Step:
    made = Step(qtbot, open_window(path=module(STEP)))
    made.actions.group["none"].trigger()
    made.wait()
    return made


def popup() -> dict[str, QAction]:
    """The entries of the menu that has popped up."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return {action.text().replace("&", ""): action for action in menu.actions()}


def close_popup() -> None:
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


def test_that_ops_are_hidden_and_shown_alone_each_as_one_step_to_undo(step: Step) -> None:
    whole = step.shown()
    assert not step.actions.hide_selected.isEnabled()

    step.select("Relu")
    step.do("hide_selected")
    assert step.shown() == whole - {"Relu"}
    assert step.pane.picture is not None
    assert step.pane.picture.hidden["selected"] == 1

    step.select("Square")
    step.do("ancestors")
    assert step.shown() == {
        "x",
        "y",
        "matmul/ReadVariableOp/resource",
        "matmul/ReadVariableOp",
        "matmul",
        "sub",
        "Square",
    }

    for expected in (whole - {"Relu"}, whole):
        step.actions.undo.trigger()
        step.wait()
        assert step.shown() == expected
    step.actions.redo.trigger()
    step.wait()
    assert step.shown() == whole - {"Relu"}

    step.pane.header.hidden_clicked.emit(QPoint(10, 10))
    assert "Show everything" in popup()
    popup()["Show 1 selected"].trigger()
    close_popup()
    step.wait()
    assert step.shown() == whole


def test_that_paths_and_neighbours_are_shown_alone(step: Step) -> None:
    whole = step.shown()
    step.select("matmul", "Square")
    step.do("paths")
    assert step.shown() == {"matmul", "Relu", "sub", "Square"}
    step.do("undo")
    assert step.shown() == whole

    step.select("x", "y")
    step.actions.only["paths"].trigger()
    assert "no path" in step.window.status.complaint()

    step.select("Relu")
    step.actions.neighbours.trigger()
    dialog = step.window.findChild(QInputDialog)
    assert dialog is not None
    dialog.setIntValue(1)
    dialog.accept()
    step.wait()
    assert {"matmul", "Relu", "sub"} <= step.shown()
    assert "Square" not in step.shown()


def test_that_nothing_left_is_told_with_what_to_do(step: Step) -> None:
    assert step.pane.picture is not None
    step.pane.canvas.choose(step.pane.picture.roots)
    step.do("hide_selected")
    assert step.shown() == set()
    assert "Everything here is hidden" in step.pane.canvas.accessibleDescription()
    step.do("show_all")
    assert "Relu" in step.shown()


def test_that_a_training_step_can_be_grouped_by_phase_and_its_gradients_hidden(step: Step) -> None:
    assert step.actions.group["phase"].isVisible()
    step.actions.group["phase"].trigger()
    step.wait()
    assert step.pane.picture is not None
    titles = [box.title for box in step.pane.picture.boxes.values() if not box.parent]
    assert titles[:2] == ["forward", "backward"]
    step.actions.hide["gradients"].trigger()
    step.wait()
    assert not any("gradient_tape" in name for name in step.shown())
    assert step.pane.picture.hidden["gradients"] > 3
    step.actions.undo.trigger()
    step.actions.undo.trigger()
    step.wait()
    assert "Relu" in step.shown()


def test_that_the_menu_of_a_box_acts_on_that_box(step: Step) -> None:
    step.select("Relu")
    step.window.panes.menu_wanted.emit(0, step.pane.canvas.current(), QPoint(5, 5))
    entries = popup()
    entries["Copy name"].trigger()
    assert QGuiApplication.clipboard().text() == "Relu"
    only = {each.text().replace("&", "") for each in entries["Show only"].menu().actions()}  # type: ignore[attr-defined]
    assert {"What leads to it", "What follows from it", "Neighbours within more hops…"} <= only
    entries["Hide every Relu"].trigger()
    close_popup()
    step.wait()
    assert "Relu" not in step.shown()


def test_that_ops_are_found_while_typing_listed_and_stepped_through(step: Step) -> None:
    search = step.window.toolbar.search
    search.setFocus()
    step.qtbot.keyClicks(search, "op:matm")
    assert len(search.matches) >= 2
    assert search.results.isVisible()
    assert search.results.words.text() == f"{len(search.matches)} matches"
    model = search.results.model
    assert model.data(model.index(0, 1)) == "MatMul"
    assert model.data(model.index(0, 2)) == str(STEP.splitlines().index("        hidden = tf.nn.relu(x @ w)") + 1)

    step.qtbot.keyClick(search, Qt.Key.Key_Return)
    assert step.application.session.selection.nodes == {search.matches[0].node}
    assert search.results.words.text().startswith("1 of ")
    step.qtbot.keyClick(search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert step.application.session.selection.nodes == {search.matches[len(search.matches) - 1].node}

    search.setText("opp:x")
    assert search.results.words.text().startswith("There is no field “opp”.")

    search.setText("op:NoSuchOp")
    assert search.results.words.text() == "nothing found for op:NoSuchOp"
    assert search.results.hint.isVisible()

    search.setText("line:10 op:Relu")
    step.qtbot.keyClick(search, Qt.Key.Key_Down)
    assert search.results.list.hasFocus()
    step.qtbot.keyClick(search.results.list, Qt.Key.Key_Escape)
    assert search.hasFocus()
    step.qtbot.keyClick(search, Qt.Key.Key_Escape)
    assert search.results.isHidden()
    assert search.text() == ""


def test_that_lights_in_closed_groups_and_hidden_ops_are_counted(step: Step) -> None:
    step.actions.group["phase"].trigger()
    step.wait()
    search = step.window.toolbar.search
    search.setText("name:gradient_tape")
    assert step.pane.picture is not None
    backward = next(box for box in step.pane.picture.boxes.values() if box.title == "backward")
    assert step.pane.marks._matches[backward.id] == len(search.matches) > 3
    step.actions.hide["gradients"].trigger()
    step.wait()
    assert len(search.matches) == 0
    assert "all hidden: View, Show everything again" in step.window.status.counts()


def test_that_a_large_graph_is_searched_off_the_windows_thread(qtbot: QtBot) -> None:
    count = 6000
    graph = OpGraph(
        "f",
        tuple(f"op_{row}" for row in range(count)),
        ("Mul",) * count,
        ((),) * count,
        ((),) * count,
        (("float32[]",),) * count,
        ({},) * count,
        ("",) * count,
        ((),) * count,
    )
    concrete = ConcreteFunction(graph)
    picture = build_picture(concrete, ViewState())
    background = BackgroundSearch()
    answers: list[SearchMatches] = []
    background.found.connect(answers.append)
    for text in ("op_1", "op_59", "op_599"):
        background.want(SearchWish(text, ((0, concrete, picture),), {}))
    qtbot.waitUntil(lambda: not background.busy, timeout=20_000)
    assert answers[-1].text == "op_599"
    assert len(answers[-1]) == 11
    assert answers[-1][10].node == ("f", "op_5999")
    background.shut_down()
