"""Undo and redo of a value that is replaced as a whole; knows nothing of what the value is."""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")
LONGEST = 200


class UndoStack(Generic[Value]):
    """The present value with those before it and those undone."""

    def __init__(self, value: Value) -> None:
        self._past: list[Value] = []
        self._present = value
        self._future: list[Value] = []

    @property
    def value(self) -> Value:
        """The present value."""
        return self._present

    @property
    def can_undo(self) -> bool:
        """Whether there is a value before this one."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether a value was undone."""
        return bool(self._future)

    def change(self, value: Value) -> None:
        """Make ``value`` the present one; an equal value is no change."""
        if value != self._present:
            self._past.append(self._present)
            del self._past[:-LONGEST]
            self._present = value
            self._future.clear()

    def replace(self, value: Value) -> None:
        """Put ``value`` in the present one's place without a step to undo."""
        self._present = value

    def reset(self, value: Value) -> None:
        """Begin anew with ``value``; there is nothing to undo."""
        self._past.clear()
        self._future.clear()
        self._present = value

    def undo(self) -> bool:
        """Go back one step; False where there is none."""
        if not self._past:
            return False
        self._future.append(self._present)
        self._present = self._past.pop()
        return True

    def redo(self) -> bool:
        """Go forward one step; False where there is none."""
        if not self._future:
            return False
        self._past.append(self._present)
        self._present = self._future.pop()
        return True
