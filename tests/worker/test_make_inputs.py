"""Values made for the specs of a signature: they fit, they are the same every time, and they are told in words."""

from __future__ import annotations

import collections

import pytest

from graphscope.errors import UsageError
from graphscope.worker.make_inputs import make_inputs

pytestmark = pytest.mark.worker
Pair = collections.namedtuple("Pair", "left right")


@pytest.fixture(scope="module")
def tf():
    import tensorflow

    return tensorflow


def made(*args, **kwargs):
    """The values alone."""
    values, keywords, _ = make_inputs(args, kwargs)
    return (*values, *keywords.values())


@pytest.mark.parametrize(
    "expression",
    [
        "tf.TensorSpec([None, 4])",
        "tf.TensorSpec([], tf.int32)",
        "tf.TensorSpec(None, tf.string)",
        "tf.TensorSpec([0, 3], tf.float64)",
        "tf.TensorSpec([2], tf.bfloat16)",
        "tf.TensorSpec([2], tf.complex64)",
        "tf.TensorSpec([2], tf.uint8)",
        "tf.RaggedTensorSpec([None, None], tf.int32)",
        "tf.RaggedTensorSpec([2, 3, None, 5], tf.float32, ragged_rank=2)",
        "tf.RaggedTensorSpec([2, None, None], tf.string, row_splits_dtype=tf.int32)",
        "tf.RaggedTensorSpec([2, 3], tf.float32, ragged_rank=0)",
        "tf.RaggedTensorSpec(None, tf.float32, ragged_rank=1)",
        "tf.SparseTensorSpec([3, 4])",
        "tf.SparseTensorSpec([None, 1], tf.int64)",
        "tf.SparseTensorSpec([0, 2])",
        "tf.SparseTensorSpec(None, tf.string)",
        "tf.IndexedSlicesSpec([None, 2])",
        "tf.data.DatasetSpec(tf.TensorSpec([None]))",
    ],
)
def test_that_a_value_fits_its_spec(tf, expression):
    spec = eval(expression, {"tf": tf})
    (value,) = made(spec)
    assert spec.is_compatible_with(value)


def test_that_a_value_fits_the_spec_of_an_extension_type(tf):
    fields = {"values": tf.Tensor, "mask": tf.Tensor}  # as text, annotations would not be understood
    Masked = type("Masked", (tf.experimental.ExtensionType,), {"__annotations__": fields, "__module__": __name__})
    spec = tf.type_spec_from_value(Masked(tf.ones([2]), tf.constant([True, False])))
    (value,) = made(spec)
    assert isinstance(value, Masked)
    assert spec.is_compatible_with(value)


def test_that_unknown_dimensions_are_two_and_an_unknown_rank_is_one(tf):
    first, second = made(tf.TensorSpec([None, 4, None]), tf.TensorSpec(None))
    assert first.shape == [2, 4, 2]
    assert second.shape == [2]


def test_that_floats_are_small_and_differ_and_everything_else_is_empty(tf):
    floats, integers, flags, words, numbers = made(
        tf.TensorSpec([100]),
        tf.TensorSpec([3], tf.int64),
        tf.TensorSpec([2], tf.bool),
        tf.TensorSpec([2], tf.string),
        tf.TensorSpec([9], tf.complex128),
    )
    assert 0 < float(tf.reduce_max(tf.abs(floats))) < 3
    assert len(set(floats.numpy().tolist())) == 100
    assert integers.numpy().tolist() == [0, 0, 0]
    assert flags.numpy().tolist() == [False, False]
    assert words.numpy().tolist() == [b"", b""]
    assert all(number.imag and number.real for number in numbers.numpy())


def test_that_values_are_the_same_every_time_and_differ_by_position(tf):
    specs = (tf.TensorSpec([4]), tf.TensorSpec([4]))
    first, again = made(*specs), made(*specs)
    assert [each.numpy().tolist() for each in first] == [each.numpy().tolist() for each in again]
    assert first[0].numpy().tolist() != first[1].numpy().tolist()


def test_that_rows_of_a_ragged_tensor_differ_in_length(tf):
    (rows,) = made(tf.RaggedTensorSpec([None, None], tf.int32))
    assert rows.to_list() == [[0], [0, 0]]


def test_that_specs_within_structures_are_replaced(tf):
    features, pair = made({"a": tf.TensorSpec([2], tf.int32), "n": 3}, Pair(tf.TensorSpec([]), ["x", None]))
    assert features["a"].numpy().tolist() == [0, 0]
    assert features["n"] == 3
    assert isinstance(pair, Pair)
    assert pair.right == ["x", None]


def test_that_everything_else_passes_untouched(tf):
    class Net:
        pass

    for value in (Net(), tf.ones([2]), tf.Variable(1.0), [1, "a"], {"b": None}, "relu", tf.data.Dataset.range(2)):
        (same,) = made(value)
        assert same is value


def test_that_keywords_keep_their_names(tf):
    _, keywords, _ = make_inputs((), {"x": tf.TensorSpec([]), "training": True})
    assert set(keywords) == {"x", "training"}
    assert keywords["training"] is True


def test_that_values_are_told_by_parameter(tf):
    def function(x, n, *rest, training=False):
        """Only its parameters count."""

    args = (tf.TensorSpec([None, 4]), tf.TensorSpec([], tf.int32), {"a": tf.TensorSpec([1], tf.bool)})
    _, _, text = make_inputs(args, {"training": True}, function)
    assert text == "x: random float32[2, 4]; n: zeros int32[]; {'a': False bool[1]}; training: True"


def test_that_a_dtype_without_values_is_refused_with_what_to_do(tf):
    with pytest.raises(UsageError, match="variant") as caught:
        made(tf.TensorSpec([], tf.variant))
    assert "signature" in caught.value.advice
