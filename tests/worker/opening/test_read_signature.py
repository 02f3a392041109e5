"""The whole notation of signatures, read with real TensorFlow, and written back."""

from __future__ import annotations

import collections

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.worker.expression_names import dtypes
from graphscope.worker.read_signature import read_signature
from graphscope.worker.signature_notation import bound_text, describe_value, signature_text

Pair = collections.namedtuple("Pair", ["ids", "mask"])


def module(**names):
    """A module's names, as exec would find them."""
    return {"__builtins__": __builtins__, **names}


def one(text, **names):
    (value,), keywords = read_signature(text, module(**names))
    assert not keywords
    return value


@pytest.mark.parametrize(
    ("text", "shape", "dtype"),
    [
        ("int32[]", [], tf.int32),
        ("int32 [ ]", [], tf.int32),
        ("int32[()]", [], tf.int32),
        ("float32[None, 4]", [None, 4], tf.float32),
        ("float32[3]", [3], tf.float32),
        ("float32[3,]", [3], tf.float32),
        ("float32[...]", None, tf.float32),
        ("float32[[2, 3]]", [2, 3], tf.float32),
        ("float32[tf.TensorShape([None])]", [None], tf.float32),
        ("float32[np.int64(2), 1 + 1]", [2, 2], tf.float32),
        ("float32[*dims]", [7, 8], tf.float32),
        ("float32[rows, 4]", [5, 4], tf.float32),
        ("tf.float32[None, 4]", [None, 4], tf.float32),
        ("np.float16[2]", [2], tf.float16),
        ("bool[None]", [None], tf.bool),
        ("string[2]", [2], tf.string),
        ("double[2]", [2], tf.float64),
        ("half[]", [], tf.float16),
        ("qint8[1]", [1], tf.qint8),
        ("variant[]", [], tf.variant),
        ("resource[]", [], tf.resource),
        ("bfloat16[2]", [2], tf.bfloat16),
        ("uint16[2]", [2], tf.uint16),
        ("complex64[2]", [2], tf.complex64),
        ("tf.TensorSpec([2], tf.int8)", [2], tf.int8),
        ("(\n  float32[ # rows\n    None,\n  4]\n)", [None, 4], tf.float32),
    ],
)
def test_that_a_dtype_with_sizes_is_a_tensor_spec(text, shape, dtype):
    assert one(text, rows=5, dims=(7, 8)) == tf.TensorSpec(shape, dtype)


def test_that_every_dtype_is_known():
    assert {"float32", "bool", "string", "bfloat16", "half", "complex128", "quint16", "uint64"} <= set(dtypes())
    for name, dtype in dtypes().items():
        assert one(f"{name}[None]") == tf.TensorSpec([None], dtype)


def test_that_nothing_is_no_arguments():
    assert read_signature("", module()) == read_signature("  # nothing", module()) == ((), {})


def test_that_keywords_stars_and_trailing_commas_are_those_of_a_call():
    names = module(batch=(1, 2), options={"training": True})
    assert read_signature("*batch, 'relu', name=int32[], **options,", names) == (
        (1, 2, "relu"),
        {"name": tf.TensorSpec([], tf.int32), "training": True},
    )
    assert read_signature("x == 3, self=4", module(x=3)) == ((True,), {"self": 4})


def test_that_ragged_and_sparse_are_read():
    assert one("ragged(int32[None, None])") == tf.RaggedTensorSpec([None, None], tf.int32)
    assert one("ragged(float32[2, None, 4], ragged_rank=1, row_splits_dtype=tf.int32)") == tf.RaggedTensorSpec(
        [2, None, 4], tf.float32, ragged_rank=1, row_splits_dtype=tf.int32
    )
    assert one("sparse(float32[3, 4])") == tf.SparseTensorSpec([3, 4], tf.float32)


def test_that_structures_are_kept_as_they_are():
    value = one("{'a': int32[2], 'b': (float32[None], 3), 'c': [Pair(int32[], mask=None)], '[]': []}", Pair=Pair)
    scalar = tf.TensorSpec([], tf.int32)
    assert value["a"] == tf.TensorSpec([2], tf.int32)
    assert value["b"] == (tf.TensorSpec([None], tf.float32), 3)
    assert isinstance(value["c"][0], Pair)
    assert value["c"] == [Pair(scalar, None)]
    assert value["[]"] == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'int32[]'", "int32[]"),
        ('"it\'s float32[]"', "it's float32[]"),
        ("f'{width}[]'", "4[]"),
        ("[]", []),
        ("[] or [1]", [1]),
        ("1 if not [] else 2", 1),
        ("[x for x in []]", []),
        ("width", 4),
        ("np.zeros(2).tolist()", [0.0, 0.0]),
        ("sizes[1:]", [2, 3]),
        ("sizes[-1]", 3),
        ("table['a'][0]", 7),
        ("list[int]", list[int]),
        ("bool('x')", True),
    ],
)
def test_that_other_expressions_are_python(text, value):
    assert one(text, width=4, sizes=[1, 2, 3], table={"a": [7]}) == value


def test_that_names_of_the_module_come_first():
    calls = []
    names = module(tf="mine", float32={None: "mine"}, sparse=calls.append, half=tf.int8)
    assert read_signature("tf, float32[None], half[2]", names)[0] == ("mine", "mine", tf.TensorSpec([2], tf.int8))
    read_signature("sparse(3)", names)
    assert calls == [3]


