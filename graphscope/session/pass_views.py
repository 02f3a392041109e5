"""The passes of a Grappler run as views of a pane: their ids, names and what each did in words; no drawing.

``pass:0`` is the graph as it came to the first pass, ``pass:3`` the graph after the third of those that are listed, of
the function that it worked on. ``pass:3:first`` is the same, seen against the graph before the first pass over it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from graphscope.analysis.pass_graphs import graph_after
from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.picture import NodeId

_PASS = re.compile(r"pass:(\d{1,4})(:first)?")
_MOST_FOLLOWED = 50


def pass_view(index: int, against_first: bool = False) -> str:
    """The id of the view of the graph after pass ``index`` of a run, -1 for the one before the first."""
    return f"pass:{index + 1}{':first' if against_first else ''}"


def is_against_first(view: str) -> bool:
    """Whether a view of a pass is seen against the graph before the first pass, not against that before this one."""
    return pass_of(view) is not None and view.endswith(":first")


def pass_of(view: str) -> int | None:
    """Which pass of the run a view shows the graph after, None where it is no view of a pass."""
    found = _PASS.fullmatch(view)
    return int(found[1]) - 1 if found is not None else None


def pass_name(run: GrapplerRun, index: int) -> str:
    """``remapper (2)``: the number of the round only where there are several, and whose body it worked on."""
    each: GrapplerPass = run.passes[index]
    rounds = {other.iteration for other in run.passes}
    numbered = f"{each.name} ({each.iteration + 1})" if len(rounds) > 1 else each.name
    return f"{numbered} of {each.function}" if each.function else numbered


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
    """``constant_folding: 2 folded, 3 gone``; how many ops met which end, or that the pass did nothing."""
    from graphscope.analysis.pass_origins import origins  # not needed for the first paint

    if index < 0:
        inlined = len(origins(run, index))
        return f"As it came to the first pass{f': {inlined} ops inlined from functions' if inlined else ''}."
    kinds = Counter(each.kind for each in origins(run, index))
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return f"{pass_name(run, index)}: {told or 'nothing changed'}."


def followed(run: GrapplerRun, nodes: frozenset[NodeId], old: int | None, new: int) -> frozenset[NodeId]:
    """What ops of one view stand for in the graph after pass ``new``: themselves, or what they became on the way.

    ``old`` is the pass that they were chosen after, None where they are of the traced graph. Of a large group only the
    ops that are still there stay chosen: each of the others is followed through every pass by itself.
    """
    from graphscope.analysis.node_life import life_of  # not needed for the first paint

    graph = graph_after(run, new)
    if graph is None or run.first is None:
        return frozenset()
    there = frozenset(node for node in nodes if _is_in(graph, node))
    gone = [node for node in nodes if node not in there]
    function = run.first.graph.function
    if (old is None or new > old) and len(gone) <= _MOST_FOLLOWED:
        heirs = {(function, name) for node in gone for name in life_of(run, node).names_after(new)}
        there |= {each for each in heirs if _is_in(graph, each)}
    return there


def _is_in(concrete: ConcreteFunction, node: NodeId) -> bool:
    graph = concrete.function(node[0])
    return graph is not None and node[1] in graph.index_of
