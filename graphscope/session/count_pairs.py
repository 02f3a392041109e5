"""Which graphs can be counted beside each other now: before and after Grappler, two panes, run and static."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphscope.analysis.op_counts import has_loops, is_lowered, tallies, total
from graphscope.model.grappler import GrapplerRun
from graphscope.model.trace import ConcreteFunction
from graphscope.session.experiments import pane_of_interest
from graphscope.session.grappler_wish import RUN, STATIC, Wish
from graphscope.session.panes import TRACED, Pane, view_title
from graphscope.session.session import Session
from graphscope.session.signature_rows import SignatureRow

_LOWERED = (
    "The runtime takes branches and loops apart into Switch, Merge, Enter and Exit, and inlines functions, before "
    "Grappler: its {after} ops do what {before} did."
)
_ONCE = "What is in a loop is counted once, FLOPs and bytes too, however many rounds it runs."


@dataclass(frozen=True)
class CountPair:
    """Two graphs to count. ``note`` is what must be known to read the numbers right."""

    name: str
    headings: tuple[str, str]
    before: ConcreteFunction
    after: ConcreteFunction
    note: str = ""
    lacks_static: bool = False
    """Whether the functional result, which is not taken apart, is not there to be counted too."""


def count_pairs(session: Session) -> tuple[CountPair, ...]:
    """The pairs there are, the one of most interest first; each only once."""
    found: dict[tuple[int, int], CountPair] = {}
    for pair in (*_of_interest(session), *_both_ways(session), *_of_panes(session)):
        found.setdefault((id(pair.before), id(pair.after)), replace(pair, note=f"{pair.note} {_once(pair)}".strip()))
    return tuple(found.values())


def _once(pair: CountPair) -> str:
    """What is counted once though it may run many times: nobody knows how many rounds there will be."""
    return _ONCE if any(has_loops(each) for each in (pair.before, pair.after)) else ""


def _of_interest(session: Session) -> Iterator[CountPair]:
    """What Grappler and XLA made; XLA's first where the chosen pane shows that."""
    panes = session.views.panes
    found = [[*_of_grappler(session)], [*_of_xla(session)]]
    if any(pane.is_xlas for pane in panes.panes[panes.chosen : panes.chosen + 1]):
        found.reverse()
    return itertools.chain(*found)


def _of_xla(session: Session) -> Iterator[CountPair]:
    """The HLO before and after XLA's optimisation, of each signature that was compiled."""
    for row in session.state.rows:
        compiled = session.xla.outcome(row).compilation
        if compiled is not None and compiled.before is not None and compiled.after is not None:
            name = f"{session.state.rows.letter(row.key)}: XLA HLO before and after optimisation"
            yield CountPair(name, ("before", "after"), compiled.before, compiled.after)


def _of_grappler(session: Session) -> Iterator[CountPair]:
    """What went into Grappler and what came out, for each pane that shows it, the pane of interest first."""
    panes, first = session.views.panes.panes, pane_of_interest(session)
    for pane in [*panes[first : first + 1], *panes]:
        row = session.state.rows.row(pane.row)
        run = session.views.outcome(pane).run
        if row is None or run is None or run.before is None or run.after is None or not pane.is_grapplers:
            continue
        name = f"{session.state.rows.letter(pane.row)} before and after Grappler{_how(session, pane)}"
        note, lacks = _note(row, session.grappler.wish(row, pane.setting), run)
        yield CountPair(name, ("before", "after"), run.before, run.after, note, lacks)


def _note(row: SignatureRow, wish: Wish, run: GrapplerRun) -> tuple[str, bool]:
    """Why a lowered graph is bigger than what went in, and how big the functional one is."""
    assert run.before is not None
    assert run.after is not None
    before, after = tallies(run.before), tallies(run.after)
    if not is_lowered(before, after):
        return "", False
    told = _LOWERED.format(before=total(before).ops, after=total(after).ops)
    static = row.outcomes.of(replace(wish, mode=STATIC, inputs=None)).run
    if static is None or static.after is None:
        return told, True
    return f"{told} Static Grappler keeps them whole: {total(tallies(static.after)).ops} ops.", False


def _both_ways(session: Session) -> Iterator[CountPair]:
    """The runtime's result and that of static Grappler, where both are known."""
    for row in session.state.rows:
        for wish, outcome in row.outcomes.known.items():
            other = row.outcomes.of(replace(wish, mode=STATIC, inputs=None)).run
            if wish.mode != RUN or outcome.run is None or outcome.run.after is None:
                continue
            if other is not None and other.after is not None:
                name = f"{session.state.rows.letter(row.key)} after Grappler: static and as the runtime ran it"
                note, _ = _note(row, wish, outcome.run)
                yield CountPair(name, ("static", "run"), other.after, outcome.run.after, note)


def _of_panes(session: Session) -> Iterator[CountPair]:
    """Any two panes that show different graphs."""
    panes = session.views.panes.panes
    for one, other in itertools.combinations(range(len(panes)), 2):
        first, second = (session.views.shown(index).concrete for index in (one, other))
        if first is not None and second is not None and first is not second:
            names = (_named(session, panes[one]), _named(session, panes[other]))
            yield CountPair(f"{names[0]} against {names[1]}", names, first, second)


def _named(session: Session, pane: Pane) -> str:
    letter = session.state.rows.letter(pane.row)
    title = view_title(pane.view, session.views.outcome(pane).run)
    view = "" if pane.view == TRACED else f" {title[:1].lower()}{title[1:]}"
    return f"{letter}{view}{_how(session, pane)}"


def _how(session: Session, pane: Pane) -> str:
    if not pane.is_grapplers:
        return ""
    static = ", static" if session.views.mode_of(pane) == STATIC else ""
    return f"{static}{f' · {pane.setting.words}' if pane.setting.words else ''}"
