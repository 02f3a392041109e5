"""What a signature's row says below its text: chips and a short note; colours and widgets are the window's."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from graphscope.analysis.hlo import is_hlo
from graphscope.model.trace import ConcreteFunction, RetraceReason, Trace
from graphscope.session.module_opening import FunctionOptions
from graphscope.session.signature_rows import RowState, SignatureRow, SignatureRows


@dataclass(frozen=True)
class Chip:
    """A word in a coloured frame. ``look`` is ``good``, ``warn``, ``info``, ``bad`` or ``plain``."""

    text: str
    look: str
    tip: str = ""


@dataclass(frozen=True)
class RowWords:
    """What a row says."""

    chip: Chip
    note: str = ""


def words_of_row(row: SignatureRow, rows: SignatureRows) -> RowWords:
    """The words of a row as it is now."""
    trace = row.trace
    if row.state in (RowState.EDITED, RowState.WAITING, RowState.TRACING):
        texts = {RowState.EDITED: "not traced yet", RowState.WAITING: "waiting", RowState.TRACING: "tracing…"}
        return RowWords(Chip(texts[row.state], "info" if row.state is RowState.TRACING else "plain"))
    if trace is None or row.state is RowState.SKIPPED:
        return RowWords(Chip("skipped", "plain", "The worker ended before this signature's turn."))
    if row.state is RowState.FAILED:
        return RowWords(_failed_chip(trace), trace.error.type if trace.error else "")
    ops = _ops(trace)
    if row.state is RowState.REUSED:
        return RowWords(_reused_chip(trace, rows), ops)
    if trace.reasons:
        text = f"retraced: {reasons_in_short(trace.reasons)}"
        tip = f"{_reasons(trace)}\n{ops}, traced in {duration(trace.seconds)}"
        return RowWords(Chip(text, _reasons_look(trace), tip))
    return RowWords(Chip(f"traced {duration(trace.seconds)}", "good", "Python ran, and the graph was recorded."), ops)


def options_words(options: FunctionOptions) -> tuple[str, ...]:
    """The options that are not as tf.function has them by itself, a chip each."""
    words = {
        "no AutoGraph": not options.autograph,
        "jit_compile": options.jit_compile,
        "reduce_retracing": options.reduce_retracing,
    }
    return tuple(word for word, is_so in words.items() if is_so)


def duration(seconds: float) -> str:
    """``34 ms`` or ``1.2 s``."""
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def reasons_in_short(reasons: tuple[RetraceReason, ...]) -> str:
    """``x shape, training``: what differs, as short as a chip needs; a lone Python value with its values."""
    if len(reasons) == 1 and reasons[0].change == "python value":
        only = reasons[0]
        return f"Python value {only.argument} {only.before}→{only.after}"
    short = [each.argument if each.change == "python value" else f"{each.argument} {each.change}" for each in reasons]
    return ", ".join(short)


def hint(rows: SignatureRows) -> tuple[str, str]:
    """(letter, advice) of the latest retrace that has advice, else two empty strings."""
    for row in reversed(rows.rows):
        if row.trace is not None and row.state is RowState.TRACED:
            for reason in row.trace.reasons:
                if reason.advice:
                    return rows.letter(row.key), reason.advice
    return "", ""


def _ops(trace: Trace) -> str:
    count = op_total(trace.concrete)
    return f"{count:,} op{'' if count == 1 else 's'}" if trace.concrete is not None else ""


def op_total(concrete: ConcreteFunction | None) -> int:
    """The ops of the graph and of every function nested in it, each counted once, without nested arguments."""
    if concrete is None:
        return 0
    nested = sum(len(graph) - len(graph.arguments) for graph in concrete.functions.values())
    return len(concrete.graph) + nested


def size_words(shown: Iterable[tuple[str, ConcreteFunction]]) -> str:
    """``18 ops in A, 20 in B, 167 instructions in B``: what is counted is named where it is another than before."""
    told: list[str] = []
    last = ""
    for letter, concrete in shown:
        is_xlas = is_hlo(concrete.graph)
        # XLA's own count, which its tab tells, holds the parameters of every computation.
        count = sum(map(len, concrete.functions.values()), len(concrete.graph)) if is_xlas else op_total(concrete)
        noun = "instructions" if is_xlas else "ops"
        told.append(f"{count:,} {noun if noun != last else ''}".rstrip() + f" in {letter}")
        last = noun
    return ", ".join(told)


def _reused_chip(trace: Trace, rows: SignatureRows) -> Chip:
    owner = rows.of_number(trace.reuses)
    letter = rows.letter(owner.key) if owner is not None else "an earlier one"
    return Chip(f"reused {letter}", "info", f"The graph of {letter} fits this call, so Python did not run.")


def _failed_chip(trace: Trace) -> Chip:
    error = trace.error
    if error is None or error.line is None:
        return Chip("failed", "bad", error.message if error else "")
    where = f"{os.path.basename(error.file or '')}:{error.line}"
    return Chip(f"failed line {error.line}", "bad", f"{where} {error.message}")


def _reasons_look(trace: Trace) -> str:
    return "bad" if len(trace.reasons) == 1 and trace.reasons[0].change == "python value" else "warn"


def _reasons(trace: Trace) -> str:
    return "\n".join(f"{each.argument}: {each.change} {each.before} → {each.after}" for each in trace.reasons)
