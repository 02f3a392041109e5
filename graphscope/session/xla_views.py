"""Asks throw-away workers what XLA makes of rows, one after another; the function is traced there, and never run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graphscope.model.from_protocol import user_error, xla_compilation
from graphscope.model.grappler import XlaCompilation
from graphscope.model.trace import Trace, UserError
from graphscope.protocol import messages as m
from graphscope.session.observers import Change
from graphscope.session.panes import HLO, Pane, Shown
from graphscope.session.request_queue import RequestQueue
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import SignatureRow
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
        self.queue = RequestQueue(port, self)
        self._known: dict[int, tuple[Trace | None, XlaOutcome]] = {}
        """By row, with the trace that it is of, until something came of it, which is kept with that trace."""
        self._asked: list[int] = []
        self._current: int | None = None
        state.observers.on(Change.ROWS, self._drop_stale)

    @property
    def busy(self) -> bool:
        """Whether something is being compiled or waits."""
        return self._current is not None or bool(self._asked)

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
        self._asked.append(key)
        self._state.tell(Change.GRAPPLER)
        self._next()

    def ask_again(self, key: int) -> None:
        """Have it compiled anew, where it failed or was cancelled."""
        row = self._state.rows.row(key)
        if row is not None and self._state.capture is None and not self.outcome(row).waits:
            self._keep(key, None)
            self._known.pop(key, None)
            self.ask(key)

    def cancel(self) -> None:
        """Stop what is being compiled, and what waits."""
        asked, self._asked = self._asked, []
        for key in asked:
            self._set(key, XlaOutcome(error=UserError("Cancelled", "Cancelled", advice=_AGAIN)))
        if self._current is not None:
            self.queue.port.cancel()

    def _drop_stale(self) -> None:
        """Forget what was asked for rows that are gone or traced anew."""
        rows = {row.key: row.trace for row in self._state.rows}
        stale = {key for key, (trace, _) in self._known.items() if key not in rows or rows[key] is not trace}
        if not stale:
            return
        self._known = {key: known for key, known in self._known.items() if key not in stale}
        self._asked = [key for key in self._asked if key not in stale]
        if self._current in stale:
            self._finished(None)
        self._state.tell(Change.GRAPPLER)

    def _set(self, key: int, outcome: XlaOutcome) -> None:
        row = self._state.rows.row(key)
        if row is not None:
            self._known[key] = (row.trace, outcome)

    def _keep(self, key: int, compiled: XlaCompilation | None) -> None:
        """With the trace, where captures find it, and where it ends with it."""
        row = self._state.rows.row(key)
        if row is not None and row.trace is not None:
            row.trace = dataclasses.replace(row.trace, xla=compiled)

    def _next(self) -> None:
        while self._current is None and self._asked:
            key = self._asked.pop(0)
            row = self._state.rows.row(key)
            if row is not None:
                self._current = key
                self._start(row)

    def _start(self, row: SignatureRow) -> None:
        module, function = self._state.module, self._state.function
        if module is None or function is None:
            self._current = None
            return
        earlier = tuple(each.text for each in self._state.rows.rows[: self._state.rows.index(row.key)])
        self.queue.begin(
            m.OpenModule(0, module.path, module.arguments),
            m.ChooseFunction(0, function.expression, **dataclasses.asdict(function.options)),
            m.CompileXla(0, row.text, earlier),
        )

    # ---- what the queue tells ----------------------------------------------------------------------------------

    def request_sent(self, request: Any) -> None:
        """Show what is being done."""
        self._status("XLA: " + ("opening the module again" if isinstance(request, m.OpenModule) else "compiling"))

    def request_progressed(self, progress: m.Progress) -> None:
        """Show how far it is."""
        self._status(f"XLA: {progress.text}", progress.done, progress.total)

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Take in the result; the worker has done its work then."""
        if isinstance(reply, m.XlaDone):
            compiled = xla_compilation(reply.xla)
            self._finished(XlaOutcome(compiled, error=compiled.error))
        elif isinstance(reply, m.Failed):
            self.request_interrupted(request, user_error(reply.error) or UserError("", "XLA gave nothing"), output)

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """Nothing came of it; the row says why."""
        self._finished(XlaOutcome(error=error))

    def _finished(self, outcome: XlaOutcome | None) -> None:
        if self._current is not None and outcome is not None:
            if outcome.compilation is not None:
                self._known.pop(self._current, None)
                self._keep(self._current, outcome.compilation)
            else:
                self._set(self._current, outcome)
        self._current = None
        self.queue.discard()
        self._state.optimiser = WorkerStatus()
        self._state.tell(Change.GRAPPLER, Change.WORKER)
        self._next()

    def _status(self, activity: str, done: int = 0, total: int = 0) -> None:
        self._state.optimiser = WorkerStatus(activity=activity, done=done, total=total)
        self._state.tell(Change.WORKER)


def _title(error: UserError) -> str:
    where = f" at line {error.line}" if error.line else ""
    return f"XLA refuses it{where}" if error.type not in ("Cancelled", "") else "XLA gave nothing"
