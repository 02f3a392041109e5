"""Region words: what regions and their parts are called, in terms of the user's statements and source lines."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Collection

from graphscope.analysis.hlo import counted, hlo_title, is_hlo, traced_name
from graphscope.analysis.regions import regions
from graphscope.analysis.unfinished import NOT_FINISHED, is_unfinished, part_words, title_of_unfinished
from graphscope.analysis.view_state import ViewState
from graphscope.model.control_flow_region import ControlFlowRegion, RegionPart
from graphscope.model.op_graph import Frame, OpGraph
from graphscope.model.trace import ConcreteFunction, Statement

_HEADERS = {"while": r"while\s+(.+?):", "for": r"for\s+(.+?):", "if": r"(?:el)?if\s+(.+?):"}
_GOES_ON = "loop goes on"
_OWN = {"if": ("if", "conditional expression", "and", "or", "not"), "while": ("while", "for"), "case": ()}
LOOKS = {"if": "if", "case": "if", "while": "while", "call": "call", "fusion": "call", "other": "call"}
GLYPHS = {"if": "◆", "case": "◆", "while": "↻", "call": "ƒ", "fusion": "⊞", "other": "ƒ"}


def region_title(graph: OpGraph, region: ControlFlowRegion, view: ViewState) -> str:
    """``while · line 17 (AutoGraph) · StatelessWhile``; a call's is the name of the Python function."""
    op_type = graph.op_types[region.node]
    if is_hlo(graph):
        made = owner(graph, region.node, view) if region.kind in _OWN else None
        return hlo_title(graph, region, made_words(made) if made is not None else "")
    if region.kind == "call":
        name = plain_function_name(region.parts[0].function) if region.parts else op_type
        return f"{name} · {NOT_FINISHED}" if is_unfinished(graph, region.node) else name
    if is_unfinished(graph, region.node):
        return title_of_unfinished(graph, region, _OWN.get(region.kind, ()), view)
    if region.kind == "other":
        return op_type
    statement = owner(graph, region.node, view)
    if statement is not None and statement.is_by_hand:
        return f"{statement.statement} · {made_words(statement)} · {op_type}"
    if statement is not None:
        role = role_of(statement, (graph.names[region.node],), is_condition(graph))
        own = statement.statement in _OWN[region.kind]
        other = "" if own else f"{region.kind} · break or return of "
        return (
            f"{region.kind} · {role}" if role else f"{other}{statement.statement} · {made_words(statement)} · {op_type}"
        )
    frames = graph.stacks[region.node]
    line = f" · line {frames[-1].line}" if frames else ""
    # An op that neither a statement nor a call by hand owns was made by a library that the user called.
    word = f"{region.kind} of a library" if frames and view.statements is not None else region.kind
    return f"{word}{line} · {op_type}"


def made_words(statement: Statement) -> str:
    """``line 7 (AutoGraph)`` or ``line 9 (by hand)``: where, and who staged it."""
    return f"line {statement.line} ({'by hand' if statement.is_by_hand else 'AutoGraph'})"


def part_title(graph: OpGraph, region: ControlFlowRegion, part: RegionPart, view: ViewState) -> str:
    """``condition: i < steps`` where the statement's line is known, else the role alone; and whether it failed."""
    failed = part_words(graph, region, part, view)
    statement = owner(graph, region.node, view)
    words = header_words(statement, view) if part.role == "condition" and statement is not None else ""
    title = f"condition: {words}" if words else part.role
    return f"{title} · ✗ {failed}" if failed else title


def header_words(statement: Statement, view: ViewState) -> str:
    """``i < steps`` of ``while i < steps:``; empty where the source is not at hand."""
    if statement.statement not in _HEADERS:
        return ""
    line = source_line(view, Frame(statement.file, statement.line, ""))
    match = re.match(_HEADERS[statement.statement], line)
    return match.group(1) if match else ""


def role_of(statement: Statement, names: Collection[str], in_condition: bool) -> str:
    """What an op of a statement is there for where a break, continue or return made it; '' for the statement's own.

    Ops of the same name may stand in a loop's condition and in its body, each there for something else.
    """
    roles = [each.role for name in names for each in statement.lowered if each.op == name]
    return next((each for each in roles if each.startswith(_GOES_ON) is in_condition), roles[0] if roles else "")


def jump_words(graph: OpGraph, node: int, view: ViewState) -> str:
    """What an op is there for that a break, continue or return made; '' for any other."""
    stack = graph.stacks[node]
    for statement in (view.statements or ()) if stack else ():
        if statement.lowered and (statement.file, statement.line) == (stack[-1].file, stack[-1].line):
            role = role_of(statement, (traced_name(graph, node),), is_condition(graph))
            if role:
                return role
    return ""


def is_condition(graph: OpGraph) -> bool:
    """Whether a function is a loop's condition: all it gives is whether the loop goes on."""
    given = [graph.outputs[node][output] for node, output in graph.results]
    return given in (["bool[]"], ["pred[]"], ["(pred[])"])


def inside_words(concrete: ConcreteFunction, region: ControlFlowRegion) -> str:
    """``2 branches · 14 ops``: what a closed region holds."""
    ops = sum(size_inside(concrete, part.function) for part in region.parts)
    words = counted(concrete.graph, ops)
    return f"{len(region.parts)} branches · {words}" if region.kind in ("if", "case") else words


def size_inside(concrete: ConcreteFunction, function: str, above: tuple[str, ...] = ()) -> int:
    """How many ops a function has without its arguments, those of the functions it runs included."""
    graph = concrete.function(function)
    if graph is None or function in above:
        return 0
    inner = (part.function for region in regions(graph).values() for part in region.parts)
    return len(graph) - len(graph.arguments) + sum(size_inside(concrete, each, (*above, function)) for each in inner)


def owner(graph: OpGraph, node: int, view: ViewState) -> Statement | None:
    """The statement of the user's that an op was made of, where that is known."""
    name, op_type = traced_name(graph, node), graph.op_types[node]
    lines = [(frame.file, frame.line) for frame in reversed(graph.stacks[node])]
    named = [
        statement
        for statement in view.statements or ()
        if name in statement.ops and (op_type in statement.op_types or is_hlo(graph))
    ]
    for line in lines:
        for statement in named:
            if (statement.file, statement.line) == line:
                return statement
    return named[0] if named else None


def source_line(view: ViewState, frame: Frame) -> str:
    """The code of a line, without its comment; empty where the source is not at hand."""
    lines = view.sources.get(frame.file, "").splitlines()
    return _without_comment(lines[frame.line - 1].strip()) if 0 < frame.line <= len(lines) else ""


def _without_comment(line: str) -> str:
    """The line up to its comment; a line that is not whole by itself, such as one of a long string, stays as it is."""
    try:
        for token in tokenize.generate_tokens(iter([line]).__next__):
            if token.type == tokenize.COMMENT:
                return line[: token.start[1]].rstrip() or line
    except (tokenize.TokenError, IndentationError):
        pass
    return line


def plain_function_name(name: str) -> str:
    """``half`` of ``__inference_half_12``."""
    match = re.fullmatch(r"(?:__(?:inference|forward|backward)_)?(.+?)(?:_\d+)?", name)
    return match.group(1) if match else name
