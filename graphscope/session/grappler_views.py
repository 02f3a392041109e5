"""Asks throw-away workers what Grappler makes of rows, one after another; the main worker is not touched."""

from __future__ import annotations

import dataclasses
from typing import Any

from graphscope.analysis.loop_variables import named_run
from graphscope.errors import WorkerError
from graphscope.model.from_protocol import grappler_run
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.session.grappler_wish import AS_CHOSEN, RUN, STATIC, Outcome, Setting, Wish
from graphscope.session.session_state import SessionState
from graphscope.session.signature_rows import SignatureRow
from graphscope.session.throwaway_runs import ThrowawayRuns
from graphscope.session.worker_port import WorkerPort

_OTHER_VALUES = (
    "The values that it was called with may never end it: Change…, below the passes, gives it others; "
    "--timeout SECONDS gives it more time."
)
_ONE_RUN = "It cost this run only: traces and other results stand. Switch the pass off under Options, or run it again."


class GrapplerViews:
    """The conversations with the workers that may die."""

    def __init__(self, state: SessionState, port: WorkerPort) -> None:
        self._state = state
        self.runs: ThrowawayRuns[Wish] = ThrowawayRuns(state, port, self, ("Grappler", "running"))
        self.mode = RUN
        self.consented = False
        """Whether the user asked for runs by name, so that nothing need be explained."""

    @property
    def busy(self) -> bool:
        """Whether a run is under way or waits."""
        return self.runs.busy

    def wish(self, row: SignatureRow, setting: Setting = AS_CHOSEN) -> Wish:
        """What a pane with that setting wants of Grappler; of a capture there is but what it holds."""
        if self._state.capture is not None:
            return row.outcomes.showing(setting)
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
        self.runs.add(key, wish)

    def forget(self) -> None:
        """Drop every run, done or under way: the rows are traced anew or are gone."""
        for row in self._state.rows:
            row.outcomes.known.clear()
        self.runs.clear()

    def stop(self, *keys: int) -> None:
        """Stop what is under way for these rows, since something else is wanted of them; what is done is kept."""
        for row in self._state.rows:
            if row.key in keys:
                row.outcomes.forget_unfinished()
        self.runs.drop(keys)

    def cancel(self) -> None:
        """Stop the run under way, and those that wait."""
        for key, wish in self.runs.cancel():
            self._say(key, wish, "Cancelled")

    # ---- what the runs tell ------------------------------------------------------------------------------------

    def request(self, row: SignatureRow, earlier: tuple[str, ...], what: Wish) -> m.RunGrappler:
        """Optimise the row's graph as wished."""
        return m.RunGrappler(0, row.text, earlier, what.mode, dict(what.options), what.inputs, what.only)

    def answered(self, key: int, what: Wish, reply: m.GrapplerDone) -> None:
        """Keep the result with its row."""
        row, run = self._state.rows.row(key), grappler_run(reply.grappler)
        if row is not None:
            named = named_run(run, row.trace.concrete) if row.trace is not None else run
            row.outcomes.known[what] = Outcome(named, error=_words(run.error) if run.error is not None else "")

    def failed(self, key: int, what: Wish, request: Any, error: UserError) -> None:
        """The row says why there is nothing."""
        if isinstance(request, m.RunGrappler) and error.type == WorkerError.__name__:
            error = dataclasses.replace(error, advice=_ONE_RUN)
        elif isinstance(request, m.RunGrappler) and error.type == TimeoutError.__name__:
            error = dataclasses.replace(error, advice=_OTHER_VALUES)
        self._say(key, what, _words(error))

    def _say(self, key: int, wish: Wish, error: str) -> None:
        row = self._state.rows.row(key)
        if row is not None:
            row.outcomes.known[wish] = Outcome(error=error)


def _words(error: UserError) -> str:
    told = error.message[:1].upper() + error.message[1:]
    return f"{told}\n\n{error.advice}" if error.advice else told
