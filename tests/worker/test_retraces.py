"""Why a call traced again: by argument and kind of change, against the nearest earlier trace."""

from __future__ import annotations

import pytest

from tests.worker.traced_module import MODULES, traces

pytestmark = pytest.mark.worker
RETRACED = MODULES / "retraced.py"


@pytest.mark.parametrize(
    ("before", "after", "argument", "change", "told"),
    [
        ("float32[2]", "float32[3]", "x", "shape", ("float32[2]", "float32[3]")),
        ("float32[2]", "float32[None]", "x", "shape", ("float32[2]", "float32[None]")),
        ("float32[2]", "float32[2, 2]", "x", "rank", ("float32[2]", "float32[2, 2]")),
        ("float32[2]", "float32[...]", "x", "rank", ("float32[2]", "float32[...]")),
        ("float32[2]", "int32[2]", "x", "dtype", ("float32[2]", "int32[2]")),
        ("3", "4", "x", "python value", ("3", "4")),
        ("3, True", "3, False", "flag", "python value", ("True", "False")),
        ("3", "int32[]", "x", "type", ("3", "int32[]")),
        ("[float32[2]]", "(float32[2],)", "x", "structure", ("list of 1", "tuple of 1")),
        (
            "{'k': float32[2]}",
            "{'k': float32[2], 'm': 1}",
            "x",
            "structure",
            ("dict with keys 'k'", "dict with keys 'k', 'm'"),
        ),
        ("{'k': float32[2]}", "{'k': float32[3]}", "x['k']", "shape", ("float32[2]", "float32[3]")),
        ("Pair(float32[2], 1)", "Pair(float32[3], 1)", "x.ids", "shape", ("float32[2]", "float32[3]")),
        ("ragged(int32[2, None])", "int32[2, None]", "x", "type", None),
        ("[a, b]", "[a, a]", "x[1]", "structure", None),
        ("a", "frozen", "x", "type", None),
    ],
)
def test_that_the_argument_that_differs_and_how_are_told(before, after, argument, change, told):
    first, second = traces(RETRACED, "anything", before, after)
    assert (first.outcome, first.reasons) == ("traced", ())
    assert second.outcome == "traced", second.error
    assert [(each.argument, each.change) for each in second.reasons] == [(argument, change)]
    assert second.reasons[0].advice
    if told:
        assert (second.reasons[0].before, second.reasons[0].after) == told


@pytest.mark.parametrize(
    ("before", "after", "change", "told"),
    [
        ("Colour.RED", "Colour.BLUE", "python value", ("Colour.RED", "Colour.BLUE")),
        ("Config(1)", "Config(2)", "python value", ("Config(width=1, name='small')", "Config(width=2, name='small')")),
        ("Config(1)", "Colour.RED", "type", ("Config(width=1, name='small')", "Colour.RED")),
        ("lambda v: v", "lambda v: v", "python value", None),
        ("mild", "None", "type", None),
        ("tf.int32", "tf.bool", "python value", ("tf.int32", "tf.bool")),
    ],
)
def test_that_objects_are_named_as_far_as_they_can_be(before, after, change, told):
    _, second = traces(RETRACED, "keyed_by", before, after)
    (reason,) = second.reasons
    assert (reason.argument, reason.change) == ("thing", change)
    assert reason.before != reason.after
    if told:
        assert (reason.before, reason.after) == told


def test_that_the_nearest_earlier_trace_is_compared_with():
    *_, last = traces(RETRACED, "anything", "float32[2], True", "int32[5], False", "float32[3], True")
    assert [(each.argument, each.change, each.before) for each in last.reasons] == [("x", "shape", "float32[2]")]


def test_that_a_signature_that_failed_is_compared_with_only_where_none_was_traced():
    alone = traces(RETRACED, "keyed_by", "1, 2", "3")[-1]
    assert [each.argument for each in alone.reasons] == ["thing"]
    *_, last = traces(RETRACED, "keyed_by", "4", "5, 6", "7")
    assert [(each.before, each.after) for each in last.reasons] == [("4", "7")]


def test_that_a_cache_hit_names_the_signature_whose_graph_it_uses():
    traced = traces(RETRACED, "anything", "float32[2]", "float32[3]", "float32[2]", "1", "1.0", "True")
    assert [each.outcome for each in traced] == ["traced", "traced", "reused", "traced", "reused", "reused"]
    assert [each.reuses for each in traced] == [None, None, 0, None, 3, 3]
    assert traced[2].graph is None


def test_that_a_relaxed_shape_is_told_and_then_reused():
    traced = traces(RETRACED, "relaxed", "float32[1, 4]", "float32[2, 4]", "float32[7, 4]")
    assert [each.outcome for each in traced] == ["traced", "traced", "reused"]
    assert [(each.change, each.after) for each in traced[1].reasons] == [("shape", "float32[None, 4]")]
    assert traced[2].reuses == 1


def test_that_a_graph_made_inside_an_earlier_trace_is_told_as_reused_and_shown():
    whole, part = traces(RETRACED, "power", "float32[], 5", "float32[], 2")
    assert len(whole.functions) == 3
    assert (part.outcome, part.reuses) == ("reused", 0)
    assert part.graph is not None
    assert part.graph.function in {each.function for each in whole.functions}


def test_that_a_method_on_its_class_takes_the_instance_and_has_one_trace_for_each():
    traced = traces(RETRACED, "Scaler.apply", "mild, float32[None]", "strong, float32[None]", "mild, float32[6]")
    assert [each.outcome for each in traced] == ["traced", "traced", "reused"]
    assert [each.argument for each in traced[1].reasons] == ["self"]


def test_that_a_trace_that_follows_a_failed_one_is_compared_with_it():
    failed, traced = traces(RETRACED, "power", "float32[], None", "float32[], 0")
    assert failed.outcome == "failed"
    assert [(each.argument, each.change) for each in traced.reasons] == [("n", "python value")]
