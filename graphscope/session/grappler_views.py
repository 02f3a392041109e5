"""Asks throw-away workers what Grappler makes of rows, one after another; the main worker is not touched."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphscope.analysis.loop_variables import named_run
from graphscope.errors import WorkerError
from graphscope.model.from_protocol import grappler_run, user_error
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.session.grappler_wish import AS_CHOSEN, RUN, STATIC, Outcome, Setting, Wish
from graphscope.session.observers import Change
from graphscope.session.request_queue import RequestQueue
from graphscope.session.session_state import SessionState, WorkerStatus
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.worker_port import WorkerPort

_ONE_RUN = "It cost this run only: traces and other results stand. Switch the pass off under Options, or run it again."


class GrapplerViews:
    """The conversations with the workers that may die."""

    def __init__(self, state: SessionState, port: WorkerPort) -> None:
        self._state = state
        self.queue = RequestQueue(port, self)
        self.mode = RUN
        self.consented = False
        """Whether the user asked for runs by name, so that nothing need be explained."""
        self._asked: list[tuple[int, Wish]] = []
        self._current: tuple[int, Wish] | None = None

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self._current is not None or bool(self._asked)

    def wish(self, row: SignatureRow, setting: Setting = AS_CHOSEN) -> Wish:
        """What a pane with that setting wants of Grappler; of a capture there is but what it holds."""
        if self._state.capture is not None:
            return row.outcomes.wish
        mode = STATIC if setting.only else setting.mode or self.mode
        return Wish(mode, setting.options, row.grappler_inputs if mode == RUN else None, setting.only)

    def ask(self, key: int, wish: Wish | None = None) -> None:
        """Have the row's graph optimised, unless it was so or is about to be."""
        row = self._state.rows.row(key)
        if row is None or self._state.capture is not None:
            return
        wish = wish or self.wish(row)
        known = row.outcomes.of(wish)
        if known.run is not None or known.waits:
            return
        row.outcomes.known[wish] = Outcome(waits=True)
        self._asked.append((key, wish))
        self._state.tell(Change.GRAPPLER)
        self._next()

    def forget(self) -> None:
        """Drop every run, done or under way: the rows are traced anew or are gone."""
        for row in self._state.rows:
            row.outcomes.known.clear()
        self._asked.clear()
        if self._current is not None:
            self._finished()
        self._state.tell(Change.GRAPPLER)

    def stop(self, *keys: int) -> None:
        """Stop what is under way for these rows, since something else is wanted of them; what is done is kept."""
        self._asked = [asked for asked in self._asked if asked[0] not in keys]
        for row in self._state.rows:
            if row.key in keys:
                row.outcomes.forget_unfinished()
        if self._current is not None and self._current[0] in keys:
            self._finished()
        self._state.tell(Change.GRAPPLER)

    def cancel(self) -> None:
        """Stop the run under way, and those that wait."""
        asked, self._asked = self._asked, []
        for key, wish in asked:
            row = self._state.rows.row(key)
            if row is not None:
                row.outcomes.known[wish] = Outcome(error="Cancelled")
        if self._current is not None:
            self.queue.port.cancel()

    def _next(self) -> None:
        while self._current is None and self._asked:
            key, wish = self._asked.pop(0)
            row = self._state.rows.row(key)
            if row is not None:
                self._current = key, wish
                self._start(row, wish)

    def _start(self, row: SignatureRow, wish: Wish) -> None:
        module, function = self._state.module, self._state.function
        if module is None or function is None:
            self._current = None
            return
        earlier = tuple(each.text for each in self._state.rows.rows[: self._state.rows.index(row.key)])
        options = dataclasses.asdict(function.options)
        self.queue.begin(
            m.OpenModule(0, module.path, module.arguments),
            m.ChooseFunction(0, function.expression, **options),
            m.RunGrappler(0, row.text, earlier, wish.mode, dict(wish.options), wish.inputs, wish.only),
        )

    # ---- what the queue tells ----------------------------------------------------------------------------------

    def request_sent(self, request: Any) -> None:
        """Show what is being done."""
        self._status("Grappler: " + ("opening the module again" if isinstance(request, m.OpenModule) else "running"))

    def request_progressed(self, progress: m.Progress) -> None:
        """Show how far it is."""
        self._status(f"Grappler: {progress.text}", progress.done, progress.total)

    def request_answered(self, request: Any, reply: Any, output: str) -> None:
        """Take in the result; the worker has done its work then."""
        if isinstance(reply, m.GrapplerDone):
            run = grappler_run(reply.grappler)
            self._finished(Outcome(run, error=_words(run.error) if run.error is not None else ""))
        elif isinstance(reply, m.Failed):
            error = user_error(reply.error)
            self.request_interrupted(request, error or UserError("", "the run failed"), output)

    def request_interrupted(self, request: Any, error: UserError, output: str) -> None:
        """The run gave nothing; the row says why."""
        if isinstance(request, m.RunGrappler) and error.type == WorkerError.__name__:
            error = dataclasses.replace(error, advice=_ONE_RUN)
        self._finished(Outcome(error=_words(error)))

    def _finished(self, outcome: Outcome | None = None) -> None:
        if self._current is not None:
            key, wish = self._current
            row = self._state.rows.row(key)
            if row is not None and outcome is not None:
                run, trace = outcome.run, row.trace
                if run is not None and trace is not None:
                    outcome = dataclasses.replace(outcome, run=named_run(run, trace.concrete))
                row.outcomes.known[wish] = outcome
        self._current = None
        self.queue.discard()
        self._state.optimiser = WorkerStatus()
        self._state.tell(Change.GRAPPLER, Change.WORKER)
        self._next()

    def _status(self, activity: str, done: int = 0, total: int = 0) -> None:
        self._state.optimiser = WorkerStatus(activity=activity, done=done, total=total)
        self._state.tell(Change.WORKER)


def _words(error: UserError) -> str:
    told = error.message[:1].upper() + error.message[1:]
    return f"{told}\n\n{error.advice}" if error.advice else told
