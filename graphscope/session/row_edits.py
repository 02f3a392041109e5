"""RowEdits: signatures added, edited, moved, pasted and removed by the user; nothing is traced by it."""

from __future__ import annotations

from graphscope.session.observers import Change
from graphscope.session.pane_views import PaneViews
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import RowState, SignatureRow

_DONE = (RowState.TRACED, RowState.REUSED, RowState.FAILED, RowState.SKIPPED)


class RowEdits:
    """What the user does with the rows. They are traced in their order, so moving one puts those it passed in doubt."""

    def __init__(self, state: SessionState, views: PaneViews) -> None:
        self._state = state
        self._views = views

    def add(self, text: str = "", after: int | None = None) -> SignatureRow:
        """A new signature, below the row ``after`` or at the end."""
        place = None if after is None else self._state.rows.index(after) + 1
        row = self._state.rows.add(text, place)
        self._state.tell(Change.ROWS)
        return row

    def edit(self, key: int, text: str) -> None:
        """Another text for a row; what was traced of the old one is no longer shown as its own."""
        row = self._state.rows.row(key)
        if row is not None and row.text != text.strip():
            row.text, row.state = text.strip(), RowState.EDITED
            self._state.tell(Change.ROWS)

    def remove(self, key: int) -> None:
        """Take a signature away, and the panes that show it."""
        self._state.rows.remove(key)
        self._views.keep_rows()
        self._state.tell(Change.ROWS)

    def duplicate(self, key: int) -> SignatureRow | None:
        """The same signature once more, below."""
        row = self._state.rows.row(key)
        return None if row is None else self.add(row.text, key)

    def move(self, key: int, place: int) -> None:
        """Put a row at that place among the rows; those whose order changed have not been traced in it."""
        rows = self._state.rows.rows
        old = self._state.rows.index(key)
        place = max(0, min(place, len(rows) - 1))
        if place == old:
            return
        rows.insert(place, rows.pop(old))
        for row in rows[min(old, place) : max(old, place) + 1]:
            if row.state in _DONE:
                row.state = RowState.EDITED
        self._state.tell(Change.ROWS, Change.PANES)

    def move_by(self, key: int, step: int) -> None:
        """Move a row up (-1) or down (1)."""
        self.move(key, self._state.rows.index(key) + step)

    def paste(self, text: str, after: int | None = None) -> tuple[SignatureRow, ...]:
        """A row for each line of a text, below the row ``after`` or at the end; an empty one there is filled first."""
        found = signatures_in(text)
        rows: list[SignatureRow] = []
        start = self._state.rows.row(after) if after is not None else None
        if start is not None and not start.text and found:
            start.text, start.state = found.pop(0), RowState.EDITED
            rows.append(start)
        place = len(self._state.rows) if start is None else self._state.rows.index(start.key) + 1
        rows += [self._state.rows.add(each, place + number) for number, each in enumerate(found)]
        if rows:
            self._state.tell(Change.ROWS)
        return tuple(rows)

    def text(self) -> str:
        """All signatures, one on a line, as they can be pasted."""
        return "".join(f"{row.text}\n" for row in self._state.rows)


def signatures_in(text: str) -> list[str]:
    """The signatures of a text, one on a line; empty lines and comments are none."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
