"""BackgroundWriting: an explicit form, written off the window's thread; what is written and how, is asked elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from graphscope.model.trace import Statement
from graphscope.ui.latest_wish import LatestWish

if TYPE_CHECKING:
    from graphscope.explicit_form.explicit_form import TracedSource

    Wish = tuple[TracedSource, tuple[Statement, ...], str]


class BackgroundWriting(LatestWish["Wish"]):
    """The form of the newest source, statements and dialect."""

    written = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("explicit form", parent)

    def work(self, wish: Wish, generation: int) -> None:
        """Write it out."""
        from graphscope.explicit_form.explicit_form import explicit_form  # not needed for the first paint

        form = explicit_form(*wish)
        self.tell(lambda: self.written.emit(form), generation)
