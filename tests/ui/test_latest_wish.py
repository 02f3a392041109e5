"""A thread that works for the window outlives a bug in its work, tells of it, and lets nobody wait."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Signal
from pytestqt.qtbot import QtBot

from graphscope.ui.capture_files import CaptureReader
from graphscope.ui.latest_wish import LatestWish

pytestmark = pytest.mark.gui


class Halving(LatestWish[int]):
    halved = Signal(int)

    def __init__(self) -> None:
        super().__init__("halving")
        self.given_up: list[int] = []

    def work(self, wish: int, generation: int) -> None:
        half = 4 // wish
        self.tell(lambda: self.halved.emit(half), generation)

    def broke(self, wish: int) -> None:
        self.given_up.append(wish)


def test_that_a_bug_in_a_thread_is_told_and_the_next_wish_is_worked_on(qtbot: QtBot) -> None:
    halving = Halving()
    with qtbot.capture_exceptions() as bugs:
        halving.want(0)
        qtbot.waitUntil(lambda: bool(bugs))
    assert bugs[0][0] is ZeroDivisionError
    assert halving.given_up == [0]
    assert not halving.busy
    with qtbot.waitSignal(halving.halved) as answer:
        halving.want(2)
    assert answer.args == [2]
    halving.shut_down()


def test_that_a_capture_which_a_bug_kept_from_being_read_is_refused(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("graphscope.capture.read_capture.read_capture", broken)
    reader = CaptureReader("reading")
    with qtbot.capture_exceptions() as bugs, qtbot.waitSignal(reader.refused) as refusal:
        reader.want("a.gscope")
    assert [kind for kind, *_ in bugs] == [RuntimeError]
    assert "by a bug in Graphscope" in refusal.args[0].message
    reader.shut_down()
