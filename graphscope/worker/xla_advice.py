"""Sentences of what to do where XLA has no kernel for an op or needs a value early; they decide nothing."""

from __future__ import annotations

from typing import Sequence, Tuple

MadeOf = Sequence[Tuple[str, str]]
"""(name, spec) of arguments."""
_PRINTS = ("StringFormat", "Print", "PrintV2")
_PYTHON = ("EagerPyFunc", "PyFunc", "PyFuncStateless")
_TAKE_SHAPES = ("Reshape", "Fill", "BroadcastTo", "Tile", "Slice", "StridedSlice", "Pad", "PadV2", "Transpose", "Empty")
_VALUE = "write it in the signature, such as 3 or tf.constant(3)"


def kernel_advice(op_type: str, specs: Sequence[str]) -> str:
    """What to do about an op that XLA has no kernel for; ``specs`` are those of what it takes and gives."""
    if op_type in _PRINTS:
        return "XLA prints nothing: leave tf.print out, or return the value and print it outside."
    if op_type in _PYTHON:
        return "XLA runs no Python: write it with TensorFlow's ops, or call it outside of what XLA compiles."
    if "Dataset" in op_type or "Iterator" in op_type:
        return "XLA knows no Dataset: loop over tf.range or a tensor, and read the data outside of what XLA compiles."
    if any(spec.startswith("string") for spec in specs):
        return "XLA knows no strings: work with them outside, and hand numbers to what XLA compiles."
    return f"XLA has no kernel for {op_type} and these types: use another op, or leave it out of what XLA compiles."


def constant_advice(op_type: str, made_of: MadeOf) -> str:
    """What to do about a value that XLA needs while it compiles, worked out from these arguments."""
    names = ", ".join(f"`{name}`" for name, _ in made_of)
    if not made_of:
        return f"XLA needs this value while it compiles: {_VALUE}, or make it a Python number."
    if all(_is_number(spec, op_type) for _, spec in made_of):
        advice = f"XLA needs the value of {names} while it compiles: {_VALUE}."
        return f"{advice} A while loop needs no such value." if op_type == "Range" else advice
    hold = "hold" if len(made_of) > 1 else "holds"
    return (
        f"XLA needs this value while it compiles, and it depends on what {names} {hold}: give a fixed size in its "
        "place, or leave this op out of what XLA compiles."
    )


def _is_number(spec: str, op_type: str) -> bool:
    """Whether an argument is a number that one would write out, or a few that are a shape."""
    return "int" in spec and (spec.endswith("[]") or (op_type in _TAKE_SHAPES and "," not in spec))
