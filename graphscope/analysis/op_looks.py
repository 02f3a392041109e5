"""Op looks: which family of looks an op type belongs to; the colours are the theme's."""

from __future__ import annotations

from graphscope.model.op_graph import OpGraph

_MATRIX = "MatMul BatchMatMul Conv Einsum DepthwiseConv FusedMatMul FusedConv Cholesky Svd Qr Matrix"
_DATA = (
    "Reshape Shape Cast Concat Pack Unpack Slice StridedSlice Gather Transpose ExpandDims Squeeze Tile Pad Split "
    "Identity Fill Range Rank Size ZerosLike OnesLike BroadcastTo BroadcastGradientArgs Broadcast Reverse Scatter "
    "TensorList TensorArray Stack Where OneHot Dataset Iterator Switch Merge Enter Exit NextIteration LoopCond "
    "InvertPermutation DynamicStitch Snapshot"
)
_EFFECT = "Print Assert Random Stateless NoOp Py EagerPy WriteFile Save Restore Summary Log"
_VARIABLE = "VarHandle ReadVariable Assign ResourceApply ResourceScatter VarIsInitialized Variable ResourceGather"
_HLO_MATRIX = "dot convolution cholesky triangular-solve"
_HLO_DATA = (
    "reshape broadcast transpose bitcast copy tuple get-tuple-element slice dynamic-slice dynamic-update-slice "
    "concatenate iota pad gather scatter reverse set-dimension-size get-dimension-size"
)
_HLO_EFFECT = "rng custom-call infeed outfeed send recv"
_ARGUMENT = frozenset({"Placeholder", "_Arg", "PlaceholderWithDefault", "_EagerConst"})
_RESULT = frozenset({"_Retval"})
_FAMILIES = tuple(
    (look, tuple(words.split()))
    for look, words in (
        ("variable", _VARIABLE),
        ("matrix", f"{_MATRIX} {_HLO_MATRIX}"),
        ("effect", f"{_EFFECT} {_HLO_EFFECT}"),
        ("data", f"{_DATA} {_HLO_DATA}"),
    )
)


def op_look(graph: OpGraph, node: int) -> str:
    """The look of an op that is not a region."""
    op_type = graph.op_types[node]
    argument = graph.argument_of.get(node)
    if argument is not None:
        return "variable" if argument.variable else "captured" if argument.captured else "argument"
    if op_type in ("Identity", "tuple") and any(result == node for result, _ in graph.results):
        return "result"
    return type_look(op_type)


def type_look(op_type: str) -> str:
    """The look of an op type alone."""
    if op_type in _ARGUMENT:
        return "argument"
    if op_type in _RESULT:
        return "result"
    if op_type in ("Const", "constant"):
        return "constant"
    plain = op_type.lstrip("_")
    for look, words in _FAMILIES:
        if plain.startswith(words):
            return look
    return "matrix" if plain.startswith("Fused") and "BatchNorm" not in plain else "math"
