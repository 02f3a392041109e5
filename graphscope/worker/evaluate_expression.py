"""Evaluates the user's expressions in their module and tells in one sentence what stopped one; it traces nothing."""

from __future__ import annotations

import ast
import difflib
import re
from types import ModuleType
from typing import Any, Dict, Optional, Type

from graphscope.errors import GraphscopeError, UsageError
from graphscope.worker.expression_names import NotASpec, names_to_offer, resolved
from graphscope.worker.expression_syntax import quoted
from graphscope.worker.user_code import UserCode, in_one_line
from graphscope.worker.user_frames import innermost_user_line


def evaluate(tree: ast.expr, namespace: Dict[str, Any], text: str, kind: Type[GraphscopeError] = UsageError) -> Any:
    """The value of ``tree``, which was read from ``text``. Raises ``kind`` where the user's code raises anything."""
    with UserCode(lambda error: not_evaluated(error, namespace, text, kind)):
        return eval(compile(resolved(tree, namespace), f"<{text}>", "eval", dont_inherit=True), namespace)


def not_evaluated(
    error: BaseException, namespace: Dict[str, Any], text: str, kind: Type[GraphscopeError]
) -> GraphscopeError:
    """What to say of ``error``, raised while ``text`` was evaluated."""
    place = innermost_user_line(error.__traceback__)
    if place is not None:
        return kind(f"{quoted(text)} raised {in_one_line(error)}", file=place[0], line=place[1])
    if isinstance(error, SyntaxError):  # some are found only when the tree is compiled
        return UsageError(f"{quoted(text)} cannot be read: {error.msg}")
    if isinstance(error, NotASpec):
        return kind(f"{quoted(text)}: {error}")
    if isinstance(error, NameError):
        name = _quoted_name(error)
        return kind(f"{quoted(text)}: the module has no {name}", advice=_near_name(name, namespace))
    if isinstance(error, AttributeError):
        return kind(f"{quoted(text)}: {error}", advice=_near_attribute(error))
    return kind(f"{quoted(text)} raised {in_one_line(error)}")


def near_match(name: str, names: Any) -> Optional[str]:
    """The one of ``names`` that was most likely meant."""
    found = difflib.get_close_matches(name, [str(each) for each in names], n=1)
    return found[0] if found else None


def _near_name(name: str, namespace: Dict[str, Any]) -> str:
    import tensorflow as tf

    if name in ("float", "int"):
        return f"Did you mean {name}32?"
    near = near_match(name, names_to_offer(namespace))
    if near is None and hasattr(tf, name):
        near = f"tf.{name}"
    return f"Did you mean {near}?" if near else ""


def _near_attribute(error: AttributeError) -> str:
    """The near match among the attributes of what was asked, where Python (3.10) tells what that was."""
    owner, name = getattr(error, "obj", None), getattr(error, "name", None)
    if owner is None or not name:
        return ""
    near = near_match(name, dir(owner))
    if near is None:
        return ""
    called = {"tensorflow": "tf.", "numpy": "np."}.get(owner.__name__, "") if isinstance(owner, ModuleType) else ""
    return f"Did you mean {called}{near}?"


def _quoted_name(error: NameError) -> str:
    found = re.search(r"'([^']*)'", str(error))
    return found.group(1) if found else str(error)
