"""What in an open module can be traced, in the order of the source; nothing of the user's is called to find out."""

from __future__ import annotations

import ast
import linecache
import sys
from typing import Any, Dict, List, Optional, Tuple

from graphscope.protocol.records import FoundFunction
from graphscope.worker.function_definition import parameters_of, place_of
from graphscope.worker.module_members import Member, members
from graphscope.worker.open_module import Opened
from graphscope.worker.signature_notation import signature_text
from graphscope.worker.tensorflow_functions import is_tf_function, own_input_signature
from graphscope.worker.user_frames import is_user_file

Place = Tuple[Optional[str], Optional[int]]


def find_functions(opened: Opened) -> Tuple[FoundFunction, ...]:
    """Every tf.function, decorated method, Keras model and plain function of ``opened``, and what it suggests."""
    found = members(opened.module)
    known = {member.expression for member in found}
    found += [_suggested(text, opened.namespace) for text, _ in opened.suggestions if text not in known]
    suggestions = dict(opened.suggestions)
    bindings = _bindings(opened)
    records = [_record(member, suggestions, bindings) for member in found]
    files = {source.file: number for number, source in enumerate(opened.sources)}
    return tuple(sorted(records, key=lambda each: (files.get(each.file or "", len(files)), each.line or sys.maxsize)))


def _record(
    member: Member, suggestions: Dict[str, Tuple[str, ...]], bindings: Dict[str, Tuple[str, int]]
) -> FoundFunction:
    file, line = place_of(member.function)
    if file is None or not is_user_file(file):
        file, line = bindings.get(_first_name(member.expression), (None, None))
    own = own_input_signature(member.function) if is_tf_function(member.function) else None
    return FoundFunction(
        expression=member.expression,
        name=member.expression,
        kind=member.kind,
        file=file,
        line=line,
        parameters=parameters_of(member.function, member.bound),
        owner=member.owner,
        input_signature=None if own is None else signature_text(own, {}),
        suggestions=suggestions.get(member.expression, ()),
    )


def _first_name(expression: str) -> str:
    return expression.replace("[", ".").partition(".")[0]


def _bindings(opened: Opened) -> Dict[str, Tuple[str, int]]:
    """Where the module gives each of its names a value, the last time that it does."""
    found: Dict[str, Tuple[str, int]] = {}
    for source in opened.sources:
        if source.file.partition("#cell=")[0] != opened.file:
            continue
        try:
            tree = ast.parse("".join(linecache.getlines(source.file)) or source.text)
        except (SyntaxError, ValueError):
            continue
        for statement in tree.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    found[node.id] = (source.file, statement.lineno)
    return found


def _suggested(text: str, namespace: Dict[str, Any]) -> Member:
    """A suggested expression that was not found by itself, such as ``Net(width=4).step``; it is not evaluated."""
    node = ast.parse(text, mode="eval").body
    path: List[str] = []
    while isinstance(node, (ast.Attribute, ast.Call)):
        if isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
            node = node.value
        else:
            node = node.func
    value = namespace.get(node.id) if isinstance(node, ast.Name) else None
    for name in path:
        value = next((vars(base)[name] for base in getattr(value, "__mro__", ()) if name in vars(base)), None)
    if is_tf_function(value):
        return Member(text, value, "method" if path else "tf.function", bound="(" in text)
    return Member(text, value, "function", bound=bool(path))
