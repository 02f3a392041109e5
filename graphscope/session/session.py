"""Session: what the user is doing, without Qt; it joins module, rows, panes and selection, and does no work itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from graphscope.analysis.picture import NodeId
from graphscope.analysis.statement_lines import lines_of_statement
from graphscope.capture.capture import is_capture
from graphscope.model.trace import ConcreteFunction, UserError
from graphscope.protocol import messages as m
from graphscope.session.captures import CapturePort, Captures
from graphscope.session.comparison import Comparison
from graphscope.session.elsewhere import elsewhere
from graphscope.session.grappler_views import GrapplerViews
from graphscope.session.grappler_wish import STATIC
from graphscope.session.module_opening import ChosenFunction, FunctionOptions, offered_signatures
from graphscope.session.observers import Change
from graphscope.session.pane_matches import PaneMatches
from graphscope.session.pane_views import PaneViews
from graphscope.session.row_edits import RowEdits
from graphscope.session.saved_files import SavedFiles
from graphscope.session.selection import Selection
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.settings import Settings, SettingsFile
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.tracing import Tracing
from graphscope.session.worker_port import Optimisers, WorkerPort
from graphscope.session.xla_views import XlaViews

if TYPE_CHECKING:
    from graphscope.analysis.bundle import Bundle
    from graphscope.analysis.node_matching import Matching


class Session:
    """The one object a window talks to. Its methods are the user's wishes and the workers' events."""

    def __init__(
        self, worker: WorkerPort, optimisers: Optimisers, captures: CapturePort, settings_file: SettingsFile
    ) -> None:
        self.state = SessionState()
        self._settings_file = settings_file
        self.state.settings = settings_file.load()
        self.tracing = Tracing(self.state, worker)
        self.grappler = GrapplerViews(self.state, optimisers.grappler)
        self.xla = XlaViews(self.state, optimisers.xla)
        self.views = PaneViews(self.state, self.tracing, self.grappler, self.xla)
        self.captures = Captures(self.state, captures, self.views)
        self.edits = RowEdits(self.state, self.views)
        self.saved = SavedFiles(self.state)
        self._save_waits = False
        self.matches = PaneMatches(self.views)
        self.selection = Selection()
        self._comparison: Comparison | None = None
        self.differences_shown = True
        self._wanted_function: str | None = None
        self._wanted_signatures: tuple[str, ...] | None = None
        self._wanted_options = FunctionOptions()
        self.state.observers.on(Change.MODULE, self._module_changed)
        self.state.observers.on(Change.ROWS, self.views.show_first_rows)

    def on(self, change: Change, callback: Callable[[], None]) -> None:
        """Call ``callback`` at every change of this kind."""
        self.state.observers.on(change, callback)

    # ---- module and function -----------------------------------------------------------------------------------

    def open(
        self,
        path: str,
        arguments: tuple[str, ...] = (),
        function: str | None = None,
        signatures: tuple[str, ...] | None = None,
        options: FunctionOptions = FunctionOptions(),  # noqa: B008 - frozen
    ) -> None:
        """Open a module; once it is open, choose ``function`` or the first one worth it, and trace. Or a capture."""
        self.grappler.forget()
        self._wanted_function, self._wanted_signatures, self._wanted_options = function, signatures, options
        self.state.function = None
        self.state.rows.fill(())
        self.views.reset()
        self.selection = Selection()
        self.remember(self.settings.with_recent(path))
        self.captures.leave()
        if is_capture(path):
            self.tracing.leave()
            self.captures.open(path)
        else:
            self.tracing.open(path, arguments)
        self.state.tell(Change.MODULE, Change.FUNCTION, Change.ROWS, Change.PANES, Change.SELECTION)

    def choose(
        self, expression: str, signatures: tuple[str, ...] | None = None, options: FunctionOptions | None = None
    ) -> None:
        """Trace on another function from now on; its suggested signatures are filled in unless others are given."""
        module = self.state.module
        if module is None or not module.is_open or self.captures.refuses("to trace another function"):
            return
        found = module.function(expression)
        if signatures is None:
            signatures = offered_signatures(found) if found is not None else ()
        self.grappler.forget()
        self.state.function = ChosenFunction(expression, options or self._wanted_options)
        if found is not None:
            function = self.state.function
            self.state.function = dataclasses.replace(
                function,
                name=found.name,
                kind=found.kind,
                parameters=found.parameters,
                file=found.file,
                line=found.line,
            )
        self.state.rows.fill(signatures)
        self.views.reset()
        self.selection = Selection(file=found.file) if found is not None else Selection()
        self.state.tell(Change.FUNCTION, Change.ROWS, Change.PANES, Change.SELECTION)
        self.tracing.trace()

    def look_at_files(self) -> None:
        """See whether sources were saved; they are traced anew, now or soon, where the user wants that."""
        self._save_waits |= self.saved.look()
        self._retrace_saved()

    def _retrace_saved(self) -> None:
        if self._save_waits and self.settings.retrace_on_save and not self.tracing.busy:
            self._save_waits = False
            if self.saved.changed:
                self.trace(reopen=True)

    # ---- rows --------------------------------------------------------------------------------------------------

    def trace(self, reopen: bool = False) -> None:
        """Trace every row anew, in order; ``reopen`` has the module opened again even if its sources are unchanged."""
        module = self.state.module
        if module is not None and not module.is_open:
            wanted = (self._wanted_function, self._wanted_signatures, self._wanted_options)
            self.open(module.path, module.arguments, *wanted)
            return
        if self.captures.refuses("to trace it again"):
            return
        self.tracing.trace(reopen)

    def set_options(self, options: FunctionOptions) -> None:
        """Wrap the function another way from now on, and trace every row on it."""
        function = self.state.function
        if function is not None and function.options != options and not self.captures.refuses("to trace it so"):
            self.state.function = dataclasses.replace(function, options=options)
            self.state.tell(Change.FUNCTION)
            self.trace()

    def chosen_row(self) -> SignatureRow | None:
        """The signature of the chosen pane."""
        panes = self.views.panes
        return self.state.rows.row(panes.panes[panes.chosen].row) if panes.panes else None

    def grappler_row(self) -> SignatureRow | None:
        """The signature whose Grappler run is of interest: the chosen pane's, else one that is shown and has one."""
        panes = self.views.panes.panes
        chosen = self.chosen_row()
        rows = [self.state.rows.row(pane.row) for pane in panes if pane.is_grapplers]
        known = [row for row in rows if row is not None]
        return chosen if chosen in known or not known else known[0]

    # ---- selection ---------------------------------------------------------------------------------------------

    def elsewhere(self) -> tuple[tuple[str, str], ...]:
        """(letter, sentence) for each other signature that is shown: what the selected op is there."""
        return elsewhere(self.selection, self.comparison, self.views, self.state.rows)

    @property
    def comparison(self) -> Comparison | None:
        """What differs between two graphs, as long as both are still shown where they were compared."""
        known = self._comparison
        if known is None:
            return None
        there = (self.views.shown(known.one).concrete, self.views.shown(known.other).concrete)
        return known if there[0] is known.first and there[1] is known.second else None

    def take_comparison(self, comparison: Comparison | None) -> None:
        """What differs between the graphs that are shown is known now."""
        self._comparison = comparison
        if comparison is not None:
            self.matches.take(comparison.first, comparison.second, comparison.diff.matching)
        self.state.tell(Change.COMPARISON)

    def take_matching(self, first: ConcreteFunction, second: ConcreteFunction, matching: Matching) -> None:
        """Which op is which in two graphs that are shown is known now."""
        self.matches.take(first, second, matching)
        self.state.tell(Change.MATCHES)

    def link_views(self, linked: bool) -> None:
        """Whether panes move together, so that matched ops stay together."""
        self.remember(dataclasses.replace(self.settings, linked_views=linked))

    def show_differences(self, shown: bool) -> None:
        """Whether ops that differ are marked."""
        self.differences_shown = shown
        self.state.tell(Change.COMPARISON)

    def select_nodes(
        self, pane: int, nodes: Collection[NodeId], concrete: ConcreteFunction, bundles: tuple[Bundle, ...] = ()
    ) -> None:
        """Select ops in a pane, with the wires they touch; they bring the line along that they all came by."""
        from graphscope.analysis.places import line_of, places_of  # not needed for the first paint

        places = places_of(concrete, nodes)
        file, line = line_of(places) or (self.selection.file if self.selection.pane is None else None, None)
        self.select(Selection(frozenset(nodes), pane, file, line, bundles, places))

    def select(self, selection: Selection) -> None:
        """Select ops or a line."""
        if selection != self.selection:
            self.selection = selection
            self.state.tell(Change.SELECTION)

    def lines_chosen(self) -> range:
        """The lines of the statement that is chosen, or led to from what is; none where nothing is."""
        file, line = self.selection.file, self.selection.line
        if not file or not line:
            return range(0)
        return lines_of_statement(self.state.sources.texts.get(file, ""), line)

    # ---- Grappler ----------------------------------------------------------------------------------------------

    def allow_grappler(self, mode: str) -> None:
        """The user was told, and wants it run (``run``) or only rewritten (``static``)."""
        if mode != STATIC:
            self.remember(dataclasses.replace(self.settings, grappler_run_explained=True))
        self.views.allow_grappler(mode)

    def grappler_is_static(self, index: int) -> bool:
        """Whether a pane shows what Grappler made without running the function, which is not the runtime's own."""
        pane = self.views.panes.panes[index]
        return pane.is_grapplers and self.views.mode_of(pane) == STATIC

    # ---- settings ----------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """What is remembered between runs."""
        return self.state.settings

    def remember(self, settings: Settings) -> None:
        """Remember other settings."""
        if settings != self.state.settings:
            self.state.settings = settings
            self._settings_file.save(settings)
            self.state.tell(Change.SETTINGS)

    # ---- what workers tell -------------------------------------------------------------------------------------

    def worker_ready(self, ready: m.Ready) -> None:
        """The main worker is up."""
        self.state.worker = dataclasses.replace(self.state.worker, ready=ready, ending="", advice="")
        if not self.tracing.busy:
            self.state.worker = WorkerStatus(ready=ready)
        self.state.tell(Change.WORKER)

    def cancel(self) -> None:
        """Stop whatever is under way."""
        if self.tracing.busy:
            self.tracing.queue.port.cancel()
        elif self.captures.reading:
            self.captures.cancel()
        elif self.grappler.busy:
            self.grappler.cancel()
        elif self.xla.busy:
            self.xla.cancel()

    def worker_received(self, reply: Any, output: str) -> None:
        """The main worker answered."""
        self.tracing.queue.received(reply, output)
        if isinstance(reply, m.FunctionChosen):
            self.grappler.forget()  # of the function object before
        self._retrace_saved()
        if not self.tracing.busy:
            self.views.ask_grappler()

    def worker_ended(self, error: UserError, output: str) -> None:
        """The main worker is gone."""
        self.tracing.queue.ended(error, output)

    # ---- what follows from changes -----------------------------------------------------------------------------

    def _module_changed(self) -> None:
        module = self.state.module
        if module is None or not module.is_open or self.state.function is not None:
            return
        wanted = self._wanted_function
        if wanted is None:
            first = module.first_function()
            wanted = None if first is None else first.expression
        if wanted is not None:
            self.choose(wanted, self._wanted_signatures)
