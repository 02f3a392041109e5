"""Which line of the user's a thread is running, seen from another thread; it never touches the running code."""

from __future__ import annotations

import ast
import linecache
import sys
from types import FrameType
from typing import Iterator, List, Optional, Tuple

from graphscope.protocol.messages import Whereabouts
from graphscope.worker.user_frames import is_user_file

Line = Tuple[str, int]


def whereabouts(thread: int, generation: int) -> Whereabouts:
    """The user's innermost line in ``thread``, and the innermost ``while`` around it in the same file.

    Where the line itself stands in no loop, the lines that called it are asked, since a helper may do the work.
    """
    lines = list(_user_lines(sys._current_frames().get(thread)))
    if not lines:
        return Whereabouts(generation)
    file, line = lines[0]
    source = "".join(linecache.getlines(file))
    loops = (enclosing_while(source, number) for name, number in lines if name == file)
    return Whereabouts(generation, file, line, next((loop for loop in loops if loop is not None), None))


def enclosing_while(source: str, line: int) -> Optional[int]:
    """The line of the innermost ``while`` statement around ``line``, within the same function; None where none is."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    found = None
    node: Optional[ast.AST] = tree
    while node is not None:
        if isinstance(node, ast.While):
            found = node.lineno
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            found = None
        node = _child_around(node, line)
    return found


def _child_around(node: ast.AST, line: int) -> Optional[ast.AST]:
    for child in _with_lines(node):
        if child.lineno <= line <= (child.end_lineno or child.lineno):  # type: ignore[attr-defined]
            return child
    return None


def _with_lines(node: ast.AST) -> List[ast.AST]:
    """The nearest nodes below ``node`` that have a place in the file (``match`` cases, for one, have none)."""
    found: List[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found.extend([child] if hasattr(child, "lineno") else _with_lines(child))
    return found


def _user_lines(frame: Optional[FrameType]) -> Iterator[Line]:
    """The user's lines of a stack, innermost first; those of AutoGraph's generated code as the lines they came from."""
    while frame is not None:
        file = frame.f_code.co_filename
        if is_user_file(file):
            yield file, frame.f_lineno
        elif "__autograph_generated_file" in file:
            original = _original_line(frame)
            if original is not None:
                yield original
        frame = frame.f_back


def _original_line(frame: FrameType) -> Optional[Line]:
    """What AutoGraph's own map says of a line of generated code.

    The map hangs on the converted function, which TensorFlow's ``converted_call``, further out on the stack, holds as
    ``converted_f``. The mapper that TensorFlow itself uses belongs to the running thread and cannot be asked from here.
    """
    key = (frame.f_code.co_filename, frame.f_lineno)
    caller = frame.f_back
    while caller is not None:
        if caller.f_code.co_name == "converted_call":
            origin = getattr(caller.f_locals.get("converted_f"), "ag_source_map", {}).get(key)
            if origin is not None:
                return origin.loc.filename, origin.loc.lineno
        caller = caller.f_back
    return None
