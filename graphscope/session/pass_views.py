"""The passes of a Grappler run as views of a pane: their ids, names and what each did in words; no drawing.

``pass:0`` is the graph as it came to the first pass, ``pass:3`` the graph after the third of those that are listed, of
the function that it worked on. ``pass:3:first`` is the same, seen against the graph before the first pass over it.
``partition:0`` is what the first device runs.
"""

from __future__ import annotations

import re
from collections import Counter

from graphscope.model.grappler import GrapplerPass, GrapplerRun

_PASS = re.compile(r"pass:(\d{1,4})(:first)?")
_PARTITION = re.compile(r"partition:(\d{1,4})")
_FIRST = ":first"
_GONE_INTO = "gone into others"
_MANGLED = re.compile(r"__(?:inference|forward|backward)_(.+?)_\d+")


def pass_view(index: int) -> str:
    """The id of the view of the graph after pass ``index`` of a run, -1 for the one before the first."""
    return f"pass:{index + 1}"


def against(view: str, first: bool) -> str:
    """The view of a pass seen against the graph before the first pass, or against that before this one."""
    plain = view.removesuffix(_FIRST)
    return f"{plain}{_FIRST}" if first and pass_of(plain) is not None else plain


def partition_view(number: int) -> str:
    """The id of the view of what one device runs of the optimised graph."""
    return f"partition:{number}"


def partition_of(view: str) -> int | None:
    """Which device's graph a view shows, None where it is no view of one."""
    found = _PARTITION.fullmatch(view)
    return int(found[1]) if found is not None else None


def device_name(run: GrapplerRun, number: int) -> str:
    """``CPU:0`` of a partition's device."""
    return run.partitions[number].device.rpartition("device:")[2]


def partition_title(run: GrapplerRun | None, number: int) -> str:
    """What the view of a partition is called."""
    known = run is not None and number < len(run.partitions)
    return f"Runs on {device_name(run, number)}" if run is not None and known else f"Runs on device {number + 1}"


def is_against_first(view: str) -> bool:
    """Whether a view of a pass is seen against the graph before the first pass, not against that before this one."""
    return pass_of(view) is not None and view.endswith(_FIRST)


def pass_of(view: str) -> int | None:
    """Which pass of the run a view shows the graph after, None where it is no view of a pass."""
    found = _PASS.fullmatch(view)
    return int(found[1]) - 1 if found is not None else None


def pass_name(run: GrapplerRun, index: int) -> str:
    """``remapper (2)``: the number of the round only where there are several, and whose body it worked on."""
    each: GrapplerPass = run.passes[index]
    rounds = {other.iteration for other in run.passes}
    numbered = f"{each.name} ({each.iteration + 1})" if len(rounds) > 1 else each.name
    return f"{numbered} of {_plain(each.function)}" if each.function else numbered


def _plain(function: str) -> str:
    """``kept`` of ``__inference_kept_17``, as the user knows it."""
    found = _MANGLED.fullmatch(function)
    return found[1] if found is not None else function


def pass_title(run: GrapplerRun | None, index: int) -> str:
    """What the view is called."""
    if index < 0:
        return "Before the first pass"
    if run is None or index >= len(run.passes):
        return f"After pass {index + 1}"
    return f"After {pass_name(run, index)}"


def why_unknown(run: GrapplerRun, index: int) -> str:
    """Why there is no graph after that pass."""
    if index >= len(run.passes):
        count = len(run.passes)
        return f"This run has {count} pass{'' if count == 1 else 'es'}: choose one of them in the Grappler tab."
    return run.stopped or "What this pass did was not recorded. Run Grappler again to see it."


def pass_words(run: GrapplerRun, index: int) -> str:
    """``constant_folding: 2 folded, 3 dead.``; how many ops met which end, or that the pass did nothing."""
    from graphscope.analysis.pass_origins import origins  # not needed for the first paint

    if index < 0:
        inlined = len(origins(run, index))
        return f"As it came to the first pass{f': {inlined} ops inlined from functions' if inlined else ''}."
    return f"{pass_name(run, index)}: {counted_ends(run, index) or 'nothing changed'}."


def counted_ends(run: GrapplerRun, index: int) -> str:
    """``2 folded, 3 dead``; nothing where a pass changed nothing."""
    from graphscope.analysis.pass_origins import origins, pass_sides  # not needed for the first paint

    sides = pass_sides(run, index)
    after = sides[1].index_of if sides is not None else {}
    told = origins(run, index)
    kinds = Counter(_GONE_INTO if each.kind == "became" and each.node not in after else each.kind for each in told)
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def since_first_words(run: GrapplerRun, index: int, since: tuple[int, int, int]) -> str:
    """How many ops are new, changed and gone after a pass, against the graph before the first."""
    new, changed, gone = since
    told = f"{new} new, {changed} changed, {gone} gone" if any(since) else "nothing changed"
    return f"All passes until {pass_name(run, index)}: {told}." if index >= 0 else "As it came to the first pass."
