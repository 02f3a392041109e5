"""Observers: who wants to hear of several changes that come together hears of them once."""

from __future__ import annotations

from graphscope.session.observers import Change, Observers


def test_that_changes_told_together_are_heard_of_once_by_each_in_the_order_of_the_changes() -> None:
    observers, heard = Observers(), list[str]()

    def first() -> None:
        heard.append("first")

    for change in (Change.ROWS, Change.PANES):
        observers.on(change, first)
    observers.on(Change.PANES, lambda: heard.append("second"))
    observers.tell(Change.PANES, Change.ROWS)
    assert heard == ["first", "second"]
    observers.tell(Change.ROWS)
    assert heard == ["first", "second", "first"]


def test_that_a_change_which_follows_from_another_is_told_too() -> None:
    observers, heard = Observers(), list[str]()
    observers.on(Change.ROWS, lambda: observers.tell(Change.PANES))
    observers.on(Change.PANES, lambda: heard.append("panes"))
    observers.tell(Change.ROWS, Change.MODULE)
    assert heard == ["panes"]
