"""What AutoGraph generated, call by call: which of the user's statements each ``ag__`` call stands for.

Filled while functions are converted; asked while converted code runs, and when an error is told.
"""

from __future__ import annotations

import ast
import inspect
import types
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from graphscope.worker import tensorflow_internals as internals
from graphscope.worker.code_map import CodeMap
from graphscope.worker.jumps import Jump, flags_of, jump
from graphscope.worker.python_statements import FileStatements, statements_of
from graphscope.worker.statement_sites import Site
from graphscope.worker.true_lines import FunctionPlaces, LambdaPlaces, Place
from graphscope.worker.user_frames import is_user_file

KINDS = {
    "if_stmt": "if",
    "while_stmt": "while",
    "for_stmt": "for",
    "if_exp": "conditional expression",
    "and_": "and",
    "or_": "or",
    "not_": "not",
}
_EXPRESSIONS = ("and_", "or_", "not_", "if_exp")


@dataclass(frozen=True)
class GeneratedCall:
    """One call in generated code. ``lowering``: made for a break, continue or return, not written by the user."""

    name: str
    site: Optional[Site]
    lowering: bool = False
    first: bool = True
    """Whether it is the outermost of the calls that stand for its statement (``a and b and c`` makes two)."""
    jump: Optional[Jump] = None
    """What it is there for, where it is lowering."""


