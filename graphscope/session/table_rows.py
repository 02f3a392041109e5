"""What the tables below the graphs say: why signatures were traced again, and what each Grappler pass did."""

from __future__ import annotations

from collections.abc import Mapping

from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.session.pass_life import PassLife
from graphscope.session.pass_views import device_name, partition_of, partition_view, pass_name, pass_of, pass_view
from graphscope.session.row_words import duration
from graphscope.session.signature_rows import RowState, SignatureRows

Cells = tuple[tuple[str, ...], bool]
"""The cells of a row, and whether it is muted."""

RETRACING = ("signature", "outcome", "what changed", "what to do")
PASSES = ("pass", "nodes", "edges", "ms", "")
_FIRST = "as it reached Grappler"
TOUCHED, GONE = "●", "✕"
"""What marks the passes that did something with the selected op, and the one that it is gone in."""


def retracing_rows(rows: SignatureRows) -> list[Cells]:
    """One row for each signature, and one for each further reason that it was traced again."""
    found: list[Cells] = []
    for row in rows:
        letter, trace = rows.letter(row.key), row.trace
        if trace is None or row.state is RowState.EDITED:
            found.append(((f"{letter}  {row.text}", row.state.value, "", ""), True))
            continue
        outcome = f"traced in {duration(trace.seconds)}" if row.state is RowState.TRACED else row.state.value
        owner = rows.of_number(trace.reuses) if row.state is RowState.REUSED else None
        if owner is not None:
            outcome = f"reused {rows.letter(owner.key)}"
        advice = trace.error.advice or trace.error.message if trace.error is not None else ""
        first = True
        for reason in trace.reasons:
            name = f"{letter}  {row.text}" if first else ""
            told = outcome if first else ""
            change = f"{reason.argument}: {reason.change} {reason.before} → {reason.after}"
            cells = (name, told, change, reason.advice)
            found.append((cells, False))
            first = False
        if first:
            found.append(((f"{letter}  {row.text}", outcome, "", advice), row.state is RowState.REUSED))
    return found


def pass_rows(
    run: GrapplerRun, only_changed: bool, life: PassLife | None = None, words: Mapping[int, str] | None = None
) -> list[Cells]:
    """The graph as it reached Grappler, then each pass in order, then what each device runs.

    A pass that did something with the op of ``life`` says what, behind a dot, or a cross where the op ends. ``words``
    tell of others what they did, where that is known.
    """
    found: list[Cells] = []
    for view in row_views(run, only_changed):
        index, partition = pass_of(view), partition_of(view)
        if partition is not None:
            graph = run.partitions[partition].concrete.graph
            name = f"runs on {device_name(run, partition)}"
            found.append(((name, str(len(graph)), str(graph.edge_count), "", "what this device is given"), False))
        elif index is None or index < 0:
            first = run.passes[0]
            told = life.touched.get(-1, "") if life is not None else ""
            found.append(((_FIRST, str(first.nodes_before), str(first.edges_before), "", told), False))
        else:
            found.append(_pass_row(run, index, life, (words or {}).get(index, "")))
    return found


def _pass_row(run: GrapplerRun, index: int, life: PassLife | None, words: str) -> Cells:
    each, told = run.passes[index], life.touched.get(index, "") if life is not None else ""
    ends = life is not None and life.gone == index
    mark = f"{GONE} " if ends else f"{TOUCHED} " if told else ""
    cells = (
        f"{mark}{pass_name(run, index)}",
        _change(each.nodes_before, each.nodes_after),
        _change(each.edges_before, each.edges_after),
        f"{each.milliseconds:.1f}",
        told or ("the op ends here" if ends else words or _note(each)),
    )
    return cells, not each.changed


def row_views(run: GrapplerRun, only_changed: bool) -> tuple[str, ...]:
    """The view that each of these rows stands for."""
    if not run.passes:
        return ()
    wanted = [index for index, each in enumerate(run.passes) if each.changed or not only_changed]
    return (*map(pass_view, (-1, *wanted)), *map(partition_view, range(len(run.partitions))))


def _change(before: int, after: int) -> str:
    return str(after) if before == after else f"{before} → {after}"


def _note(each: GrapplerPass) -> str:
    if not each.changed:
        return "unchanged"
    fewer = each.nodes_before - each.nodes_after
    if fewer > 0:
        return f"{fewer} node{'' if fewer == 1 else 's'} fewer"
    if fewer < 0:
        return f"{-fewer} node{'' if fewer == -1 else 's'} more"
    return "rewritten, as many nodes"
