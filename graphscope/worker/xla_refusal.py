"""What XLA refuses: the traced op and line that its words name, and what to do about it; how it says so is not kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Tuple

from graphscope.worker.hlo_origins import HloOrigins, Origin
from graphscope.worker.traced_lines import TracedLines
from graphscope.worker.xla_advice import constant_advice, kernel_advice

_AT = re.compile(r"\{\{node (?P<node>[^}]+)\}\}|node `(?P<quoted>[^`]+)`")
_KERNEL = re.compile(r"unsupported operations[^:]*: (?P<op>\w+) \(")
_CONSTANT = re.compile(r"Input (?P<input>\d+) to node `(?P<node>[^`]+)` with op (?P<op>\w+) must be a compile-time")
_RESOURCE = re.compile(r"Shape of resource (?P<name>\S+) cannot be changed[^:]*: old shape was (?P<old>\[[^\]]*\])")
_LOOP = re.compile(r"shapes of loop body do not match: \((?P<first>.*?)\) vs\. \((?P<then>.*?)\)(?:\n|$)")
_NO_VARIABLE = "variable.var()"
_OF_VARIABLES = ("ReadVariableOp", "Assign", "Resource", "VarIsInitialized", "VariableShape", "Destroy")
_BY_THEMSELVES = ("Resource", "While", "If", "Case", "Call")


@dataclass(frozen=True)
class Refusal:
    """``message`` is '' where XLA's own words are best; ``variable`` is the Python name that it is about."""

    origin: Optional[Origin] = None
    advice: str = ""
    variable: str = ""
    message: str = ""


@dataclass(frozen=True)
class _Asked:
    text: str
    lines: TracedLines
    origins: HloOrigins = field(compare=False)

    def named(self, op_type: str = "") -> Optional[Origin]:
        """The op that the text names first and that was traced."""
        for found in _AT.finditer(self.text):
            for origin in self.origins.of(found["node"] or found["quoted"], op_type, ()):
                return origin
        return None


def refusal_of(text: str, lines: TracedLines) -> Refusal:
    """What these words of XLA's refuse."""
    asked = _Asked(text, lines, HloOrigins(lines))
    for kind in _KINDS:
        found = kind(asked)
        if found is not None:
            return found
    return Refusal(asked.named())


def _kernel(asked: _Asked) -> Optional[Refusal]:
    found = _KERNEL.search(asked.text)
    if found is None:
        return None
    origin = asked.named(found["op"])
    specs = () if origin is None else asked.lines.specs_around(origin.function, origin.node)
    return Refusal(origin, kernel_advice(found["op"], specs))


def _constant(asked: _Asked) -> Optional[Refusal]:
    found = _CONSTANT.search(asked.text)
    if found is None:
        return None
    origin = asked.named(found["op"])
    made_of = () if origin is None else asked.lines.made_of(origin.function, origin.node, int(found["input"]))
    return Refusal(origin, constant_advice(found["op"], made_of))


def _resource(asked: _Asked) -> Optional[Refusal]:
    found = _RESOURCE.search(asked.text)
    if found is None:
        return None
    name = asked.lines.resource_called(found["name"])
    told = f"`{name}`" if name else "a variable"
    advice = (
        f"XLA keeps the shape of {told} as it is while it runs: assign values of shape {found['old']}, or leave this "
        "assignment out of what XLA compiles."
    )
    return Refusal(asked.named(), advice, name)


def _loop(asked: _Asked) -> Optional[Refusal]:
    found = _LOOP.search(asked.text)
    if found is None:
        return None
    first, then = _parts(found["first"]), _parts(found["then"])
    changed = [place for place, (one, other) in enumerate(zip(first, then)) if one != other]
    origin = asked.named()
    names = asked.lines.body_variables(origin.function, origin.node) if origin is not None else ()
    name = names[changed[0]] if changed and len(names) == len(first) else ""
    what = f"`{name}`" if name else "a variable of the loop"
    change = f" from {first[changed[0]]} to {then[changed[0]]}" if changed else ""
    advice = (
        f"In a round {what} changes its shape{change}, and XLA needs it to stay: give it its full size before the "
        "loop, or collect rounds in a tf.TensorArray of a fixed size."
    )
    return Refusal(origin, advice, name)


def _no_variable(asked: _Asked) -> Optional[Refusal]:
    if _NO_VARIABLE not in asked.text:
        return None
    for node, op_type, argument in asked.lines.resources_used():
        if not op_type.startswith(_OF_VARIABLES) and not any(each in op_type for each in _BY_THEMSELVES):
            stack = asked.lines.stack(asked.lines.top, node)
            message = f"{op_type} uses a table or another resource that is no variable, and XLA knows variables only."
            advice = "Look things up before, and hand the numbers that were found to what XLA compiles."
            return Refusal(Origin(node, asked.lines.top, node, stack), advice, argument, message)
    message = "A variable that the function uses has no value yet, and XLA needs to know its shape."
    return Refusal(message=message, advice="Give each variable its first value where the module makes it.")


_KINDS: Tuple[Callable[[_Asked], Optional[Refusal]], ...] = (_kernel, _constant, _resource, _loop, _no_variable)


def _parts(shapes: str) -> List[str]:
    """``s32[]`` and ``f32[2,3]`` of ``s32[], f32[2,3]``."""
    return re.findall(r"\w+\[[^\]]*\]", shapes)


def composite_names(kinds: Dict[str, str]) -> str:
    """``\\`r\\` is ragged, …``: what to do about arguments that are no plain tensors, by name and kind."""
    told = []
    for name, kind in kinds.items():
        instead = {"ragged": f"{name}.to_tensor()", "sparse": f"tf.sparse.to_dense({name})"}.get(kind, "its tensors")
        told.append(
            f"`{name}` is {kind}, and XLA takes plain tensors of fixed size only: pass {instead} of a fixed size"
        )
    return f"{'; '.join(told)}, or leave XLA out." if told else ""