class ConversionMap:
    """Every generated file of this process: its text, its line map, and its calls by place."""

    def __init__(self) -> None:
        self.texts: Dict[str, str] = {}
        self._lines: Dict[str, Dict[int, Tuple[str, int]]] = {}
        self._calls: Dict[Tuple[str, int, int], GeneratedCall] = {}
        self._by_line: Dict[Tuple[str, int, str], List[GeneratedCall]] = {}
        self._found: CodeMap[Dict[Tuple[int, str], Optional[GeneratedCall]]] = CodeMap()
        self._generated_file: CodeMap[str] = CodeMap()

    # ---- filled while converting ---------------------------------------------------------------------------------

    def resolve_entity(self, original: Any) -> Any:
        """Wraps AutoGraph's placing of nodes, so that every place it keeps is the true one."""

        def resolve_entity(node: Any, source: str, entity: Any) -> None:
            original(node, source, entity)
            function = getattr(entity, "__func__", entity)
            file = inspect.getsourcefile(function.__code__) or function.__code__.co_filename
            decorators = getattr(node, "decorator_list", None)
            root_line = decorators[0].lineno if decorators else getattr(node, "lineno", 1)
            is_lambda = type(node).__name__ == "Lambda"
            places: Any = LambdaPlaces(function) if is_lambda else FunctionPlaces(function, source, root_line)
            internals.move_origins(node, places.place, file)

        return resolve_entity

    def create_source_map(self, original: Any) -> Any:
        """Wraps AutoGraph's mapping of generated lines, so that its calls are known by place."""

        def create_source_map(nodes: Any, code: str, file: str) -> Any:
            source_map = original(nodes, code, file)
            self.texts[file] = code
            self._lines[file] = {
                place.lineno: (origin.loc.filename, origin.loc.lineno) for place, origin in source_map.items()
            }
            self._read_calls(nodes, code, file)
            return source_map

        return create_source_map

    def convert_actual(self, original: Any) -> Any:
        """Wraps the last step of a conversion, so that a function's generated text can be found."""

        def convert_actual(entity: Any, context: Any) -> Any:
            converted = original(entity, context)
            self._generated_file[entity.__code__] = converted.__code__.co_filename
            return converted

        return convert_actual

    def _read_calls(self, nodes: Any, code: str, file: str) -> None:
        groups: Dict[Tuple[str, int, int], List[ast.Call]] = {}
        guards: Set[int] = set()
        for before, after in internals.parallel_nodes(nodes, code):
            name = _ag_name(after)
            if name not in KINDS:
                continue
            origin = internals.origin(before)
            place = (origin.loc.filename, origin.loc.lineno, origin.loc.col_offset) if origin else None
            if _is_lowering(name, after):
                at = place[:2] if place else self._lines[file].get(after.lineno)
                if name == "if_stmt":  # met before what is inside it
                    guards.update((id(after), id(after.args[0])))
                self._add(file, after, _lowering_call(name, after, at, id(after) in guards))
            elif place and name in _EXPRESSIONS:
                groups.setdefault(place, []).append(after)
            elif place:
                site = statements_of(place[0]).at(KINDS[name], place[1], place[2])
                self._add(file, after, GeneratedCall(name, site))
        placed = {id(node) for calls in groups.values() for node in calls}
        for (origin_file, line, column), calls in groups.items():
            calls.extend([inner for node in calls for inner in _without_place(node, _ag_name(node), placed)])
            calls.sort(key=lambda node: (node.lineno, node.col_offset))
            names = [_ag_name(node) for node in calls]
            for node, call in zip(calls, _expression_calls(statements_of(origin_file), (line, column), names)):
                self._add(file, node, call)

    def _add(self, file: str, node: Any, call: GeneratedCall) -> None:
        self._calls[file, node.lineno, node.col_offset] = call
        self._by_line.setdefault((file, node.lineno, call.name), []).append(call)

    # ---- asked while converted code runs -------------------------------------------------------------------------

    def call_at(self, frame: types.FrameType, name: str) -> Optional[GeneratedCall]:
        """The generated call of ``name`` that ``frame`` is making now; None where the frame is not generated code."""
        found = self._found.setdefault(frame.f_code, {})
        key = (frame.f_lasti, name)
        if key not in found:
            found[key] = self._find(frame, name)
        return found[key]

    def _find(self, frame: types.FrameType, name: str) -> Optional[GeneratedCall]:
        file = frame.f_code.co_filename
        on_line = self._by_line.get((file, frame.f_lineno, name), [])
        if len(on_line) > 1 and hasattr(frame.f_code, "co_positions"):
            positions = list(frame.f_code.co_positions())[frame.f_lasti // 2]
            exact = self._calls.get((file, positions[0] or 0, positions[2] or 0))
            if exact is not None and exact.name == name:
                return exact
        return on_line[0] if on_line else None

    def is_users(self, file: str) -> bool:
        """Whether ``file`` is the user's own, or AutoGraph's text for a function in such a file."""
        lines = self._lines.get(file)
        return is_user_file(next(iter(lines.values()))[0]) if lines else is_user_file(file)

    def user_line(self, file: str, line: int) -> Optional[Tuple[str, int]]:
        """The user's line that a generated line stands for; None where ``file`` is not generated or it has none."""
        return self._lines.get(file, {}).get(line)

    def user_lines(self, file: str) -> Dict[int, Tuple[str, int]]:
        """Generated line → the user's (file, line), of those lines of a generated file that have one."""
        return self._lines.get(file, {})

    def generated_file(self, code: types.CodeType) -> str:
        """The file that AutoGraph made of the function with that code, '' where it was not converted."""
        return self._generated_file.get(code, "")

    def generated_text(self, code: types.CodeType) -> str:
        """What AutoGraph made of the function with that code, '' where it was not converted."""
        return self.texts.get(self.generated_file(code), "")


def _ag_name(node: Any) -> str:
    function: Any = getattr(node, "func", None)
    if type(node).__name__ != "Call" or type(function).__name__ != "Attribute":
        return ""
    return str(function.attr) if getattr(function.value, "id", "") == "ag__" else ""


def _without_place(node: Any, name: str, placed: Set[int]) -> Iterator[Any]:
    """The calls that stand for the rest of what ``node`` stands for: ``a and b and c`` makes one inside another."""
    for argument in node.args:
        inner = getattr(argument, "body", None)
        if _ag_name(inner) == name and id(inner) not in placed:
            yield inner
            yield from _without_place(inner, name, placed)


def _is_lowering(name: str, node: Any) -> bool:
    """Flags are tested bare (``ag__.not_(break_)``), the user's own variables always through ``ag__.ld``."""
    first = node.args[0]
    if name == "not_":
        return type(first).__name__ == "Name"
    if name == "if_stmt":
        return _ag_name(first) == "not_" and _is_lowering("not_", first)
    if name == "and_":
        return type(first).__name__ == "Lambda" and _is_lowering("if_stmt", _Test(first.body))
    return False


class _Test:
    """A call of one argument, for asking ``_is_lowering`` about a bare expression."""

    def __init__(self, expression: Any) -> None:
        self.args = [expression]


def _lowering_call(name: str, node: Any, at: Optional[Tuple[str, int]], guards: bool) -> GeneratedCall:
    """A call that was made for the jumps whose flags ``node`` asks for."""
    flags = flags_of(node.args[0] if name == "if_stmt" else node)
    site = _jumping_statement(*at, flags) if at else None
    if at is None or site is None:
        return GeneratedCall(name, site, lowering=True)
    in_loop = site.kind in ("for", "while") and site.line <= at[1] <= site.end_line
    return GeneratedCall(name, site, lowering=True, jump=jump(flags, site.jumps, guards, in_loop))


def _jumping_statement(file: str, line: int, flags: Tuple[str, ...]) -> Optional[Site]:
    """The innermost statement around ``line`` whose break, continue or return AutoGraph lowered there."""
    kinds = {*flags, *(("break",) if "continue" in flags else ())}
    sites = [site for site in statements_of(file).sites if any(kind in kinds for kind, _ in site.jumps)]
    around = [site for site in sites if site.line <= line <= site.end_line]
    loops = [site for site in around if site.kind in ("for", "while")]
    if loops or around:
        return (loops or around)[-1]
    before = [site for site in sites if site.end_line < line]
    return before[-1] if before else None


def _expression_calls(statements: FileStatements, place: Place, names: List[str]) -> List[GeneratedCall]:
    """What the calls of these ``names``, which share one place, stand for; they are in the order of the text."""
    written = list(statements.calls.at(place, names))
    calls = []
    for name in names:
        position = next((index for index, each in enumerate(written) if each.name == name), None)
        if position is None:
            site = statements.at(KINDS[name], *place)
            calls.append(GeneratedCall(name, site, lowering=site is None))
        else:
            calls.append(GeneratedCall(name, written[position].site, first=written.pop(position).first))
    return calls
