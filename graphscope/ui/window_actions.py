"""WindowActions: every command of the window with its name and shortcut; what a command does, the window connects."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from graphscope.export.look import THEMES, load_theme

GROUPINGS = {"none": "Nothing", "source": "Source line", "scope": "Name scope", "phase": "Training phase"}
HIDEABLE = {
    "constants": "&Constants",
    "identities": "&Identities",
    "no-ops": "&No-ops",
    "unused arguments": "&Unused arguments",
    "control edges": "Control &edges",
    "summaries": "&Summaries, prints and checks",
    "gradients": "&Gradient ops",
}
ONLY = {
    "selected": ("What is &selected", "Alt+S"),
    "ancestors": ("What &leads to it", "Alt+Up"),
    "descendants": ("What &follows from it", "Alt+Down"),
    "1": ("Neighbours within &1 hop", "Alt+1"),
    "2": ("Neighbours within &2 hops", "Alt+2"),
    "3": ("Neighbours within &3 hops", "Alt+3"),
    "paths": ("&Paths between two selected", "Alt+P"),
}
"""What can be shown alone, with its shortcut."""

TAGS = {
    "8": "What is used in &8 places or more",
    "3": "What is used in &3 places or more",
    "0": "&Nothing",
}
"""What is drawn as a tag at each use: how many there must be, 0 for never."""

OPTIONS = {
    "autograph": "Trace without &AutoGraph",
    "jit_compile": "Compile with &XLA (jit_compile)",
    "reduce_retracing": "&Reduce retracing",
}
"""Fields of FunctionOptions; the first is checked where it is off."""


class WindowActions:
    """The actions, all of them known to the window, so that their shortcuts work wherever the focus is."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._make_file_and_edit()
        self._make_trace()
        self._make_view()
        self.theme = self._choice({"system": "As the system", **{name: load_theme(name).title for name in THEMES}})
        self.explain_again = self._action("Ask again before Grappler runs", "")
        self.about = self._action("&About Graphscope", "")

    def _make_file_and_edit(self) -> None:
        self.open = self._action("&Open…", "Ctrl+O")
        self.save = self._action("&Save capture…", "Ctrl+S")
        self.export = self._action("&Export picture of the pane…", "Ctrl+E")
        self.quit = self._action("&Quit", "Ctrl+Q")
        self.undo = self._action("&Undo view change", "Ctrl+Z")
        self.redo = self._action("&Redo view change", "Ctrl+Shift+Z")
        self.find = self._action("&Find", "Ctrl+F")
        self.find_next = self._action("Find &next", "F3")
        self.find_previous = self._action("Find &previous", "Shift+F3")

    def _make_trace(self) -> None:
        self.trace = self._action("&Trace", "F5")
        self.cancel = self._action("&Cancel", "Esc")
        self.options = {name: self._checked(text) for name, text in OPTIONS.items()}
        self.retrace_on_save = self._checked("Retrace when the file is &saved")
        self.add_signature = self._action("&Add signature", "Ctrl+N")
        self.duplicate_signature = self._action("&Duplicate the pane's signature", "Ctrl+D")
        self.copy_signatures = self._action("Cop&y all signatures", "Ctrl+Shift+C")
        self.paste_signatures = self._action("&Paste signatures, one on a line", "Ctrl+Shift+V")

    def _make_view(self) -> None:
        self.fit = self._action("&Fit the graph", "F")
        self.open_groups = self._action("&Open all control flow", "Ctrl+Shift+O")
        self.close_groups = self._action("&Close all groups", "Ctrl+Shift+W")
        self.new_pane = self._action("&New pane", "Ctrl+T")
        self.close_pane = self._action("Close p&ane", "Ctrl+W")
        self.views = {
            view: self._action(text, keys)
            for view, text, keys in (
                ("traced", "Show &traced", "Ctrl+1"),
                ("before", "Show &before Grappler", "Ctrl+2"),
                ("after", "Show a&fter Grappler", "Ctrl+3"),
            )
        }
        self.next_pass = self._action("&Next pass", "]")
        self.previous_pass = self._action("&Previous pass", "[")
        self.against_first = self._checked("Since the &first graph")
        self.against_first.setShortcut(QKeySequence("Shift+D"))
        self.ghosts = self._checked("Show what is &gone")
        self.ghosts.setShortcut(QKeySequence("G"))
        self.panes = [self._action(f"Choose pane {number}", str(number)) for number in range(1, 7)]
        self.differences = self._checked("Mark &differences")
        self.differences.setShortcut(QKeySequence("D"))
        self.linked = self._checked("&Link the panes' views")
        self.linked.setShortcut(QKeySequence("L"))
        self.hide = {kind: self._checked(text) for kind, text in HIDEABLE.items()}
        self.hide_selected = self._action("Hide what is &selected", "Ctrl+H")
        self.show_all = self._action("Show &everything again", "Ctrl+Shift+H")
        self.only = {name: self._action(text, keys) for name, (text, keys) in ONLY.items()}
        self.tag_selected = self._action("Draw what is selected as &tags", "Alt+T")
        self.tags = self._choice(TAGS)
        self.neighbours = self._action("Neighbours within &more hops…", "Alt+N")
        self.group = self._choice(GROUPINGS)

    def _action(self, text: str, keys: str) -> QAction:
        action = QAction(text, self._window)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutVisibleInContextMenu(True)
        self._window.addAction(action)
        return action

    def _checked(self, text: str) -> QAction:
        action = self._action(text, "")
        action.setCheckable(True)
        return action

    def _choice(self, texts: dict[str, str]) -> dict[str, QAction]:
        group = QActionGroup(self._window)
        made = {}
        for name, text in texts.items():
            made[name] = self._checked(text)
            group.addAction(made[name])
        return made


def connect(action: QAction, work: Callable[[], object]) -> None:
    """Have ``work`` done when the action is triggered."""
    action.triggered.connect(lambda: work())
