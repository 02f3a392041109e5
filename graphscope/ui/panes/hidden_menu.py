"""The menu of what is hidden in a pane: each kind with its number, a click on which shows it again."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QMenu

from graphscope.analysis.trim_words import hidden_words


def fill_hidden_menu(
    menu: QMenu, hidden: Mapping[str, int], show: Callable[[str], None], show_all: Callable[[], None]
) -> None:
    """One line for each kind, and one for all of them."""
    for kind, count in hidden.items():
        if count:
            menu.addAction(f"Show {hidden_words(kind, count)}".replace("&", "&&"), functools.partial(show, kind))
    menu.addSeparator()
    menu.addAction("Show everything", show_all)
