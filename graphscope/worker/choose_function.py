"""Turns what the user calls a function into the one tf.function that signatures are traced on; it traces nothing."""

from __future__ import annotations

import ast
import linecache
from dataclasses import dataclass
from types import CodeType, MethodType, ModuleType
from typing import Any, Optional, Tuple

from graphscope.errors import ModuleError, UsageError
from graphscope.protocol.messages import ChooseFunction
from graphscope.worker.evaluate_expression import evaluate, near_match
from graphscope.worker.expression_syntax import parsed
from graphscope.worker.function_definition import definition, display_name, parameters_of, place_of
from graphscope.worker.module_members import members
from graphscope.worker.open_module import Opened
from graphscope.worker.signature_notation import signature_text
from graphscope.worker.tensorflow_functions import is_keras, is_tf_function, own_input_signature, with_options


@dataclass(frozen=True)
class Chosen:
    """The function that signatures are traced on."""

    function: Any
    """The tf.function object."""
    python_function: Any
    name: str
    kind: str
    file: Optional[str] = None
    line: Optional[int] = None
    parameters: str = "()"
    input_signature: Optional[str] = None
    converts: bool = True
    """Whether AutoGraph is on for it."""
    code: Optional[CodeType] = None
    """That of the plain function at the bottom of decorators and bindings."""
    owner: Any = None
    """What it was taken from, kept alive: a bound tf.function holds its object weakly."""


def choose_function(opened: Opened, request: ChooseFunction) -> Chosen:
    """What ``request.function`` names, as a tf.function. Raises ModuleError; UsageError for what is no expression."""
    expression = request.function.strip()
    if not expression:
        raise UsageError("no function was named", advice="Give its name, as in --function double.")
    tree = parsed(expression, "function")
    owner, value = _looked_up(tree, expression, opened)
    kind, function = _callable(value, expression, opened)
    if not is_tf_function(function):
        function = _wrapped(function, request)
    elif not request.autograph or request.jit_compile or request.reduce_retracing:
        function = with_options(function, request.autograph, request.jit_compile, request.reduce_retracing)
    python_function = function.python_function
    plain = definition(python_function)
    file, line = place_of(python_function)
    own = own_input_signature(function)
    return Chosen(
        function,
        python_function,
        display_name(python_function, expression),
        kind,
        file,
        line,
        parameters_of(python_function),
        None if own is None else signature_text(own, {}),
        bool(getattr(function, "_autograph", True)),
        plain.__code__ if plain is not None else None,
        (owner, value),
    )


def _looked_up(tree: ast.expr, expression: str, opened: Opened) -> Tuple[Any, Any]:
    """The value of the expression, and the object that it is an attribute of."""
    namespace = opened.namespace
    first = next((node.id for node in ast.walk(tree) if isinstance(node, ast.Name)), None)
    if isinstance(tree, ast.Name) and tree.id not in namespace:
        raise _not_there(tree.id, opened)
    if isinstance(tree, ast.Attribute) and first in namespace:
        owner = evaluate(tree.value, namespace, expression, ModuleError)
        try:
            return owner, getattr(owner, tree.attr)
        except AttributeError as error:
            raise _not_in(owner, tree.attr, expression, opened) from error
    if any(isinstance(node, ast.Lambda) for node in ast.walk(tree)):
        # AutoGraph reads the source of what it converts; without a time of change linecache keeps the entry.
        linecache.cache[f"<{expression}>"] = (len(expression), None, ["\n", f"{expression}\n"], f"<{expression}>")
    return None, evaluate(tree, namespace, expression, ModuleError)


def _not_there(name: str, opened: Opened) -> ModuleError:
    there = [member.expression for member in members(opened.module)]
    others = [each for each, value in opened.namespace.items() if callable(value) and not each.startswith("_")]
    near = near_match(name, there) or near_match(name, others)
    return ModuleError(f"{opened.name} has no function {name}", file=opened.file, advice=_offer(near, there, opened))


def _not_in(owner: Any, name: str, expression: str, opened: Opened) -> ModuleError:
    if isinstance(owner, (ModuleType, type)):
        what = f"the {'module' if isinstance(owner, ModuleType) else 'class'} {owner.__name__}"
    else:
        what = f"the {type(owner).__name__} object"
    near = near_match(name, dir(owner))
    there = [member.expression for member in members(opened.module)]
    return ModuleError(
        f"{expression}: {what} has no attribute {name}", file=opened.file, advice=_offer(near, there, opened)
    )


def _offer(near: Optional[str], there: Any, opened: Opened) -> str:
    """What to do where a function is not there: the near match, what there is, whether the module came to its end."""
    parts = [f"Did you mean {near}?"] if near else []
    if there:
        listed = f"{', '.join(there[:12])}{' …' if there[12:] else '.'}"
        parts.append(f"There {'is' if len(there) == 1 else 'are'}: {listed}")
    elif not near:
        parts.append("There is no function in it.")
    parts += [f"{each[0].upper()}{each[1:]}." for each in opened.warnings if each.startswith("the module exited")]
    return " ".join(parts)


def _callable(value: Any, expression: str, opened: Opened) -> Tuple[str, Any]:
    """What to trace for ``value``, and of which kind it is."""
    kind = type(value)
    if is_tf_function(value):
        plain = definition(value)
        is_method = plain is not None and "." in plain.__qualname__.rpartition("<locals>.")[2]
        return ("method" if is_method else "tf.function"), value
    if isinstance(value, MethodType):
        return ("keras model" if is_keras(type(value.__self__), "Model") else "method"), value
    if isinstance(value, type):
        methods = [each.expression for each in members(opened.module) if each.owner == f"class {value.__name__}"]
        advice = f"Choose a method of it: {', '.join(methods)}" if methods else f"Choose an object: {expression}(…)"
        raise ModuleError(f"{expression} is a class, not a function", file=opened.file, advice=advice)
    if is_keras(kind, "Model", "Layer"):
        return ("keras model" if is_keras(kind, "Model") else "method"), value.call
    if not callable(value):
        article = "an" if kind.__name__[0].lower() in "aeiou" else "a"
        raise ModuleError(
            f"{expression} is {article} {kind.__name__}, not a function",
            file=opened.file,
            advice=_offer(None, [member.expression for member in members(opened.module)], opened),
        )
    has_code = definition(value) is not None or kind.__module__ == "builtins"
    return ("function", value) if has_code else ("method", value.__call__)


def _wrapped(function: Any, request: ChooseFunction) -> Any:
    import tensorflow as tf

    return tf.function(
        function,
        autograph=request.autograph,
        jit_compile=True if request.jit_compile else None,
        reduce_retracing=request.reduce_retracing,
    )
