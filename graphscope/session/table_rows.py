"""What the tables below the graphs say: why signatures were traced again, and what each Grappler pass did."""

from __future__ import annotations

from collections.abc import Sequence

from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.session.pass_views import pass_name
from graphscope.session.row_words import duration
from graphscope.session.signature_rows import RowState, SignatureRows

Cells = tuple[tuple[str, ...], bool]
"""The cells of a row, and whether it is muted."""

RETRACING = ("signature", "outcome", "what changed", "what to do")
PASSES = ("pass", "nodes", "edges", "ms", "")


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
        advice = trace.error.message if trace.error is not None else ""
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


def pass_rows(run: GrapplerRun, only_changed: bool) -> list[Cells]:
    """The graph as it reached Grappler, then each pass in order."""
    passes: Sequence[GrapplerPass] = run.passes
    found: list[Cells] = []
    for index in pass_numbers(run, only_changed):
        if index < 0:
            first = passes[0]
            found.append((("as it reached Grappler", str(first.nodes_before), str(first.edges_before), "", ""), False))
        else:
            each = passes[index]
            cells = (
                pass_name(run, index),
                _change(each.nodes_before, each.nodes_after),
                _change(each.edges_before, each.edges_after),
                f"{each.milliseconds:.1f}",
                _note(each),
            )
            found.append((cells, not each.changed))
    return found


def pass_numbers(run: GrapplerRun, only_changed: bool) -> tuple[int, ...]:
    """Which pass each of these rows is of, -1 for the graph as it reached Grappler."""
    wanted = tuple(index for index, each in enumerate(run.passes) if each.changed or not only_changed)
    return (-1, *wanted) if run.passes else ()


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
