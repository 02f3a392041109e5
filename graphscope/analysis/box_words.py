"""Box words: title, subtitle, look and glyph of ops and groups; those of regions are made in region_words."""

from __future__ import annotations

import os.path
import re

from graphscope.analysis.group_entries import Entry
from graphscope.analysis.hlo import counted
from graphscope.analysis.lowered_words import lowered_part_title, lowered_title
from graphscope.analysis.op_looks import op_look, type_look
from graphscope.analysis.region_words import source_line
from graphscope.analysis.unrolled_loops import rounds_of
from graphscope.analysis.variable_words import variable_words
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import OpGraph

_LONGEST_VALUE = 24
_LONGEST_NAME = 34

_HEAD = re.compile(r"(for\s+.+?)\s+in\b")
LOOP_OPS = frozenset({"Enter", "Merge", "Switch", "NextIteration", "Exit", "get-tuple-element"})
Words = tuple[str, str, str, str]
"""Title, subtitle, look, glyph."""


def op_words(graph: OpGraph, node: int) -> Words:
    """The words of a single op."""
    return graph.op_types[node], _op_subtitle(graph, node), op_look(graph, node), ""


def entry_words(graph: OpGraph, entry: Entry, view: ViewState) -> Words:
    """The words of a group."""
    count = len(entry.members)
    ops = counted(graph, count)
    if entry.kind == "line" and entry.frame is not None:
        title = source_line(view, entry.frame) or _common_scope(graph, entry) or entry.title
        notes = [entry.title, ops]
        return title, " · ".join(notes[title == entry.title :]), "group", ""
    if entry.kind == "unrolled" and entry.frame is not None:
        frame = entry.frame
        head = _HEAD.match(source_line(view, frame))
        times = rounds_of(view).get((frame.file, frame.line), 0)
        return f"{head[1] if head else 'loop'} · unrolled ×{times}", f"line {frame.line} · {ops}", "group", ""
    if entry.kind == "function" and entry.frame is not None:
        return entry.title, f"{os.path.basename(entry.frame.file)} · {ops}", "group", "ƒ"
    if entry.kind == "lowered":
        kind, _, name = entry.title.partition(" ")
        title = lowered_title(graph, entry.title, view)
        return title, f"{name.rstrip('/')} · {ops}", kind, "↻" if kind == "while" else "◆"
    if entry.kind == "failed" and entry.frame is not None:
        title = source_line(view, entry.frame)
        return f"failed here · {entry.title}" + (f" · {title}" if title else ""), ops, "failed", "✗"
    if entry.kind == "part":
        kind = entry.title.split(" ")[1]
        return lowered_part_title(graph, entry.title, view), "", f"part-{kind}", ""
    if entry.kind == "series":
        return _series_words(graph, entry, ops)
    return entry.title, ops, "group", ""


def _series_words(graph: OpGraph, entry: Entry, ops: str) -> Words:
    if entry.inside is not None:
        word = "equal rounds" if entry.inside[0].kind == "round" else "groups"
        return entry.title, f"{len(entry.inside)} {word} · {ops}", "group", f"×{len(entry.inside)}"
    glyph = f"×{len(entry.members):,}"
    captured = [graph.argument_of.get(node) for node in entry.members.tolist()]
    if captured[0] is not None:
        what = "variables" if all(each is not None and each.variable for each in captured) else "tensors"
        names = [_short(each.name) for each in (captured[0], captured[-1]) if each is not None]
        return f"captured {what}", " to ".join(names), op_look(graph, entry.first), glyph
    first, last = graph.names[entry.members[0]], graph.names[entry.members[-1]]
    return entry.title, f"{_short(first)} to {_short(last)}", type_look(entry.title), glyph


def _op_subtitle(graph: OpGraph, node: int) -> str:
    argument = graph.argument_of.get(node)
    if argument is not None:
        return f"captured {argument.name}" if argument.captured else variable_words(argument.name)
    if python_name(graph, node):
        return variable_words(python_name(graph, node))
    constant = graph.constants.get(node)
    if constant is not None and len(constant.text) <= _LONGEST_VALUE:
        return f"{constant.text} · {_short(graph.names[node])}"
    return _short(graph.names[node])


def python_name(graph: OpGraph, node: int) -> str:
    """The user's variable that an argument or an op of a lowered loop stands for; '' for other ops."""
    argument = graph.argument_of.get(node)
    if argument is not None:
        return argument.name
    return graph.input_names.get(node, ("",))[0] if graph.op_types[node] in LOOP_OPS else ""


def _short(name: str) -> str:
    """A name that is too long for a box, by its end."""
    return name if len(name) <= _LONGEST_NAME else "…/" + "/".join(name.split("/")[-2:])


def _common_scope(graph: OpGraph, entry: Entry) -> str:
    """The name scope that all of a group share, its innermost word; empty where there is none."""
    names = [graph.names[node] for node in entry.members.tolist()]
    # What the first and the last in order share, all between them share too.
    scope = ""
    for one, other in zip(min(names).split("/")[:-1], max(names).split("/")[:-1], strict=False):
        if one != other:
            break
        scope = one
    return scope
