"""Asks throw-away workers what XLA makes of rows, one after another; the function is traced there, and never run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graphscope.model.from_protocol import xla_compilation
from graphscope.model.grappler import XlaCompilation
from graphscope.model.trace import Trace, UserError
from graphscope.protocol import messages as m
from graphscope.session.observers import Change
from graphscope.session.panes import HLO, Pane, Shown
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.throwaway_runs import ThrowawayRuns
from graphscope.session.worker_port import WorkerPort

NO_HLO = "This capture holds no HLO of this signature.\n\nOpen the module it was made of to have XLA compile it."
_OLD = "This capture holds XLA's counts and text, and no graph of them.\n\nSave it anew to have the graphs too."
_AGAIN = "Press Compile again, below, to ask XLA."


@dataclass(frozen=True)
class XlaOutcome:
    """What XLA made of a signature, or that it is still waited for, or why nothing came."""

    compilation: XlaCompilation | None = None
    waits: bool = False
    error: UserError | None = None

    @property
    def words(self) -> str:
        """Why nothing came, with what to do; empty where something did."""
        if self.error is None:
            return ""
        told = self.error.message[:1].upper() + self.error.message[1:]
        return f"{told}\n\n{self.error.advice}" if self.error.advice else told


class XlaViews:
    """The conversations with the workers that compile."""

    def __init__(self, state: SessionState, port: WorkerPort) -> None:
        self._state = state
        self.runs: ThrowawayRuns[None] = ThrowawayRuns(state, port, self, ("XLA", "compiling"))
        self._known: dict[int, tuple[Trace | None, XlaOutcome]] = {}
        """By row, with the trace that it is of, until something came of it, which is kept with that trace."""
        state.observers.on(Change.ROWS, self._drop_stale)

    @property
    def busy(self) -> bool:
        """Whether something is being compiled or waits."""
        return self.runs.busy

    def outcome(self, row: SignatureRow) -> XlaOutcome:
        """What is known of a row; of a capture there is but what it holds."""
        held = row.trace.xla if row.trace is not None else None
        if held is not None:
            return XlaOutcome(held, error=held.error)
        if self._state.capture is not None:
            return XlaOutcome(error=UserError("", NO_HLO))
        trace, outcome = self._known.get(row.key, (None, XlaOutcome()))
        return outcome if trace is row.trace else XlaOutcome()

    def shown(self, pane: Pane, row: SignatureRow) -> Shown:
        """What a pane shows of a row that is traced."""
        outcome = self.outcome(row)
        if outcome.waits:
            return Shown(message="Compiling with XLA in a worker of its own…", waits=True)
        if outcome.error is not None:
            return Shown(title=_title(outcome.error), message=self._told_at_its_line(outcome))
        compiled = outcome.compilation
        if compiled is None:
            return Shown(title="XLA has not compiled it yet", message=_AGAIN)
        concrete = compiled.before if pane.view == HLO else compiled.after
        return Shown(concrete) if concrete is not None else Shown(title="No graph of the HLO", message=_OLD)

    def _told_at_its_line(self, outcome: XlaOutcome) -> str:
        error = outcome.error
        line = self._state.sources.line(error.file, error.line) if error is not None and error.file else ""
        return f"{line}\n\n{outcome.words}" if line else outcome.words

    def ask_for(self, panes: Iterable[Pane]) -> None:
        """Have compiled what panes show and nobody has asked for yet."""
        traced = {row.key for row in self._state.rows.with_graph()}
        for pane in panes:
            if pane.is_xlas and pane.row in traced:
                self.ask(pane.row)

    def ask(self, key: int) -> None:
        """Have the row's function compiled, unless it was so or is about to be."""
        row = self._state.rows.row(key)
        if row is None or self._state.capture is not None or self.outcome(row) != XlaOutcome():
            return
        self._set(key, XlaOutcome(waits=True))
        self.runs.add(key, None)

    def ask_again(self, key: int) -> None:
        """Have it compiled anew, where it failed or was cancelled."""
        row = self._state.rows.row(key)
        if row is not None and self._state.capture is None and not self.outcome(row).waits:
            self._keep(key, None)
            self._known.pop(key, None)
            self.ask(key)

    def cancel(self) -> None:
        """Stop what is being compiled, and what waits."""
        for key, _ in self.runs.cancel():
            self._set(key, XlaOutcome(error=UserError("Cancelled", "Cancelled", advice=_AGAIN)))

    def _drop_stale(self) -> None:
        """Forget what was asked for rows that are gone or traced anew."""
        rows = {row.key: row.trace for row in self._state.rows}
        stale = {key for key, (trace, _) in self._known.items() if key not in rows or rows[key] is not trace}
        if not stale:
            return
        self._known = {key: known for key, known in self._known.items() if key not in stale}
        self.runs.drop(stale)

    def _set(self, key: int, outcome: XlaOutcome) -> None:
        row = self._state.rows.row(key)
        if row is not None:
            self._known[key] = (row.trace, outcome)

    def _keep(self, key: int, compiled: XlaCompilation | None) -> None:
        """With the trace, where captures find it, and where it ends with it."""
        row = self._state.rows.row(key)
        if row is not None and row.trace is not None:
            row.trace = dataclasses.replace(row.trace, xla=compiled)

    # ---- what the runs tell ------------------------------------------------------------------------------------

    def request(self, row: SignatureRow, earlier: tuple[str, ...], what: None) -> m.CompileXla:
        """Compile the row's function."""
        return m.CompileXla(0, row.text, earlier)

    def answered(self, key: int, what: None, reply: m.XlaDone) -> None:
        """Keep the result with the trace."""
        self._known.pop(key, None)
        self._keep(key, xla_compilation(reply.xla))

    def failed(self, key: int, what: None, request: Any, error: UserError) -> None:
        """The row says why there is nothing."""
        self._set(key, XlaOutcome(error=error))


def _title(error: UserError) -> str:
    where = f" at line {error.line}" if error.line else ""
    return f"XLA refuses it{where}" if error.type not in ("Cancelled", "") else "XLA gave nothing"
