"""The rows of signatures: their texts, what became of each, and what they are told in one word; no worker here."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import GeneratedCode, Statement, Trace
from graphscope.session.grappler_wish import Outcome, Outcomes

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class RowState(enum.Enum):
    """What is known of a signature."""

    EDITED = "not traced yet"
    WAITING = "waiting"
    TRACING = "tracing"
    TRACED = "traced"
    REUSED = "reused"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass
class SignatureRow:
    """One signature. ``key`` stays while rows are moved; ``trace`` is the latest outcome, kept while it is redone."""

    key: int
    text: str
    state: RowState = RowState.EDITED
    trace: Trace | None = None
    before: RowState = RowState.EDITED
    """Its state before the latest run, to which it goes back where that run comes to nothing."""
    number: int | None = None
    """Its number in the worker's count during the latest run."""
    outcomes: Outcomes = field(default_factory=Outcomes)
    """What Grappler made of it, by what was asked for."""
    grappler_inputs: str | None = None
    """What the function is called with for Grappler, as an argument list; None for values made from the signature."""

    @property
    def outcome(self) -> Outcome:
        """What came of what is of interest now."""
        return self.outcomes.of(self.outcomes.wish)

    @property
    def grappler(self) -> GrapplerRun | None:
        """The Grappler run that is of interest now."""
        return self.outcome.run

    @property
    def grappler_waits(self) -> bool:
        """Whether it is being run, or about to be."""
        return self.outcome.waits

    @property
    def grappler_error(self) -> str:
        """Why nothing came of it."""
        return self.outcome.error


@dataclass
class SignatureRows:
    """The rows in order. Letters follow the order, so a row's letter changes when one above it is removed."""

    rows: list[SignatureRow] = field(default_factory=list)
    _keys: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __iter__(self) -> Iterator[SignatureRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def fill(self, texts: tuple[str, ...]) -> None:
        """Put rows with these texts in place of those there are."""
        self.rows = [SignatureRow(next(self._keys), text) for text in texts]

    def add(self, text: str, place: int | None = None) -> SignatureRow:
        """A new row, at the end where no place is given."""
        row = SignatureRow(next(self._keys), text)
        self.rows.insert(len(self.rows) if place is None else place, row)
        return row

    def remove(self, key: int) -> None:
        """Take the row away."""
        self.rows = [row for row in self.rows if row.key != key]

    def row(self, key: int) -> SignatureRow | None:
        """The row of that key, or None."""
        return next((row for row in self.rows if row.key == key), None)

    def index(self, key: int) -> int:
        """Where the row stands. Raises KeyError."""
        for index, row in enumerate(self.rows):
            if row.key == key:
                return index
        raise KeyError(key)

    def letter(self, key: int) -> str:
        """A, B, C, … by order; after Z come A1, B1, …; empty for a row that is gone."""
        try:
            index = self.index(key)
        except KeyError:
            return ""
        turn, place = divmod(index, len(LETTERS))
        return LETTERS[place] + (str(turn) if turn else "")

    def of_letter(self, letter: str) -> SignatureRow | None:
        """The row of that letter, or None."""
        return next((row for row in self.rows if self.letter(row.key) == letter.upper()), None)

    def of_number(self, number: int | None) -> SignatureRow | None:
        """The row that had that number in the latest run, or None."""
        return next((row for row in self.rows if number is not None and row.number == number), None)

    def control_flow(self, row: SignatureRow) -> tuple[Statement, ...] | None:
        """What became of the statements in the trace that made the row's graph, its own or the one it reuses.

        Calls that stage by hand are among them.
        """
        if row.trace is not None and row.trace.staging:
            return row.trace.staging
        trace = self._maker(row)
        return trace.staging if trace is not None else None

    def generated(self, row: SignatureRow) -> tuple[GeneratedCode, ...]:
        """What AutoGraph made of the functions in that trace; in an older capture of the traced one only."""
        trace = row.trace if row.trace is not None and row.trace.generated else self._maker(row)
        if trace is None or trace.generated or not trace.autograph_code:
            return trace.generated if trace is not None else ()
        return (GeneratedCode("", "", 0, trace.autograph_code, ()),)

    def _maker(self, row: SignatureRow) -> Trace | None:
        """The trace that made the row's graph."""
        if row.trace is None or row.trace.reuses is None:
            return row.trace
        owner = self.of_number(row.trace.reuses)
        return owner.trace if owner is not None else None

    def with_graph(self) -> list[SignatureRow]:
        """The rows that have a graph to show."""
        return [row for row in self.rows if row.trace is not None and row.trace.concrete is not None]
