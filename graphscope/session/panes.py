"""Which panes there are, what each shows and how; values that are replaced as a whole, so that they can be undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphscope.analysis.pass_graphs import known_passes
from graphscope.analysis.view_state import ViewState
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction, UserError
from graphscope.session.grappler_wish import AS_CHOSEN, Outcome, Setting
from graphscope.session.module_opening import SourceTexts
from graphscope.session.pass_views import (
    is_against_first,
    partition_of,
    partition_title,
    pass_of,
    pass_title,
    why_unknown,
)
from graphscope.session.signature_rows import RowState, SignatureRow
from graphscope.session.worked_passes import worked_passes

if TYPE_CHECKING:
    from graphscope.analysis.versions import Versions

TRACED = "traced"
BEFORE = "before"
AFTER = "after"
HLO = "hlo"
HLO_OPTIMISED = "hlo-optimised"
VIEWS = {
    TRACED: "Traced",
    BEFORE: "Before Grappler",
    AFTER: "After Grappler",
    HLO: "XLA HLO",
    HLO_OPTIMISED: "XLA HLO optimised",
}
MOST_PANES = 6
_NO_DEVICE = "This run has no graph for that device: choose one at the end of the list in the Grappler tab."
_BROKE = "A bug in Graphscope kept it from being worked out. After Grappler shows what all passes made."


def is_view(view: str) -> bool:
    """Whether a pane can show that."""
    return view in VIEWS or is_inside_run(view)


def is_inside_run(view: str) -> bool:
    """Whether it is one of the many views of a Grappler run that are known by number: passes and devices."""
    return pass_of(view) is not None or partition_of(view) is not None


def view_title(view: str, run: GrapplerRun | None = None) -> str:
    """What a view is called; ``run`` knows the names of passes."""
    index, partition = pass_of(view), partition_of(view)
    if index is not None:
        return f"{pass_title(run, index)}{' · all changes' if is_against_first(view) else ''}"
    return VIEWS[view] if partition is None else partition_title(run, partition)


@dataclass(frozen=True)
class Pane:
    """One pane: which row, which view of it, and what is open and hidden there. ``state`` None is the default view.

    ``setting`` is how Grappler is run for it.
    """

    row: int
    view: str = TRACED
    state: ViewState | None = None
    setting: Setting = AS_CHOSEN

    @property
    def is_grapplers(self) -> bool:
        """Whether it shows what comes out of a Grappler run."""
        return self.view in (BEFORE, AFTER) or is_inside_run(self.view)

    def showing(self, view: str, setting: Setting) -> Pane:
        """Another view of the same row; from pass to pass, what was opened or left out stays so."""
        both_passes = pass_of(self.view) is not None and pass_of(view) is not None
        return Pane(self.row, view, self.state if both_passes else None, setting)

    @property
    def is_xlas(self) -> bool:
        """Whether it shows what XLA made."""
        return self.view in (HLO, HLO_OPTIMISED)


@dataclass(frozen=True)
class Panes:
    """The panes from left to right, and the chosen one."""

    panes: tuple[Pane, ...] = ()
    chosen: int = 0

    def with_pane(self, index: int, pane: Pane) -> Panes:
        """With another pane at that place."""
        return replace(self, panes=(*self.panes[:index], pane, *self.panes[index + 1 :]))

    def added(self, pane: Pane) -> Panes:
        """With one more pane at the right, which is chosen then; unchanged when there are already the most."""
        if len(self.panes) >= MOST_PANES:
            return self
        return Panes((*self.panes, pane), len(self.panes))

    def without(self, index: int) -> Panes:
        """Without that pane."""
        left = (*self.panes[:index], *self.panes[index + 1 :])
        chosen = self.chosen - (self.chosen > index)
        return Panes(left, max(0, min(chosen, len(left) - 1)))

    def of_rows(self, keys: set[int]) -> Panes:
        """Only the panes of these rows."""
        left = tuple(pane for pane in self.panes if pane.row in keys)
        return Panes(left, max(0, min(self.chosen, len(left) - 1)))


@dataclass(frozen=True)
class Shown:
    """What a pane has to show: a graph, or why there is none, as a title and a sentence of what to do."""

    concrete: ConcreteFunction | None = None
    title: str = ""
    message: str = ""
    waits: bool = False
    error: UserError | None = None
    """Why the trace failed; the graph is then what had been traced until there."""
    versions: Versions | None = None
    """Those whose places the graph has, which is one of them."""
    before: ConcreteFunction | None = None
    """The version that it is seen against."""


def shown(pane: Pane, row: SignatureRow | None, outcome: Outcome, sources: SourceTexts) -> Shown:
    """What the pane shows now; ``outcome`` is what Grappler made of its row as the pane wants it."""
    if row is None:
        return Shown(title="This signature was removed")
    if pane.view == TRACED or row.trace is None or row.trace.concrete is None:
        return _traced(row, sources)
    if outcome.waits:
        return Shown(message="Running Grappler in a worker of its own…", waits=True)
    run = outcome.run
    if run is not None and run.error is None:
        return _of_run(pane, run, row.trace.concrete)
    if outcome.error:
        return Shown(title="Grappler gave nothing", message=outcome.error)
    return Shown(title="Grappler has not run yet", message="Press Run again, below, to run it.")


def _of_run(pane: Pane, run: GrapplerRun, traced: ConcreteFunction) -> Shown:
    index, partition = pass_of(pane.view), partition_of(pane.view)
    if partition is not None:
        if partition >= len(run.partitions):
            return Shown(title="There is no such graph", message=_NO_DEVICE)
        return Shown(run.partitions[partition].concrete)
    if index is None:
        return Shown(run.before if pane.view == BEFORE else run.after)
    if not -1 <= index < known_passes(run) or run.first is None:
        return Shown(title="There is no such graph", message=why_unknown(run, index))
    worked = worked_passes(run, traced)
    if worked is None:
        return Shown(message="Working out the graph after each pass…", waits=True)
    each = worked.graphs.get(index)
    if each is None:
        return Shown(title="There is no such graph", message=_BROKE)
    before = each.first if is_against_first(pane.view) else each.before
    return Shown(each.concrete, versions=each.versions, before=before)


def _traced(row: SignatureRow, sources: SourceTexts) -> Shown:
    trace = row.trace
    if trace is None:
        if row.state in (RowState.WAITING, RowState.TRACING):
            return Shown(message="Tracing…", waits=True)
        return Shown(title="Not traced yet", message="Press F5 to trace.")
    if trace.concrete is not None:
        return Shown(trace.concrete)
    error = trace.error
    if error is None:
        return Shown(title="Skipped", message="The worker ended before this signature's turn. Press F5 to trace again.")
    where = f" at line {error.line}" if error.line else ""
    message = error.message.strip().partition("\n")[0]
    told = (sources.line(error.file, error.line), message, error.advice)
    title, message = f"Failed{where}: {error.type}", "\n\n".join(filter(None, told))
    return Shown(trace.partial, title=title, message=message, error=error)
