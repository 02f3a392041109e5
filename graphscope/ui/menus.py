"""The menus: every action in its place; they do nothing themselves."""

from __future__ import annotations

import functools
from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QMenuBar

from graphscope import bundled_files
from graphscope.session.session import Session
from graphscope.ui.window_actions import WindowActions


def fill_menus(bar: QMenuBar, actions: WindowActions) -> tuple[QMenu, QMenu]:
    """Put the menus into the bar; those of recent files and of samples are given back, to be filled by others."""
    file = bar.addMenu("&File")
    file.addAction(actions.open)
    recent = file.addMenu("Open &recent")
    samples = file.addMenu("Open &sample")
    file.addActions([actions.save, actions.export])
    file.addSeparator()
    file.addAction(actions.quit)
    edit = bar.addMenu("&Edit")
    edit.addActions([actions.undo, actions.redo])
    edit.addSeparator()
    edit.addActions([actions.find, actions.find_next, actions.find_previous])
    trace = bar.addMenu("&Trace")
    trace.addActions([actions.trace, actions.retrace_on_save, actions.cancel])
    trace.addSeparator()
    trace.addActions([actions.add_signature, actions.duplicate_signature])
    trace.addActions([actions.copy_signatures, actions.paste_signatures])
    trace.addSeparator()
    options = trace.addMenu("&Function options")
    options.addActions(list(actions.options.values()))
    trace.addAction(actions.explain_again)
    _fill_view(bar.addMenu("&View"), actions)
    about = bar.addMenu("&Help")
    about.addAction(actions.about)
    return recent, samples


def _fill_view(view: QMenu, actions: WindowActions) -> None:
    view.addActions([actions.fit, actions.open_groups, actions.close_groups])
    view.addSeparator()
    view.addActions(list(actions.views.values()))
    passes = view.addMenu("&Grappler's passes")
    passes.addActions([actions.next_pass, actions.previous_pass])
    passes.addSeparator()
    passes.addActions([actions.against_first, actions.ghosts])
    view.addSeparator()
    panes = view.addMenu("&Panes")
    panes.addActions([actions.new_pane, actions.close_pane])
    panes.addSeparator()
    panes.addActions(actions.panes)
    view.addActions([actions.linked, actions.differences])
    fill_hide_menu(view.addMenu("&Hide"), actions)
    fill_only_menu(view.addMenu("Show &only"), actions)
    view.addAction(actions.show_all)
    tags = view.addMenu("Draw as &tags")
    tags.addAction(actions.tag_selected)
    tags.addSeparator()
    tags.addActions(list(actions.tags.values()))
    group = view.addMenu("&Group by")
    group.addActions(list(actions.group.values()))
    view.addSeparator()
    theme = view.addMenu("T&heme")
    theme.addActions(list(actions.theme.values()))


def fill_hide_menu(menu: QMenu, actions: WindowActions) -> None:
    """What can be hidden."""
    menu.addAction(actions.hide_selected)
    menu.addSeparator()
    menu.addActions(list(actions.hide.values()))


def fill_only_menu(menu: QMenu, actions: WindowActions) -> None:
    """What can be shown alone."""
    for name, action in actions.only.items():
        if name == "paths":
            menu.addAction(actions.neighbours)
        menu.addAction(action)


def fill_samples(menu: QMenu, open_path: Callable[[str], None]) -> None:
    """The bundled samples by name."""
    for path in sorted(bundled_files.sample().glob("*.py")):
        menu.addAction(path.stem.replace("_", " "), functools.partial(open_path, str(path)))


def fill_recent(menu: QMenu, session: Session, open_path: Callable[[str], None]) -> None:
    """The recent files as they are now."""
    menu.clear()
    for path in session.settings.recent_files:
        menu.addAction(path.replace("&", "&&"), functools.partial(open_path, path))
    if menu.isEmpty():
        menu.addAction("None yet").setEnabled(False)
