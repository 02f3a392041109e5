"""The mistakes of staging that TensorFlow's words alone tell apart: a table of their words and of what mends them.

The kinds are those that analysis/staging_snippets.py has a snippet for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Optional, Tuple

from graphscope.protocol.records import ErrorRecord

BOOLEAN = "bool of a tensor"
ITERATING = "iterating a tensor"
SCALAR = "a scalar has no elements"
DTYPE_ROUNDS = "dtype changes over rounds"
OBJECT = "object of a loop"
TWO_DTYPES = "two dtypes in one op"
BY_HAND = "branches by hand do not fit"


@dataclass(frozen=True)
class Kind:
    """One mistake."""

    name: str
    words: str
    """A regular expression for the message; its group ``name`` is the variable."""
    advice: str
    """``{name}`` stands for the variable."""

    def told(self, record: ErrorRecord, name: str) -> ErrorRecord:
        """``record`` as one of this kind, about the variable ``name``."""
        return replace(record, kind=self.name, variable=name, advice=self.advice.format(name=name or "it"))


def kind_named(name: str) -> Kind:
    """The kind of that name, which there is."""
    return next(each for each in KINDS if each.name == name)


def kind_of(message: str) -> Optional[Tuple[Kind, str]]:
    """The kind whose words a message has, and the variable that is named in it, '' for none."""
    for kind in KINDS:
        found = re.search(kind.words, message)
        if found is not None:
            name = found.groupdict().get("name") or ""
            return kind, name if _VARIABLE.fullmatch(name) else ""
    return None


_VARIABLE = re.compile(r"[A-Za-z_][\w.]*(\[.*\])?")
"""What a value can be kept under; AutoGraph names the value of a conditional expression by its text."""
_NAME = r"(?:^|: )'(?P<name>.+?)' "
_SYMBOLIC = r"(?:Symbolic)?Tensor"

KINDS = (
    Kind(
        "undefined in one branch",
        _NAME + r"(must also be initialized in the|is None at the end of the (main|else) branch)",
        "Give {name} a value of the same type before the if, or in both branches.",
    ),
    Kind(
        "no value after a round",
        _NAME + r"is None at the end of the iteration",
        "Leave {name} a tensor in every round; keep in a bool beside it whether it counts.",
    ),
    Kind(
        OBJECT,
        _NAME + r"(must be defined before the loop|is not allowed to be None before the loop)",
        "Give {name} a tensor before the loop; of an object's parts, carry the tensors themselves.",
    ),
    Kind(
        DTYPE_ROUNDS,
        _NAME + r"has dtype \S+ before the loop, but dtype",
        "Start {name} with the dtype that the loop gives it, or cast it back in the loop with tf.cast.",
    ),
    Kind(
        "shape changes over rounds",
        _NAME + r"has shape .* before the loop, but shape",
        "Tell the loop that {name} grows: tf.autograph.experimental.set_loop_options(shape_invariants="
        "[({name}, tf.TensorShape([None]))]) as its first line; or write into a tf.TensorArray.",
    ),
    Kind(
        "shape breaks its invariant",
        _NAME + r"has shape .*, which does not conform with the shape invariant",
        "Write None into the shape invariant of {name} for each size that may change or is not known.",
    ),
    Kind(
        "other dtype in each branch",
        _NAME + r"has dtype \S+ in the main branch, but dtype",
        "Give {name} one dtype in both branches: tf.cast, or 2.0 in place of 2.",
    ),
    Kind(
        "structure changes over rounds",
        _NAME + r"does not have the same nested structure (after one iteration|as its corresponding shape invariant)",
        "Keep {name} of as many parts in every round: write into a tf.TensorArray in place of a list that grows.",
    ),
    Kind(
        "other structure in each branch",
        _NAME + r"(must have the same nested structure|does not have the same nested structure)",
        "Give {name} the same structure in both branches: as many parts, nested alike.",
    ),
    Kind(
        "return in a loop",
        r"return statement cannot be placed inside this TensorFlow loop|return value from a TensorFlow loop may only",
        "Set a variable in the loop, leave the loop by break, and return the variable after it.",
    ),
    Kind(
        "return in one branch",
        r"branch must also have a return statement",
        "Return in both branches, or set a variable in them and return it after the if.",
    ),
    Kind(
        "break of a Python loop",
        r"which depend on a TF condition are not supported in Python",
        "Make it a loop of the graph, for i in tf.range(…), or ask for a Python value where it is left.",
    ),
    Kind(
        "condition turned into a tensor",
        r"condition of while loop started as non-Tensor, then changed to Tensor",
        "Start the loop with a tensor: while tf.constant(True), or a tensor in its condition from the first round on.",
    ),
    Kind(
        "condition that is no bool",
        r"expected to be `tf\.bool` scalar, got .*to use as boolean Tensor, use `tf\.cast`",
        "Compare it, as in x != 0, or turn it into one by tf.cast(x, tf.bool).",
    ),
    Kind(
        "condition of many elements",
        r"expected to be `tf\.bool` scalar, got ",
        "Make one truth of it: tf.reduce_all or tf.reduce_any; or choose element by element with tf.where.",
    ),
    Kind(
        ITERATING,
        r"[Ii]terating over a symbolic",
        "Go over it in a for statement that AutoGraph converts, or use tf.map_fn or tf.unstack.",
    ),
    Kind(
        BOOLEAN,
        r"Using a symbolic .* as a Python `bool`",
        "Ask in an if or while that AutoGraph converts, or use tf.cond, tf.where or tf.debugging.assert_…; AutoGraph "
        "needs source, without :=, match, or else on loops.",
    ),
    Kind(
        SCALAR,
        r"len requires a non-scalar tensor|Cannot iterate over a scalar",
        "Count up to it with tf.range, or give it a first dimension.",
    ),
    Kind(
        "used before assignment",
        r"'(?P<name>\w+)' (?:is used before assignment|where it is not associated with a value|referenced before)",
        "Give {name} a value on every way to this line; an if on a Python value is settled while tracing.",
    ),
    Kind(
        "indexing a list by a tensor",
        r"(?:list|tuple|range) indices must be integers or slices, not " + _SYMBOLIC,
        "Make a tensor of the list, tf.constant(…), and use tf.gather.",
    ),
    Kind(
        "NumPy asked a tensor",
        r"Cannot convert a symbolic .* to a numpy array",
        "Use TensorFlow's function of the same meaning (tf.sin for np.sin), or wrap NumPy's in tf.numpy_function.",
    ),
    Kind(
        "value asked while tracing",
        r"'" + _SYMBOLIC + r"' object has no attribute '(?:numpy|item|tolist)'",
        "Leave out .numpy(): print with tf.print, and return the tensor to ask for its value outside.",
    ),
    Kind(
        "assigning into a tensor",
        r"'" + _SYMBOLIC + r"' object (?:does not support item assignment|has no attribute 'assign)",
        "Make a changed copy with tf.tensor_scatter_nd_update, or keep a tf.Variable outside and assign to it.",
    ),
    Kind(
        "tensor as a key",
        r"Tensor is unhashable",
        "Use its ref() as the key; to look up by value, use tf.lookup.StaticHashTable, tf.where or tf.gather.",
    ),
    Kind(
        BY_HAND,
        r"arguments to tf\.\w+ must have the same number, type, and overall structure of return values",
        "Have all branches give the same: as many values, nested alike, of one dtype each.",
    ),
    Kind(
        "shape changes in tf.while_loop",
        r"Input tensor `(?P<name>\w+)\S*` enters the loop with shape",
        "Pass shape_invariants to tf.while_loop, with None for the size of {name} that changes.",
    ),
    Kind(
        "dtype changes in tf.while_loop",
        r"Loop var (?P<name>\w+)\S* enters the loop with type",
        "Give {name} the dtype before the loop that its body gives it, or tf.cast it back in the body.",
    ),
    Kind(
        "variable made in the function",
        r"tf\.function only supports singleton tf\.Variables|Creating variables on a non-first call|"
        r"to create variables on non-first call|Unable to lift tensor",
        "Make the tf.Variable once, outside the function.",
    ),
    Kind(
        "returns what is no tensor",
        r"must return zero or more Tensors or ExtensionTypes or None",
        "Return tensors, or tuples, lists and dicts of them.",
    ),
    Kind(
        "recursion on a tensor",
        r"maximum recursion depth exceeded",
        "Recursion on a tensor never ends while tracing: use tf.while_loop or a Python number.",
    ),
    Kind(
        TWO_DTYPES,
        r"Input '\w+' of '\w+' Op has type \w+ that does not match type \w+ of argument",
        "Bring both to one dtype with tf.cast: TensorFlow never does it by itself.",
    ),
    Kind(
        "dtype that an op does not take",
        r"passed to parameter '\w+' has DataType \w+ not in list of allowed values",
        "Bring it to a dtype of the list with tf.cast, say to tf.float32.",
    ),
)
