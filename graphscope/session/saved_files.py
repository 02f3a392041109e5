"""SavedFiles: which sources were saved since they were traced, and whether that is new; the window watches them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from graphscope.session.module_opening import file_stamp
from graphscope.session.observers import Change
from graphscope.session.session_state import SessionState


class SavedFiles:
    """Compares the open module's sources with the disk when asked to."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self.changed: tuple[str, ...] = ()
        self._seen: Mapping[str, float] = {}

    def look(self) -> bool:
        """Look at the disk; whether something was saved that no look has seen before."""
        module = self._state.module
        changed = module.changed_files() if module is not None else ()
        seen = {file: file_stamp(file) for file in changed}
        is_new = bool(set(seen.items()) - set(self._seen.items()))
        self._seen = seen
        if changed != self.changed:
            self.changed = changed
            self._state.tell(Change.DISK)
        return is_new

    def words(self) -> str:
        """What is newer on disk than what is shown, '' where nothing is."""
        if not self.changed:
            return ""
        name = os.path.basename(self.changed[0])
        more = f" and {len(self.changed) - 1} more" if len(self.changed) > 1 else ""
        return f"{name}{more} was saved since: F5 traces it anew"
