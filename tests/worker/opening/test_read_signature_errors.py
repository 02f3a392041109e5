"""A signature that cannot be read is told in one sentence: the text, where it goes wrong, what was meant."""

from __future__ import annotations

import pytest

from graphscope.errors import UsageError
from graphscope.worker.read_signature import read_signature


def failure(text, **names):
    with pytest.raises(UsageError) as caught:
        read_signature(text, {"__builtins__": __builtins__, **names})
    assert f'"{text}"' in caught.value.message
    assert "__graphscope__" not in caught.value.message
    return caught.value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("float32[2", "'[' is never closed, at \"[2\""),
        ("f(1), (2", "'(' is never closed, at \"(2\""),
        ("1), (2", "')' closes nothing, at \"), (2\""),
        ("float32[2)", "')' closes nothing, at \")\""),
        ("1]", "']' closes nothing, at \"]\""),
        ("'relu", "a string is not closed"),
        ("x=1, x=2", "keyword argument repeated"),
        ("x=1, 2", "positional argument follows keyword argument"),
        ("3 +", "invalid syntax"),
        ("int32[], 3 3", 'at "3 3"'),
        ("import os", "invalid syntax"),
        ("x = yield", "yield"),
    ],
)
def test_that_bad_syntax_is_told_with_its_place(text, why):
    assert why in failure(text).message


def test_that_a_deep_text_is_refused_and_not_fatal():
    with pytest.raises(UsageError, match="nested") as caught:
        read_signature("(" * 5000 + ")" * 5000, {})
    assert len(caught.value.message) < 500


def test_that_a_text_of_several_lines_is_told_in_one():
    with pytest.raises(UsageError, match=r'^"int32\[\], flaot32\[2\]": the module has no flaot32$'):
        read_signature("int32[],\n    flaot32[2]", {})


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("flaot32[2]", "Did you mean float32?"),
        ("Float32[2]", "Did you mean float32?"),
        ("doubl", "Did you mean double?"),
        ("TensorSpec([2])", "Did you mean tf.TensorSpec?"),
        ("tf.flaot32[2]", "Did you mean tf.float32?"),
        ("true", "Did you mean True?"),
        ("batchs", "Did you mean batches?"),
        ("float32[?, 4]", "Write None for an unknown size, as in float32[None, 4]."),
        ("training: True", "Write keywords with =, as in training=True."),
    ],
)
def test_that_what_was_meant_is_offered(text, advice):
    assert failure(text, batches=[]).advice == advice


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("float32[-1, 4]", "-1 is no size of a float32 tensor; write None where it is unknown, as in float32[None, 4]"),
        ("float32[2.5]", "2.5 is no size of a float32 tensor"),
        ("float32['a']", "'a' is no size of a float32 tensor"),
        ("float[2]", "float is Python's, not a dtype; did you mean float32?"),
        ("str[2]", "did you mean string?"),
        ("float32[True]", "True is no size of a float32 tensor"),
        ("float32[1:2]", "slice(1, 2, None) is no size of a float32 tensor"),
        ("float32[None, ...]", "... stands alone, as in float32[...], and means that the rank is unknown"),
        ("ragged(3)", "ragged(…) needs a dtype with sizes, as in ragged(int32[None, None])"),
        ("ragged(int32[...])", "ragged(…) needs a known rank"),
        ("ragged(int32[])", "ragged(…) needs at least one dimension"),
        ("sparse()", "sparse(…) needs a dtype with sizes"),
    ],
)
def test_that_impossible_sizes_are_told(text, why):
    assert why in failure(text).message


def test_that_an_exception_of_the_users_is_told_with_its_type_and_line(opened):
    found = opened("def make_batch(size):\n    if size > 4:\n        raise ValueError('too large')\n")
    with pytest.raises(UsageError) as caught:
        read_signature("make_batch(8)", found.namespace)
    error = caught.value
    assert error.message == '"make_batch(8)" raised ValueError: too large'
    assert (error.file, error.line) == (found.file, 3)


def test_that_an_exception_without_a_line_of_the_users_is_told_with_its_type():
    assert failure("1 // 0").message == '"1 // 0" raised ZeroDivisionError: integer division or modulo by zero'
    assert failure("exit(3)", exit=__import__("sys").exit).message == '"exit(3)" raised SystemExit: 3'
    assert "AttributeError" not in failure("tf.nothing_like_it").message
