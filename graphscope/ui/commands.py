"""Commands: joins the window's actions to what they do, and keeps them enabled where they can be done."""

from __future__ import annotations

import dataclasses
import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from graphscope.session.module_opening import FunctionOptions
from graphscope.session.observers import Change
from graphscope.ui import menus
from graphscope.ui.box_menu import fill_box_menu
from graphscope.ui.pass_commands import PassCommands
from graphscope.ui.theme import AppTheme
from graphscope.ui.trim_commands import TrimCommands
from graphscope.ui.window_actions import connect

if TYPE_CHECKING:
    from graphscope.model.trace import UserError
    from graphscope.ui.dialogs.grappler_consent import GrapplerConsent
    from graphscope.ui.main_window import MainWindow


class Commands:
    """What the actions of a window do."""

    def __init__(self, window: MainWindow, theme: AppTheme) -> None:
        self._window = window
        self._session = window.session
        self._theme = theme
        self._recent, samples = menus.fill_menus(window.toolbar.menu_bar, window.actions_)
        menus.fill_samples(samples, self._session.open)
        window.panes.empty.set_samples(samples)
        self._recent.aboutToShow.connect(self._fill_recent)
        self._consent: GrapplerConsent | None = None
        self._connect_file()
        self._connect_panes()
        self._connect_views()
        window.panes.menu_wanted.connect(self._box_menu)
        window.panes.settled.connect(self.refresh)
        window.toolbar.search.said.connect(window.status.say_found)
        window.panes.empty.open_wanted.connect(self.open_dialog)
        window.panes.empty.details_wanted.connect(self._tell_details)
        window.signatures.details_wanted.connect(self._tell_details)
        window.module_pane.chosen.connect(self._session.choose)
        window.signatures.pane_wanted.connect(self._session.views.add)
        for change in (Change.PANES, Change.WORKER, Change.ROWS, Change.FUNCTION, Change.GRAPPLER, Change.COMPARISON):
            self._session.on(change, self.refresh)
        self._session.on(Change.CONSENT, self._ask_consent)
        self.trims = TrimCommands(window)
        self.passes = PassCommands(window)
        self.refresh()

    def _connect_file(self) -> None:
        window, actions, session = self._window, self._window.actions_, self._session
        connect(actions.open, self.open_dialog)
        connect(actions.save, self._save)
        connect(actions.export, self._export)
        connect(actions.quit, window.close)
        connect(actions.undo, session.views.undo)
        connect(actions.redo, session.views.redo)
        connect(actions.find, self._find)
        connect(actions.find_next, functools.partial(window.toolbar.search.step, 1))
        connect(actions.find_previous, functools.partial(window.toolbar.search.step, -1))
        connect(actions.trace, self._trace)
        connect(actions.retrace_on_save, self._retrace_on_save)
        for action in actions.options.values():
            connect(action, self._set_options)
        connect(actions.cancel, session.cancel)
        connect(actions.add_signature, window.signatures.add_row)
        connect(actions.duplicate_signature, self._duplicate)
        connect(actions.copy_signatures, lambda: QGuiApplication.clipboard().setText(session.edits.text()))
        connect(actions.paste_signatures, window.signatures.paste)
        connect(actions.explain_again, self._explain_again)
        connect(actions.about, self._tell_about)

    def _connect_panes(self) -> None:
        actions, session = self._window.actions_, self._session
        connect(actions.fit, self._fit)
        connect(actions.new_pane, self._new_pane)
        connect(actions.close_pane, lambda: session.views.close(session.views.panes.chosen))
        for view, action in actions.views.items():
            connect(action, functools.partial(self._show_view, view))
        for number, action in enumerate(actions.panes):
            connect(action, functools.partial(self._choose_pane, number))

    def _connect_views(self) -> None:
        actions = self._window.actions_
        connect(actions.open_groups, functools.partial(self._open_all, True))
        connect(actions.close_groups, functools.partial(self._open_all, False))
        connect(actions.linked, self._link)
        connect(actions.differences, lambda: self._session.show_differences(actions.differences.isChecked()))
        for grouping, action in actions.group.items():
            connect(action, functools.partial(self._group, grouping))
        for name, action in actions.theme.items():
            connect(action, functools.partial(self._choose_theme, name))
        actions.theme[self._theme.choice].setChecked(True)

    def refresh(self) -> None:
        """Enable what can be done now, and check what is so now."""
        actions, session = self._window.actions_, self._session
        panes = session.views.panes
        actions.undo.setEnabled(session.views.can_undo)
        actions.redo.setEnabled(session.views.can_redo)
        actions.trace.setEnabled(session.state.module is not None)
        busy = session.tracing.busy or session.captures.reading
        actions.cancel.setEnabled(busy or session.grappler.busy)
        actions.save.setEnabled(not busy and session.captures.can_save)
        options = session.state.function.options if session.state.function is not None else None
        for name, action in actions.options.items():
            action.setEnabled(options is not None)
            action.setChecked(options is not None and getattr(options, name) is not (name == "autograph"))
        actions.retrace_on_save.setChecked(session.settings.retrace_on_save)
        actions.add_signature.setEnabled(session.state.function is not None)
        actions.paste_signatures.setEnabled(session.state.function is not None)
        actions.copy_signatures.setEnabled(bool(len(session.state.rows)))
        actions.differences.setChecked(session.differences_shown)
        actions.linked.setChecked(session.settings.linked_views)
        actions.close_pane.setEnabled(len(panes.panes) > 1)
        for number, action in enumerate(actions.panes):
            action.setEnabled(number < len(panes.panes))
        pane = self._window.panes.chosen
        state = pane.view_state if pane is not None else None
        has_graph = state is not None
        for action in (actions.export, actions.fit, actions.open_groups, actions.close_groups, actions.new_pane):
            action.setEnabled(has_graph)
        for action in (*actions.views.values(), *actions.hide.values(), *actions.group.values()):
            action.setEnabled(bool(panes.panes))
        if state is not None:
            for kind, action in actions.hide.items():
                action.setChecked(kind in state.hide)
            actions.group[state.grouping].setChecked(True)
            actions.group["phase"].setVisible(any(each.has_phases for each in self._window.panes.panes))

    # ---- file and trace ------------------------------------------------------------------------------------------

    def open_dialog(self) -> None:
        """Ask what to open."""
        from graphscope.ui.dialogs.open_dialog import OpenDialog

        module = self._session.state.module
        dialog = OpenDialog(self._window, module.path if module else "", module.arguments if module else ())
        dialog.wanted.connect(self._session.open)
        dialog.open()

    def _tell_details(self, error: UserError) -> None:
        from graphscope.ui.dialogs.error_details import ErrorDetails

        ErrorDetails(error, self._window).open()

    def _tell_about(self) -> None:
        from graphscope.ui.dialogs.about import about_dialog

        about_dialog(self._session, self._window).open()

    def _fill_recent(self) -> None:
        menus.fill_recent(self._recent, self._session, self._session.open)

    def _trace(self) -> None:
        focused = self._window.focusWidget()
        if focused is not None:
            # A line that is still being edited is taken as it stands.
            focused.clearFocus()
            focused.setFocus()
        self._session.trace(reopen=True)

    def _retrace_on_save(self) -> None:
        wanted = self._window.actions_.retrace_on_save.isChecked()
        self._session.remember(dataclasses.replace(self._session.settings, retrace_on_save=wanted))
        if wanted and self._session.saved.changed:
            self._trace()

    def _set_options(self) -> None:
        checked = {name: action.isChecked() for name, action in self._window.actions_.options.items()}
        checked["autograph"] = not checked["autograph"]
        self._session.set_options(FunctionOptions(**checked))

    def _duplicate(self) -> None:
        row = self._session.chosen_row()
        if row is not None:
            self._session.edits.duplicate(row.key)

    def _save(self) -> None:
        from graphscope.ui.dialogs.save_capture import save_capture  # not needed for the first paint

        save_capture(self._window, self._session)

    def _export(self) -> None:
        pane = self._window.panes.chosen
        if pane is not None:
            from graphscope.ui.dialogs.export_picture import export_picture  # not needed for the first paint

            export_picture(self._window, pane, self._theme.theme, self._window.status.complain)

    def _find(self) -> None:
        self._window.toolbar.search.setFocus()
        self._window.toolbar.search.selectAll()

    # ---- panes ---------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        pane = self._window.panes.chosen
        if self._session.settings.linked_views:
            self._window.panes.links.fit_all()
        elif pane is not None:
            pane.canvas.fit()

    def _link(self) -> None:
        self._session.link_views(self._window.actions_.linked.isChecked())
        if self._session.settings.linked_views:
            self._window.panes.links.align(self._window.panes.chosen)

    def _new_pane(self) -> None:
        """The next signature that is not shown, else the chosen one again."""
        shown = {pane.row for pane in self._session.views.panes.panes}
        others = [row for row in self._session.state.rows.with_graph() if row.key not in shown]
        row = others[0] if others else self._session.chosen_row()
        if row is not None:
            self._session.views.add(row.key)

    def _show_view(self, view: str) -> None:
        self._session.views.show_view(self._session.views.panes.chosen, view)

    def _choose_pane(self, number: int) -> None:
        self._session.views.choose(number)
        pane = self._window.panes.chosen
        if pane is not None:
            pane.canvas.setFocus()

    def _open_all(self, wanted: bool) -> None:
        pane = self._window.panes.chosen
        if pane is not None:
            pane.open_all(wanted)

    def _group(self, grouping: str) -> None:
        states = {pane.index: pane.view_state for pane in self._window.panes.panes if pane.view_state is not None}
        self._session.views.change_view_states(
            {index: dataclasses.replace(state, grouping=grouping) for index, state in states.items()}
        )

    def _box_menu(self, index: int, box_id: str, place: QPoint) -> None:
        menu = QMenu(self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        fill_box_menu(menu, self._window.panes.panes[index], box_id, self._window.actions_)
        menu.popup(place)

    # ---- theme, consent, places ----------------------------------------------------------------------------------

    def _choose_theme(self, name: str) -> None:
        self._theme.choose(name)
        self._session.remember(dataclasses.replace(self._session.settings, theme=name))

    def _ask_consent(self) -> None:
        from graphscope.ui.dialogs.grappler_consent import GrapplerConsent

        if self._consent is None:
            self._consent = GrapplerConsent(self._session, self._window)
            self._consent.finished.connect(self._consented)
            self._consent.open()

    def _consented(self) -> None:
        self._consent = None

    def _explain_again(self) -> None:
        self._session.remember(dataclasses.replace(self._session.settings, grappler_run_explained=False))

    def remember_places(self) -> None:
        """Remember the window's place and the splitters' for next time."""
        geometry = bytes(self._window.saveGeometry().toBase64().data()).decode("ascii")
        splitters = {name: tuple(splitter.sizes()) for name, splitter in self._window.splitters.items()}
        settings = dataclasses.replace(self._session.settings, geometry=geometry, splitters=splitters)
        self._session.remember(settings)
