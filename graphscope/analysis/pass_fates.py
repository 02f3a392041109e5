"""What became in one pass of the ops that were there before it: told by who takes whose results now, not by names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graphscope.analysis.decided_branches import why_never_taken
from graphscope.analysis.rewirings import same_op, sources, swapped, waited_for
from graphscope.analysis.useless_ops import useless_ops
from graphscope.model.grappler import PassChange
from graphscope.model.op_graph import OpGraph

_FARTHEST = 12
_PASSING = frozenset({"Identity", "Snapshot", "StopGradient", "PreventGradient", "CheckNumerics"})
"""Ops that give on what they take."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of an op. ``heir`` is the op of the graph after the pass that stands in its place, '' for none.

    ``kind``: ``became`` (its value is the heir's, or went into it), ``merged`` (the heir computed the same),
    ``passed by`` (what took its result takes the heir's), ``waited past`` (what waited for it waits for the heir),
    ``cancelled`` (with others it undid what it did), ``never taken`` (it was in a branch that is never taken, and the
    heir stands where branches met; ``reason`` says why), or ``dead`` (nothing used it).
    """

    kind: str
    heir: str = ""
    reason: str = ""


_DEAD = Fate("dead")


def fates(before: OpGraph, after: OpGraph, change: PassChange) -> dict[str, Fate]:
    """The fate of each op that the pass took away, or that nothing takes the result of any more."""
    return _Fates(before, after, change).found()


class _Fates:
    """Follows results to their takers, and takers that are gone to theirs."""

    def __init__(self, before: OpGraph, after: OpGraph, change: PassChange) -> None:
        self._before, self._after = before, after
        told = [name for row, name in enumerate(change.nodes.names) if change.nodes.op_types[row]]
        self._told = [name for name in told if name in after.index_of]
        emptied = {name for name in self._told if after.op_types[after.index_of[name]] == "NoOp"}
        self._new = {name for name in self._told if not self._kept_its_op(name)} - emptied
        removed = {name for name in change.removed if name in before.index_of}
        # Left as a NoOp it only keeps an order.
        self._gone = removed | {name for name in emptied if name in before.index_of and not self._kept_its_op(name)}
        self._heirs: dict[str, Counter[str]] = {}
        self._rewirers: dict[str, list[str]] = {}
        self._find_rewirings()
        lost = {source for name in self._gone for source, _ in sources(before, name)}
        self._useless = useless_ops(before, after, self._heirs.keys() | lost) - self._gone
        self._ended = self._gone | self._useless
        self._found: dict[str, Fate] = {}

    def found(self) -> dict[str, Fate]:
        """All fates; an op that is useless, but there, has one where something stands in its place."""
        for name in (*self._heirs, *self._useless, *self._gone):
            if name in self._ended:
                self._fate(name)
        return {name: fate for name, fate in self._found.items() if name in self._gone or fate.kind != "dead"}

    def _kept_its_op(self, name: str) -> bool:
        old = self._before.index_of.get(name)
        return old is not None and self._before.op_types[old] == self._after.op_types[self._after.index_of[name]]

    def _find_rewirings(self) -> None:
        """Op before → the ops after that its takers take now, where only that changed in the taker."""
        for name in self._told:
            if name in self._new or name in self._gone or name not in self._before.index_of:
                continue
            for old, new in swapped(sources(self._before, name), sources(self._after, name)):
                self._heirs.setdefault(old[0], Counter())[new[0]] += 1
                self._rewirers.setdefault(old[0], []).append(name)

    def _fate(self, name: str) -> None:
        """Takers first, in a loop, since a chain of ops may be longer than Python's stack."""
        waiting, opened = [name], {name}
        while waiting:
            one = waiting[-1]
            open_takers = [
                user
                for user in self._users(one)
                if user in self._ended and user not in self._found and user not in opened
            ]
            if one in self._found or not open_takers:
                waiting.pop()
                self._found.setdefault(one, self._decided(one))
            else:
                waiting.extend(open_takers)
                opened.update(open_takers)

    def _users(self, name: str) -> list[str]:
        """Those that took its result or waited for it."""
        return [self._before.names[row] for row in self._before.consumers[self._before.index_of[name]]]

    def _takers(self, name: str) -> Iterator[str]:
        row = self._before.index_of[name]
        for taker in self._before.consumers[row]:
            if row in self._before.inputs[taker][::2]:
                yield self._before.names[taker]

    def _decided(self, name: str) -> Fate:
        takers = list(self._takers(name))
        return (
            (self._replaced(name) if name in self._heirs else None)
            or self._absorbed(name, takers)
            or self._inherited(name, [taker for taker in takers if taker in self._found])
            or self._twin(name)
            or self._waited_past(name)
            or _DEAD
        )

    def _replaced(self, name: str) -> Fate | None:
        heir = self._heirs[name].most_common(1)[0][0]
        if heir in self._new and heir not in self._before.index_of:
            return Fate("became", heir)
        between = self._way_back(name, heir)
        if between:
            types = [self._before.op_types[self._before.index_of[each]] for each in between]
            undone = types[0] in types[1:] and types[0] not in _PASSING
            return Fate("cancelled" if undone else "passed by", heir)
        if same_op(self._before, name, self._after, heir):
            return Fate("merged", heir)
        # Factors of a product are gathered: the one that stands in its place was there, and it went into a constant.
        for taker in self._rewirers[name]:
            for source, _ in sources(self._after, taker):
                if source in self._new and self._after.op_types[self._after.index_of[source]] == "Const":
                    return Fate("became", source)
        return Fate("passed by", heir)

    def _absorbed(self, name: str, takers: list[str]) -> Fate | None:
        for taker in takers:
            if taker not in self._new:
                continue
            was = self._before.op_types[self._before.index_of[taker]]
            now = self._after.op_types[self._after.index_of[taker]]
            if was == "Merge" and now == "Identity":
                return Fate("never taken", taker, why_never_taken(self._before, self._after, name))
            if was != "Switch" or sources(self._before, taker)[0][0] == name:
                return Fate("became", taker)
        return None

    def _inherited(self, name: str, takers: list[str]) -> Fate | None:
        passing = self._before.op_types[self._before.index_of[name]] in _PASSING
        for kind in ("became", "never taken", "cancelled", "passed by"):
            for taker in takers:
                fate, is_first = self._found[taker], sources(self._before, taker)[0][0] == name
                if fate.kind == kind and (is_first or kind != "cancelled") and (passing or kind != "passed by"):
                    return fate
        return None

    def _twin(self, name: str) -> Fate | None:
        """Where its taker was merged with another op, that takes the same from a twin of it."""
        for user in self._users(name):
            fate = self._found.get(user, _DEAD)
            if fate.kind == "merged":
                taken = [source for source, _ in sources(self._after, fate.heir)]
                for each in (*taken, *sorted(waited_for(self._after, fate.heir))):
                    if each != name and same_op(self._before, name, self._after, each):
                        return Fate("merged", each)
        return None

    def _waited_past(self, name: str) -> Fate | None:
        """Where what waited for it waits for what it waited for itself, or for one that does the same."""
        if name not in self._gone:
            return None
        own, users = _all_sources(self._before, name), self._users(name)
        for user in users:
            if user in self._gone or user not in self._after.index_of:
                continue
            since = _all_sources(self._after, user) - _all_sources(self._before, user)
            twin = next((each for each in sorted(since - own) if same_op(self._before, name, self._after, each)), None)
            if twin is not None:
                return Fate("merged", twin)
            if own & since:
                return Fate("waited past", min(own & since))
        fates_of_users = [self._found.get(user, _DEAD) for user in users]
        return next((each for each in fates_of_users if each.kind == "waited past"), None)

    def _way_back(self, name: str, heir: str) -> list[str]:
        """The op and those before it on the way back to where it got its first input from, which is the heir."""
        way = [name]
        for _ in range(_FARTHEST):
            taken = sources(self._before, way[-1])
            if any(source == heir for source, _ in taken):
                return way
            if not taken:
                return []
            way.append(taken[0][0])
        return []


def _all_sources(graph: OpGraph, name: str) -> set[str]:
    return {source for source, _ in sources(graph, name)} | waited_for(graph, name)
