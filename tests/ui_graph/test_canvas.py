"""The canvas: what mouse and keys do to it, and what it tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from graphscope.analysis.picture import Picture
from graphscope.export.look import load_theme
from graphscope.export.overlays import Overlays
from graphscope.layout.placement import Placement, Rect
from graphscope.ui.fonts import load_fonts
from graphscope.ui.graph.canvas import GraphCanvas
from graphscope.ui.graph.minimap import Minimap
from tests.ui_graph.pictures import clip_loop, grid

pytestmark = pytest.mark.gui
Key = Qt.Key
Drawn = tuple[Picture, Placement]


@pytest.fixture
def show(qtbot: QtBot) -> Callable[[Drawn], GraphCanvas]:
    def make(drawn: Drawn) -> GraphCanvas:
        load_fonts()
        canvas = GraphCanvas(load_theme("light"))
        qtbot.addWidget(canvas)
        canvas.set_animated(False)
        canvas.resize(520, 566)
        canvas.set_content(*drawn)
        canvas.show()
        qtbot.waitExposed(canvas)
        canvas.setFocus()
        return canvas

    return make


def pixel(canvas: GraphCanvas, box: str, right: float = 0.5, down: float = 0.5) -> QPoint:
    assert canvas.index is not None
    rect = canvas.index.rects[canvas.index.row[box]]
    return QPointF(*canvas.view().to_pane(rect.x + rect.width * right, rect.y + rect.height * down)).toPoint()


def click(qtbot: QtBot, canvas: GraphCanvas, box: str, *modifiers: Qt.KeyboardModifier) -> None:
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, *modifiers, pos=pixel(canvas, box))


def wheel(canvas: GraphCanvas, at: QPoint, notches: int, modifiers: Qt.KeyboardModifier | None = None) -> None:
    event = QWheelEvent(
        QPointF(at),
        QPointF(canvas.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        modifiers or Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, event)


def test_that_a_click_chooses_the_innermost_box(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    with qtbot.waitSignal(canvas.selection_changed) as told:
        click(qtbot, canvas, "less")
    assert told.args == [["less"]]
    click(qtbot, canvas, "matmul", Qt.KeyboardModifier.ControlModifier)
    assert canvas.selection() == ("less", "matmul")
    click(qtbot, canvas, "less", Qt.KeyboardModifier.ControlModifier)
    assert canvas.selection() == ("matmul",)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(4, 300))
    assert canvas.selection() == ()


def test_that_a_drag_pans_and_chooses_nothing(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    start, before = pixel(canvas, "matmul"), canvas.view()
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, start + QPoint(30, 20))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(30, 20))
    assert canvas.selection() == ()
    assert canvas.view() == before.moved(30, 20)


def test_that_a_double_click_asks_for_what_can_be_opened_only(
    qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]
) -> None:
    canvas = show(clip_loop())
    asked: list[str] = []
    canvas.box_activated.connect(asked.append)
    for box in ("dropout", "matmul", "if"):
        qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(canvas, box))
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(canvas, "while", 0.5, 0.05))
    assert asked == ["dropout", "if", "while"]


@pytest.mark.parametrize("notches", [3, -3])
def test_that_the_wheel_zooms_at_the_pointer(show: Callable[[Drawn], GraphCanvas], notches: int) -> None:
    canvas = show(clip_loop())
    at, scale = pixel(canvas, "dropout"), canvas.view().scale
    before = canvas.view().to_drawing(at.x(), at.y())
    wheel(canvas, at, notches)
    assert (canvas.view().scale > scale) == (notches > 0)
    assert canvas.view().to_drawing(at.x(), at.y()) == pytest.approx(before)


def test_that_a_glide_ends_where_the_jump_would_have(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    jumping, gliding = show(clip_loop()), show(clip_loop())
    gliding.set_animated(True)
    for canvas in (jumping, gliding):
        wheel(canvas, QPoint(100, 100), 1)
    qtbot.waitUntil(lambda: gliding.view() == jumping.view())


def test_that_keys_walk_open_close_and_let_go(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    asked: list[str] = []
    canvas.box_activated.connect(asked.append)
    walked = []
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Return, Key.Key_Down, Key.Key_Down, Key.Key_Return, Key.Key_Right):
        qtbot.keyClick(canvas, key)
        walked.append(canvas.current())
    assert walked == ["x", "dropout", "dropout", "matmul", "while", "cond", "body"]
    assert asked == ["dropout"]
    qtbot.keyClick(canvas, Key.Key_Backspace)
    assert (asked, canvas.current()) == (["dropout", "while"], "while")
    qtbot.keyClick(canvas, Key.Key_Escape)
    assert canvas.selection() == ()


def test_that_arrows_follow_the_direction_of_the_drawing(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    canvas.set_content(*clip_loop(), direction="right")
    canvas.set_selection(["x"])
    qtbot.keyClick(canvas, Key.Key_Right)
    assert canvas.current() == "dropout"


def test_that_the_keyboard_brings_what_it_reaches_into_sight(
    qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]
) -> None:
    canvas = show(grid(400))
    for _ in range(18):
        qtbot.keyClick(canvas, Key.Key_Down)
    assert canvas.rect().contains(pixel(canvas, canvas.current()))
    qtbot.keyClick(canvas, Key.Key_F)
    assert canvas.shown().y <= 0


def test_that_other_keys_are_left_to_the_window(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    view = canvas.view()
    qtbot.keyClick(canvas, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(canvas, Key.Key_1)
    assert canvas.view() == view


def test_that_the_first_view_follows_the_panes_size_until_it_is_touched(show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    canvas.resize(900, 800)
    grown = canvas.view()
    assert grown.scale == pytest.approx(1.25)
    canvas.drag_view(10, 0)
    canvas.resize(520, 566)
    assert canvas.view().scale == grown.scale


def test_that_a_new_picture_leaves_the_chosen_box_where_it_is(show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    canvas.drag_view(7, 3)
    canvas.set_selection(["matmul"])
    before = pixel(canvas, "matmul")
    picture, placement = clip_loop()
    moved = {box: Rect(rect.x + 40, rect.y + 90, rect.width, rect.height) for box, rect in placement.rects.items()}
    canvas.set_content(picture, Placement(moved, (), 460, 506), keep_view=True)
    assert pixel(canvas, "matmul") == before
    assert canvas.selection() == ("matmul",)


def test_that_marks_are_laid_on_without_moving_or_telling(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    view, plain = canvas.view(), canvas.grab().toImage()
    with qtbot.assertNotEmitted(canvas.selection_changed):
        canvas.set_overlays(Overlays(selection=frozenset({"add", "gone"}), matches={"x": 1}))
    assert canvas.selection() == ("add",)
    assert canvas.view() == view
    canvas.finish_painting()
    assert canvas.grab().toImage() != plain


def test_that_the_chosen_box_is_told_to_screen_readers(show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    canvas.set_selection(["dropout"])
    told = canvas.accessibleDescription()
    assert told == "dropout, line 11 · 8 ops · only in A; from Placeholder; to MatMul; closed, Enter opens it"
    canvas.clear()
    canvas.set_message("Nothing traced yet", "Press F5")
    assert canvas.accessibleDescription() == "Nothing traced yet. Press F5"


def test_that_what_the_pointer_is_over_is_told(qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]) -> None:
    canvas = show(clip_loop())
    with qtbot.waitSignal(canvas.hovered) as told:
        qtbot.mouseMove(canvas, pixel(canvas, "matmul"))
    assert told.args == ["matmul"]
    assert canvas.index is not None
    assert canvas.index.wire_at(145, 52, 4) == 0
    assert canvas.index.wire_at(160, 52, 4) == -1
    curve = canvas.index.wire_at(319, 98, 12)
    assert canvas.index.wires[curve][0].control


def test_that_the_overview_shows_only_where_it_helps_and_leads_there(
    qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]
) -> None:
    canvas = show(grid(400))
    overview = canvas.findChild(Minimap)
    assert isinstance(overview, Minimap)
    assert overview.isVisible()
    qtbot.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(overview.width() // 2, overview.height() // 2))
    shown = canvas.shown()
    assert canvas.index is not None
    assert shown.x + shown.width / 2 == pytest.approx(canvas.index.area.width / 2, rel=0.05)
    canvas.fit()
    assert not overview.isVisible()


def test_that_the_menu_key_and_the_right_button_ask_for_a_menu(
    qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]
) -> None:
    canvas = show(clip_loop())
    canvas.set_selection(["matmul"])
    with qtbot.waitSignal(canvas.context_menu_requested) as told:
        qtbot.keyClick(canvas, Key.Key_Menu)
    assert told.args is not None
    assert told.args[0] == "matmul"


def test_that_a_pane_with_nothing_in_it_takes_every_key_and_click(
    qtbot: QtBot, show: Callable[[Drawn], GraphCanvas]
) -> None:
    canvas = show(clip_loop())
    canvas.clear()
    canvas.set_busy("Laying out")
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_Backspace, Key.Key_F, Key.Key_Plus, Key.Key_Escape):
        qtbot.keyClick(canvas, key)
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    wheel(canvas, QPoint(50, 50), 2)
    canvas.set_busy("")
    assert canvas.selection() == ()
