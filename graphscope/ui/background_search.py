"""BackgroundSearch: searches large graphs off the window's thread, the newest text only; what matches is analysis's."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from graphscope.ui.latest_wish import LatestWish
from graphscope.ui.search_matches import SearchWish, find


class BackgroundSearch(LatestWish[SearchWish]):
    """Answers the latest wish of the search box."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("search", parent)

    def work(self, wish: SearchWish, generation: int) -> None:
        """Search."""
        matches = find(wish)
        self.tell(lambda: self.found.emit(matches), generation)
