"""The search's field form: what each field looks at, how terms combine, and what is said of a wrong one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.analysis import search_terms
from graphscope.analysis.search import is_quick, search
from graphscope.analysis.search_query import FIELDS, parsed
from graphscope.model.op_graph import Frame
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of

NODES = [
    ("x", "Placeholder", ""),
    ("dense/MatMul", "MatMul", "x"),
    ("dense/MatMul_1", "BatchMatMulV2", "x"),
    ("dense/bias", "Const", ""),
    ("out/Add", "AddV2", "dense/MatMul dense/bias"),
    ("out/while", "AddN", "dense/MatMul"),
]
SOURCES = {"user.py": "\n" * 16 + "y = x @ weights\n" + "z = y + bias\n"}


def concrete() -> ConcreteFunction:
    graph = graph_of("step", NODES, {"x": "images"}, {"dense/MatMul": [17], "out/Add": [18], "out/while": [12, 18]})
    graph = replace(
        graph,
        outputs=(
            ("float32[?, 4]",),
            ("float32[?, 8]", "int32[]"),
            ("bfloat16[2, 3, 8]",),
            ("float32[8]",),
            ("float32[...]",),
            ("resource",),
        ),
        attributes=({}, {"transpose_a": True, "T": "float"}, {"transpose_a": False}, {}, {"T": "float"}, {"N": 12}),
        devices=("", "/device:GPU:0", "", "", "", ""),
    )
    return ConcreteFunction(graph)


def found(text: str) -> str:
    answer = search(concrete(), text, SOURCES)
    assert answer.problem == ""
    return " ".join(name for _, name in answer.nodes)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("op:MatMul", "dense/MatMul"),
        ("op:matmul", "dense/MatMul"),
        ("op:matm", "dense/MatMul dense/MatMul_1"),
        ("op:/^batch/", "dense/MatMul_1"),
        ("name:out", "out/Add out/while"),
        ("name:/mul$/", "dense/MatMul"),
        ("shape:[?,8]", "dense/MatMul"),
        ("shape:[None, 8]", "dense/MatMul"),
        ("shape:[]", "dense/MatMul"),
        ("shape:[*,8]", "dense/MatMul"),
        ("shape:[...,8]", "dense/MatMul dense/MatMul_1 dense/bias"),
        ("shape:8", "dense/bias"),
        ("shape:...", "out/Add"),
        ("dtype:float32", "x dense/MatMul dense/bias out/Add"),
        ("dtype:float", "x dense/MatMul dense/MatMul_1 dense/bias out/Add"),
        ("dtype:resource", "out/while"),
        ("line:17", "dense/MatMul"),
        ("line:12-17", "dense/MatMul out/while"),
        ("line:user.py:18", "out/Add out/while"),
        ("line:other.py:18", ""),
        ("attr:transpose_a", "dense/MatMul dense/MatMul_1"),
        ("attr:transpose_a=True", "dense/MatMul"),
        ("attr:transpose_a=", "dense/MatMul dense/MatMul_1"),
        ("attr:T=flo", "dense/MatMul out/Add"),
        ("attr:/^n=1/", "out/while"),
        ("in:dense", "dense/MatMul dense/MatMul_1 dense/bias"),
        ("arg:images", "x"),
        ("device:gpu", "dense/MatMul"),
        ("op:MatMul shape:[?,4]", ""),
        ("op:AddV2 line:18 in:out", "out/Add"),
        ("-op:Const in:dense", "dense/MatMul dense/MatMul_1"),
        ("-dense -x", "out/Add out/while"),
        ('name:"out/while"', "out/while"),
        ('"dense/MatMul_1"', "dense/MatMul_1"),
        ("dense add", ""),
        ("out add", "out/Add out/while"),
        ("while:0", "out/while"),
        ("transpose_a=true", "dense/MatMul"),
        ("weights", "dense/MatMul"),
        ("user.py:18", "out/Add out/while"),
        ("int32[]", "dense/MatMul"),
        ("op: dense", "dense/MatMul dense/MatMul_1 dense/bias"),
        ("images", "x"),
    ],
)
def test_that_each_form_finds_what_it_says(text: str, names: str) -> None:
    assert found(text) == names


def test_that_ops_are_found_inside_a_function() -> None:
    assert {function for function, _ in search(branches(), "in:cond_true").nodes} == {"cond_true_23"}
    assert search(branches(), "in:cond_true op:mul").nodes == (("cond_true_23", "mul"),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("opp:MatMul", "There is no field “opp”. The fields are name, op, "),
        ("/(/", "“/(/” is not a regular expression: "),
        ("op:/[/ x", "“/[/” is not a regular expression: "),
        ("line:abc", "“line:abc” needs a number, as in line:17"),
        ("shape:/4/", "shape: takes no regular expression; try shape:[?,4]."),
    ],
)
def test_that_a_wrong_search_is_told_in_one_sentence(text: str, told: str) -> None:
    answer = search(concrete(), text)
    assert answer.nodes == ()
    assert answer.problem.startswith(told)
    assert answer.problem.endswith(".")


@given(st.one_of(st.text(max_size=40), st.text(alphabet='/:-"[]()*?.\\ op1', max_size=20)))
def test_that_any_text_is_searched_or_told_to_be_wrong(text: str) -> None:
    answer = search(concrete(), text, SOURCES)
    assert not (answer.nodes and answer.problem)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(FIELDS), st.integers(1, 99)), max_size=5))
def test_that_terms_are_read_as_they_were_written(drawn: list[tuple[bool, str, int]]) -> None:
    text = " ".join(f"{'-' * negated}{field}:{number}" for negated, field, number in drawn)
    assert [(term.negated, term.field, term.value) for term in parsed(text).terms] == [
        (negated, field, str(number)) for negated, field, number in drawn
    ]


@pytest.mark.parametrize("text", ["/^(a+)+$/", "op:/(x*y)*/", "/(a|b+){2,}c/"])
def test_that_an_expression_that_might_never_end_is_not_begun(text: str) -> None:
    assert "may never end" in search(concrete(), text).problem


def test_that_an_expression_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_terms, "LONGEST", -1.0)
    assert "takes too long" in search(concrete(), "name:/x/").problem


def test_that_the_search_of_a_large_graph_is_known_to_take_a_while() -> None:
    assert is_quick(concrete())
    assert not is_quick(ConcreteFunction(graph_of("f", [(f"op_{row}", "Mul", "") for row in range(6000)])))


def test_that_an_empty_graph_is_searched() -> None:
    assert search(ConcreteFunction(graph_of("f", [])), "op:Mul -x").nodes == ()


def test_that_lines_in_tracebacks_are_matched_on_every_frame() -> None:
    graph = graph_of("f", [("a", "Mul", "")])
    graph = replace(graph, stacks=((Frame("m.py", 3, "f"), Frame("lib.py", 90, "g")),))
    for text in ("line:3", "line:90", "line:m.py:3", "line:lib.py:80-95"):
        assert search(ConcreteFunction(graph), text).nodes == (("f", "a"),)


def test_that_a_value_that_some_op_has_whole_counts_whole_in_every_function() -> None:
    top = graph_of("step", [("x", "Placeholder", ""), ("relu!", "Relu", "x")], {"x": "x"})
    inner = graph_of("inner", [("y", "Placeholder", ""), ("grad!", "ReluGrad", "y")], {"y": "maximum"})
    both = ConcreteFunction(
        replace(top, calls={1: {"f": ("inner",)}}),
        {"inner": replace(inner, arguments=tuple(replace(each, captured=True) for each in inner.arguments))},
    )

    def names(text: str) -> list[str]:
        return [name for _, name in search(both, text).nodes]

    assert names("op:relu") == ["relu"]
    assert names("op:rel") == ["relu", "grad"]
    assert names("arg:x") == ["x"]
    assert names("arg:maxi") == ["y"]
    assert names("captured") == names('"captured max"') == ["y"]
