"""Mistakes with shapes that an op refuses while tracing: which one it is, and both shapes; not those that loops make.

The kinds are those that analysis/shape_snippets.py has a snippet for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Optional

from graphscope.protocol.records import ErrorRecord

_NODE = r".* for '\{\{node [^}]*\}\} = (?:%s)\["
_TYPES = ("ValueError", "InvalidArgumentError", "InvalidArgument")
_ELEMENT_BY_ELEMENT = (
    r"Add|AddV2|Sub|Mul|MulNoNan|Div|DivNoNan|RealDiv|FloorDiv|FloorMod|Pow|Maximum|Minimum|SquaredDifference|Less|"
    r"LessEqual|Greater|GreaterEqual|Equal|NotEqual|LogicalAnd|LogicalOr|SelectV2|Atan2|Xdivy|Xlogy|Bitwise\w+"
)
_INPUTS = re.compile(r"with input shapes: (.*?)\.?(?: and with .*)?$", re.MULTILINE)
_SHAPES = re.compile(r"\[[^\[\]]*\]|\((?:\d+|None)?(?:, ?(?:\d+|None))*,?\)|<unknown>|\?")


@dataclass(frozen=True)
class ShapeKind:
    """One mistake. ``{shapes}`` in its advice stands for the shapes that the message has."""

    name: str
    words: str
    advice: str


def with_shape_kind(record: ErrorRecord) -> Optional[ErrorRecord]:
    """``record`` as a mistake with shapes, its advice naming them; None where it is none."""
    if record.type not in _TYPES:
        return None
    for kind in KINDS:
        if re.search(kind.words, record.message, re.DOTALL):
            return replace(record, kind=kind.name, advice=kind.advice.format(shapes=_shapes(record.message)))
    return None


def _shapes(message: str) -> str:
    """``[3,2] and [4]``: those that an op was given, else those of the words."""
    found = _INPUTS.search(message)
    shapes = _SHAPES.findall(found.group(1) if found is not None else message)
    if "= ConcatV2[" in message or "= Reshape[" in message:  # its last input is no data: the axis, or the shape wanted
        shapes = shapes[:-1]
    while len(shapes) > 2 and shapes[-1] == "[]":  # so are settings of an op
        shapes = shapes[:-1]
    shapes = [re.sub(r"\((.*?),?\)", r"[\1]", each).replace(", ", ",") for each in shapes]
    *before, last = shapes or ["the two"]
    return f"{', '.join(before)} and {last}" if before else last


KINDS = (
    ShapeKind(
        "shapes that do not multiply",
        r"^Dimensions must be equal" + _NODE % r"MatMul|BatchMatMul\w*|Einsum",
        "Of {shapes}, the sizes that are summed over must be equal, and those of a batch too: transpose one, as by "
        "transpose_b=True.",
    ),
    ShapeKind(
        "rank that an op does not take",
        r"^Shape must be (?:at least |at most )?rank \d+ but is rank \d+" + _NODE % r"\w+",
        "Bring {shapes} to its rank: x[:, tf.newaxis], tf.squeeze; tf.linalg.matvec takes a vector.",
    ),
    ShapeKind(
        "shapes that do not broadcast",
        r"^Dimensions must be equal" + _NODE % _ELEMENT_BY_ELEMENT + r"|^Incompatible shapes for broadcasting|"
        r"^Incompatible shapes: |^Shapes .* must be broadcastable",
        "Make the sizes of {shapes}, from the last, equal or 1: x[:, tf.newaxis] or tf.transpose.",
    ),
    ShapeKind(
        "shapes that do not join",
        r"^(?:Dimension \d+ in both shapes must be equal|Shapes must be equal rank)" + _NODE % r"ConcatV2|Pack|AddN",
        "Give all the same sizes: tf.concat lets {shapes} differ along its axis alone, tf.stack and tf.add_n nowhere.",
    ),
    ShapeKind(
        "reshape to another count",
        r"^Cannot reshape a tensor with \d+ elements to shape",
        "Let one size of the new shape be -1, which is filled in, or keep the product of the sizes of {shapes}.",
    ),
    ShapeKind(
        "shapes that must be the same",
        r"must have the same shape, received|^Shapes \(.*\) and \(.*\) are incompatible|Shape mismatch\. ?The variable|"
        r"^Dimensions must be equal" + _NODE % r"\w*SoftmaxCrossEntropy\w*",
        "Bring {shapes} to one shape: tf.squeeze(x, -1) takes a last size of 1 away, tf.reshape makes any.",
    ),
)
