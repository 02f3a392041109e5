"""Where the ops come from that a Grappler pass added or changed, and where those went that it took away, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from graphscope.analysis.inlined_names import original_of
from graphscope.analysis.pass_fates import Fate, fates
from graphscope.analysis.pass_graphs import graph_after
from graphscope.analysis.renamed_ops import original_name
from graphscope.analysis.rewirings import Source, sources, swapped, waited_for
from graphscope.model.control_flow_region import CALL_OPS
from graphscope.model.grappler import GrapplerRun
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Origin:
    """What one pass did with one op. ``originals`` are ops of the graph before the pass.

    ``kind`` of an op that is there after it: ``fused``, ``folded``, ``became``, ``inlined``, ``renamed``, ``added``,
    ``rewired``, ``moved`` (it waits for other ops), ``changed``. Of one that is gone, or that nothing takes the result
    of any more: a kind of Fate's.
    """

    kind: str
    node: str
    originals: tuple[str, ...]
    words: str


def origins(run: GrapplerRun, index: int) -> tuple[Origin, ...]:
    """What pass ``index`` did, op by op; -1 tells what the runtime had inlined and lowered before the first pass."""
    if run.first is None:
        return ()
    known = run.first.graph.answers.setdefault(("origins", id(run.passes)), (run.passes, {}))
    told = cast("tuple[object, dict[int, tuple[Origin, ...]]]", known)[1]
    if index not in told:
        told[index] = tuple(_before_the_first(run) if index < 0 else _of_pass(run, index))
    return told[index]


def origin_of(run: GrapplerRun, index: int, node: str) -> Origin | None:
    """What pass ``index`` did with the op of that name, None where it left it alone."""
    return next((each for each in origins(run, index) if each.node == node), None)


def pass_sides(run: GrapplerRun, index: int) -> tuple[OpGraph, OpGraph] | None:
    """The graph that the pass worked on, before and after it."""
    function = run.passes[index].function
    sides = [graph_after(run, each) for each in (index - 1, index)]
    graphs = [each if each is None else each.graph if not function else each.functions.get(function) for each in sides]
    before, after = graphs
    return None if before is None or after is None else (before, after)


def fates_of(run: GrapplerRun, index: int) -> dict[str, Fate]:
    """What became of the ops that pass ``index`` took away or passed by; found once for each pass."""
    assert run.first is not None
    kept = run.first.graph.answers.setdefault(("fates", id(run.passes)), (run.passes, {}))
    known = cast("tuple[object, dict[int, dict[str, Fate]]]", kept)[1]
    if index not in known:
        sides, change = pass_sides(run, index), run.passes[index].change
        known[index] = {} if sides is None or change is None else fates(*sides, change)
    return known[index]


def _before_the_first(run: GrapplerRun) -> Iterator[Origin]:
    before, first = run.before, run.first
    assert first is not None
    for name in first.graph.names if before is not None else ():
        found = original_of(cast("ConcreteFunction", before), name)
        if found is not None and found[0] != first.graph.function:
            yield Origin("inlined", name, (found[1],), f"{name} is {found[1]}, inlined from {found[0]}")


def _of_pass(run: GrapplerRun, index: int) -> Iterator[Origin]:
    one, sides = run.passes[index], pass_sides(run, index)
    if one.change is None or sides is None or not one.change:
        return
    before, after = sides
    became = fates_of(run, index)
    writer = _Words(before, after, became, one.name)
    for row, name in enumerate(one.change.nodes.names):
        if one.change.nodes.op_types[row]:
            yield writer.of_told(name)
    told = {name for name, op_type in zip(one.change.nodes.names, one.change.nodes.op_types, strict=True) if op_type}
    for name in one.change.removed:
        # A capture may tell of ops that its graph never had.
        if name in before.index_of:
            yield writer.of_gone(name, became.get(name, Fate("dead")))
    for name in sorted(became.keys() - told - set(one.change.removed), key=before.index_of.__getitem__):
        # It is still there, but nothing takes its result any more; a later pass will take it away.
        yield writer.of_gone(name, became[name])


class _Words:
    """Tells what became of ops in one pass."""

    def __init__(self, before: OpGraph, after: OpGraph, found: dict[str, Fate], pass_name: str) -> None:
        self._before, self._after, self._pass, self._fates = before, after, pass_name, found
        self._heirs: dict[str, list[str]] = {}
        for name in sorted(found, key=before.index_of.__getitem__):
            if found[name].kind == "became":
                self._heirs.setdefault(found[name].heir, []).append(name)

    def of_told(self, name: str) -> Origin:
        """The origin of an op that the pass added or changed."""
        now, was = self._after.op_types[self._after.index_of[name]], self._type_before(name)
        originals = [each for each in self._heirs.get(name, ()) if each != name]
        if now == "NoOp" and was and name in self._fates and self._fates[name].kind != "became":
            return self.of_gone(name, self._fates[name])
        if was and was == now and not originals:
            return self._of_changed(name)
        if was:
            originals.append(name)
        if not originals:
            return self._of_added(name, now)
        types = [self._before.op_types[self._before.index_of[each]] for each in originals]
        work = [each for each in types if each != "Const"]
        if now == "Const":
            words = f"this Const was folded from {_counted(work)} in {self._pass}"
            return Origin("folded", name, tuple(originals), words)
        if len(work) > 1 and (now.startswith("_") or len(originals) > 1):
            return Origin("fused", name, tuple(originals), f"{_joined(work)} became {now} in {self._pass}")
        return Origin("became", name, tuple(originals), f"{_joined(work or types)} became {now} in {self._pass}")

    def of_gone(self, name: str, fate: Fate) -> Origin:
        """What became of an op that the pass took away."""
        op_type = self._before.op_types[self._before.index_of[name]]
        words = {
            "became": f"{op_type} went into {self._heir_type(fate.heir)} {fate.heir} in {self._pass}",
            "merged": f"{name} gave the same as {fate.heir}, which stands for both since {self._pass}",
            "passed by": f"{op_type} was passed by in {self._pass}: what took its result takes {fate.heir}",
            "cancelled": f"{op_type} and what undid it were passed by in {self._pass}: {fate.heir} is taken instead",
            "waited past": f"{op_type} is gone in {self._pass}: what waited for it waits for {fate.heir}",
            "never taken": f"{op_type} was in a branch that is never taken{_since(fate)}, and gone in {self._pass}",
            "dead": f"{op_type} was needed by nothing any more, and gone in {self._pass}",
        }[fate.kind]
        return Origin(fate.kind, name, (name,), words)

    def _of_changed(self, name: str) -> Origin:
        old, new = self._before.index_of[name], self._after.index_of[name]
        was, now = sources(self._before, name), sources(self._after, name)
        pairs = [(_source_name(one), _source_name(other)) for one, other in swapped(was, now)]
        if pairs or len(was) != len(now):
            told = "; ".join(f"takes {b} in place of {a}" for a, b in pairs[:MOST_NAMED])
            told = told or f"takes {len(now)} inputs in place of {len(was)}"
            return Origin("rewired", name, (name, *(a for a, _ in pairs)), f"{told}, since {self._pass}")
        if was != now:
            return Origin("changed", name, (name,), f"the order of its inputs changed by {self._pass}")
        waited, waits = waited_for(self._before, name), waited_for(self._after, name)
        if waited != waits:
            parts = [
                f"waits for {_listed(sorted(waits - waited))}" * bool(waits - waited),
                f"no longer waits for {_listed(sorted(waited - waits))}" * bool(waited - waits),
            ]
            return Origin("moved", name, (name,), f"moved by {self._pass}: {', '.join(filter(None, parts))}")
        if self._before.devices[old] != self._after.devices[new]:
            return Origin("changed", name, (name,), f"placed on {self._after.devices[new]} by {self._pass}")
        a, b = self._before.attributes[old], self._after.attributes[new]
        keys = sorted(key for key in a.keys() | b.keys() if key not in a or key not in b or a[key] != b[key])
        same_value = self._before.constants.get(old) == self._after.constants.get(new)
        other = "the order of what it waits for" if same_value else "its value"
        return Origin("changed", name, (name,), f"{_listed(keys) or other} changed by {self._pass}")

    def _of_added(self, name: str, now: str) -> Origin:
        caller = self._caller(name)
        if caller is not None:
            node, called = caller
            return Origin("inlined", name, (node,), f"inlined from {called} by {self._pass}")
        original = original_name(name, self._before.index_of)
        if original is None:
            return Origin("added", name, (), f"{now} added by {self._pass}")
        op_type = self._before.op_types[self._before.index_of[original]]
        return Origin("renamed", name, (original,), f"{now} made of {op_type} {original} by {self._pass}")

    def _caller(self, name: str) -> tuple[str, str] | None:
        """The call that the op was inlined from: its name begins with the call's, which is gone."""
        cut = name.removeprefix("Func/").find("/") + len(name) - len(name.removeprefix("Func/"))
        while cut > 0:
            node = name[:cut].removeprefix("Func/")
            row = self._before.index_of.get(node)
            if row is not None and node not in self._after.index_of and self._before.op_types[row] in CALL_OPS:
                called = self._before.calls.get(row, {}).get("f", ("a function",))
                return node, called[0]
            cut = name.find("/", cut + 1)
        return None

    def _type_before(self, name: str) -> str:
        row = self._before.index_of.get(name)
        return "" if row is None else self._before.op_types[row]

    def _heir_type(self, name: str) -> str:
        row = self._after.index_of.get(name)
        return "" if row is None else self._after.op_types[row]


def _source_name(source: Source) -> str:
    name, output = source
    return f"{name}:{output}" if output else name


def _since(fate: Fate) -> str:
    return f", since {fate.reason}" if fate.reason else ""


def _joined(types: Sequence[str]) -> str:
    """``MatMul + BiasAdd + Relu``; those that repeat are counted."""
    counts = Counter(types)
    return " + ".join(f"{count} {each}" if count > 1 else each for each, count in counts.items())


def _counted(types: Sequence[str]) -> str:
    if not types:
        return "constants"
    return f"{len(types)} op{'s' * (len(types) > 1)} ({_listed(dict.fromkeys(types))})"


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - MOST_NAMED} more" if len(every) > MOST_NAMED else ""
    return f"{', '.join(every[:MOST_NAMED])}{more}"