def test_that_a_function_called_like_a_dtype_does_not_hide_it():
    def double(x):
        return x

    import string

    assert one("double[2]", double=double) == tf.TensorSpec([2], tf.float64)
    assert one("double", double=double) is double
    assert one("string[None]", string=string) == tf.TensorSpec([None], tf.string)
    assert one("ragged(int32[None, None])", ragged=double) == tf.RaggedTensorSpec([None, None], tf.int32)


def test_that_lambdas_and_comprehensions_see_the_module_now_and_later():
    names = module(width=2)
    (make, shapes), _ = read_signature("lambda tf: (tf, width, np.pi), [float32[n, width] for n in (1, 2)]", names)
    names["width"] = 3
    assert make("given") == ("given", 3, np.pi)
    assert shapes == [tf.TensorSpec([1, 2], tf.float32), tf.TensorSpec([2, 2], tf.float32)]
    assert set(names) == {"__builtins__", "width", "__graphscope__"}


def test_that_a_name_given_in_one_signature_is_there_in_the_next():
    names = module()
    read_signature("(batch := tf.constant([1, 2]))", names)
    assert read_signature("batch", names)[0][0] is names["batch"]


SIZES = st.none() | st.lists(st.none() | st.integers(0, 99), max_size=4)
SPECS = st.builds(tf.TensorSpec, SIZES, st.sampled_from(sorted(set(dtypes().values()), key=str)))
RAGGED = st.builds(
    lambda sizes, rank, splits: tf.RaggedTensorSpec([2, *sizes], tf.int32, min(rank, len(sizes)), splits),
    st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=3),
    st.integers(1, 3),
    st.sampled_from([tf.int32, tf.int64]),
)
SPARSE = st.builds(lambda sizes: tf.SparseTensorSpec(sizes, tf.float32), SIZES)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20) | st.binary()
KEYS = st.text(max_size=5) | st.integers()
VALUES = st.recursive(
    SPECS | RAGGED | SPARSE | PLAIN.filter(lambda value: len(repr(value)) < 100),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=3)
        | st.builds(Pair, inner, inner)
    ),
    max_leaves=8,
)


@given(st.lists(VALUES, max_size=3), st.dictionaries(st.sampled_from(["x", "name", "training"]), VALUES, max_size=2))
@settings(max_examples=150, deadline=None)
def test_that_what_is_written_is_read_back_as_the_same(args, kwargs):
    text = signature_text(args, kwargs)
    read = read_signature(text, module(Pair=Pair))
    assert read == (tuple(args), kwargs)
    assert signature_text(*read) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (tf.constant([1.0, 2.0]), "float32[2]"),
        (np.zeros([2, 3]), "float64[2, 3]"),
        (np.float32(3), "float32[]"),
        (tf.ragged.constant([[1], [2, 3]]), "ragged(int32[2, None])"),
        (tf.sparse.from_dense([[1, 0]]), "sparse(int32[1, 2])"),
        (tf.TensorSpec(None, tf.int32, name="x"), "int32[...]"),
        ((3,), "(3,)"),
        (float("inf"), "float('inf')"),
        (tf.int8, "tf.int8"),
        (collections.OrderedDict(a=1), "OrderedDict({'a': 1})"),
        ({2, 1}, "{1, 2}"),
        (Pair, "<class Pair>"),
        (test_that_every_dtype_is_known, "<function test_that_every_dtype_is_known>"),
        (lambda: 0, "<lambda>"),
        (object(), "<object>"),
        (list(range(60)), f"[{', '.join(map(str, range(50)))}, … 10 more]"),
        (np.zeros(2, dtype=[("a", "i4")]), "<array of [('a', '<i4')]>"),
    ],
)
def test_that_any_value_is_described(value, text):
    assert describe_value(value) == text


def test_that_variables_are_told_from_tensors():
    assert describe_value(tf.Variable([1.0])) == "<Variable float32[1]>"
    layer = tf.keras.layers.Dense(1)
    layer.build([None, 3])
    assert describe_value(layer.kernel) == "<Variable float32[3, 1]>"


def test_that_endless_structures_end():
    ring = []
    ring.append(ring)
    assert describe_value(ring).count("[") < 20


def test_that_arguments_are_told_by_the_parameters_they_fill():
    def f(x, *rest, training=False, **more): ...

    spec = tf.TensorSpec([None, 4], tf.float32)
    assert bound_text(f, (spec,), {"training": True}) == "x: float32[None, 4], training: True"
    assert bound_text(f, (1, 2, 3), {"a": "relu"}) == "x: 1, rest: (2, 3), a: 'relu'"
    assert bound_text(f, (), {"training": True}) == "training=True"
    assert bound_text(lambda: 0, (1, spec), {"k": 2}) == "1, float32[None, 4], k=2"
    assert bound_text(lambda: 0, (), {}) == ""


def test_that_a_bound_tf_function_has_no_self():
    class Net:
        @tf.function
        def step(self, x): ...

    net = Net()
    assert bound_text(net.step.python_function, (1,), {}) == "x: 1"
    assert bound_text(Net.step.python_function, (net, 1), {}) == "self: <Net>, x: 1"
