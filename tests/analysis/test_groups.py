"""Groups: by source line, by rounds of unrolled loops, by name scope, and what is done where there are too many."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import MOST_BOXES, default_view
from graphscope.analysis.view_state import GROUPINGS, ViewState
from graphscope.model.op_graph import Frame
from graphscope.model.trace import ConcreteFunction, Statement
from tests.analysis.small_graphs import branches, graph_of, loop, unrolled

LINE = "step/#user.py:5:step"


def titles(picture, parent=""):
    ids = picture.boxes[parent].children if parent else picture.roots
    return [picture.boxes[name].title for name in ids]


def view(*ids: str, grouping: str = "source", **more) -> ViewState:
    return ViewState(frozenset(ids), grouping=grouping, **more)


def lines(picture):
    return {box.title: box for box in picture.boxes.values() if box.kind == "group"}


def two_lines(count: int) -> ConcreteFunction:
    nodes = [(f"op_{number}", "Mul", f"op_{number - 1}" if number else "") for number in range(count)]
    where = {name: [3 if number < count // 2 else 4] for number, (name, _, _) in enumerate(nodes)}
    return ConcreteFunction(graph_of("step", nodes, lines=where))


def test_that_ops_are_grouped_by_the_first_line_in_which_they_differ():
    picture = build_picture(two_lines(40), view())
    assert titles(picture) == ["line 3", "line 4"]
    assert lines(picture)["line 3"].subtitle == "20 ops"
    assert [(wire.count, wire.label) for wire in picture.wires] == [(1, "float32[?, 4]")]


def test_that_a_line_is_told_in_the_users_words_where_the_source_is_known():
    picture = build_picture(two_lines(40), view(sources={"user.py": "\n\n    x = x * 2\n    return x\n"}))
    assert titles(picture) == ["x = x * 2", "return x"]
    assert lines(picture)["x = x * 2"].subtitle == "line 3 · 20 ops"


def test_that_lines_of_several_functions_are_grouped_by_function_first():
    concrete = two_lines(40)
    stacks = tuple(
        (Frame("user.py", 3, "forward"),) if row < 20 else (Frame("user.py", row, "loss"),) for row in range(40)
    )
    graph = replace(concrete.graph, stacks=stacks)
    picture = build_picture(ConcreteFunction(graph), view())
    assert titles(picture) == ["forward", "loss"]
    assert {box.glyph for box in picture.boxes.values()} == {"ƒ"}


def test_that_a_closed_group_stands_for_all_its_ops():
    picture = build_picture(unrolled(20), view())
    assert len(picture.boxes[LINE].nodes) == 60
    assert picture.box_of[("step", "mul_7")] == LINE


def test_that_rounds_of_an_unrolled_loop_are_groups():
    statement = Statement("user.py", 5, "for", "python", detail="unrolled 20 times")
    picture = build_picture(unrolled(20), view(LINE, statements=(statement,)))
    (rounds,) = picture.boxes[LINE].children
    assert (picture.boxes[rounds].title, picture.boxes[rounds].subtitle) == ("rounds 1–20", "20 equal rounds · 60 ops")
    assert (picture.boxes[LINE].title, picture.boxes[LINE].subtitle) == ("loop · unrolled ×20", "line 5 · 60 ops")
    opened = build_picture(unrolled(20), view(LINE, rounds, statements=(statement,)))
    assert titles(opened, rounds) == [f"round {number}" for number in range(1, 21)]


def test_that_rounds_that_differ_stand_apart_and_equal_ones_in_a_row_are_told_as_one():
    made = [("Sin", 6), ("Add", 7), ("Sin", 6), ("Add", 7), ("Cos", 8), ("Sin", 6), ("Add", 7), ("Sin", 6), ("Add", 7)]
    graph = graph_of("step", [(f"n{number}", kind, "") for number, (kind, _) in enumerate(made)])
    ways = tuple((Frame("user.py", 5, "f"), Frame("user.py", line, "f")) for _, line in made)
    concrete = ConcreteFunction(replace(graph, stacks=ways))
    statement = Statement("user.py", 5, "for", "python", detail="unrolled 4 times")
    state = ViewState(statements=(statement,), sources={"user.py": "\n" * 4 + "    for k in range(4):\n"})
    (box,) = build_picture(concrete, state).boxes.values()
    assert (box.title, box.subtitle) == ("for k · unrolled ×4", "line 5 · 9 ops")
    opened = build_picture(concrete, replace(state, opened=frozenset({box.id})))
    assert titles(opened, box.id) == ["round 1", "round 2", "rounds 3–4"]


def test_that_a_loop_of_a_function_called_twice_is_two_groups():
    ways = [(Frame("user.py", at, "f"), Frame("user.py", 5, "g"), Frame("user.py", 6, "g")) for at in (11, 12)]
    graph = graph_of("step", [(f"n{number}", "Sin", "") for number in range(4)])
    graph = replace(graph, stacks=(ways[0], ways[0], ways[1], ways[1]))
    statement = Statement("user.py", 5, "for", "python", detail="unrolled 2 times")
    picture = build_picture(ConcreteFunction(graph), ViewState(statements=(statement,)))
    assert [(box.title, len(box.nodes)) for box in picture.boxes.values()] == [("loop · unrolled ×2", 2)] * 2
    opened = build_picture(ConcreteFunction(graph), ViewState(frozenset(picture.roots), statements=(statement,)))
    assert {box.title for box in opened.boxes.values() if box.kind == "group"} == {"loop · unrolled ×2", "rounds 1–2"}


def test_that_branches_and_loops_stay_in_sight_beside_the_groups_of_their_lines():
    nodes = [(f"op_{number}", "Mul", "") for number in range(60)]
    nodes += [("cond", "StatelessIf", "op_1"), ("while", "While", "cond")]
    calls = {"cond": {"then_branch": ("t",)}, "while": {"body": ("b",)}}
    where = {name: [row % 2] for row, (name, _, _) in enumerate(nodes)}
    picture = build_picture(ConcreteFunction(graph_of("step", nodes, lines=where, calls=calls)), view())
    assert {"step/cond", "step/while"} <= set(picture.roots)
    assert len(picture.roots) == 4


def test_that_name_scopes_are_groups_that_hold_groups():
    nodes = [
        (f"model/layer_{layer}/part_{part}/op_{op}", "Mul", "")
        for layer in (1, 2)
        for part in (1, 2)
        for op in range(20)
    ]
    concrete = ConcreteFunction(graph_of("f", nodes))
    outer = build_picture(concrete, view(grouping="scope"))
    assert titles(outer) == ["layer_1", "layer_2"]
    inner = build_picture(concrete, view("f/#layer_1", grouping="scope"))
    assert titles(inner, "f/#layer_1") == ["part_1", "part_2"]


def test_that_blocks_with_one_number_are_put_together_where_there_are_many():
    nodes = [(f"block_{block}_{part}/op_{op}", "Mul", "") for block in range(12) for part in "abc" for op in range(4)]
    picture = build_picture(ConcreteFunction(graph_of("f", nodes)), view(grouping="scope"))
    assert titles(picture) == [f"block_{block}" for block in range(12)]


def test_that_what_stands_between_the_scopes_of_a_block_is_put_together_with_them():
    scopes = ["conv1_1", "bn_conv1_1", "conv1_relu_1", *(f"block_{at}_{part}" for at in range(16) for part in "ab")]
    nodes = [("x", "Placeholder", "")]
    for scope in scopes:
        nodes += [(f"m/{scope}/{at}", op_type, nodes[-1][0]) for at, op_type in enumerate(("Mul", "AddV2"))]
    concrete = ConcreteFunction(graph_of("f", [*nodes, ("out!", "Identity", nodes[-1][0])]))
    picture = build_picture(concrete, ViewState(grouping="scope", opened=frozenset({"f/#m"})))
    inside = [box.title for box in picture.boxes.values() if box.parent == "f/#m"]
    assert inside == ["conv1", "block"]
    places = {box: at for at, box in enumerate(picture.boxes)}
    assert all(places[wire.source] < places[wire.target] for wire in picture.wires)


def test_that_like_ops_beyond_what_can_be_read_are_a_series():
    nodes = [(f"AddN_{number}", "AddN", "") for number in range(121)] + [("last", "Sum", "AddN_120")]
    picture = build_picture(ConcreteFunction(graph_of("f", nodes)), view())
    (series,) = [box for box in picture.boxes.values() if box.kind == "group"]
    assert (series.title, series.glyph, series.subtitle) == ("AddN", "×121", "AddN_0 to AddN_120")


def test_that_captured_variables_beyond_what_can_be_read_are_a_series_and_arguments_stay():
    given, weights = ["x", "y", "z"], [f"w{at}" for at in range(50)]
    nodes = [(name, "Placeholder", "") for name in given + weights]
    nodes += [("sum!", "AddN", " ".join(given + weights))]
    graph = graph_of("step", nodes, {name: name for name in given + weights})
    captured = tuple(replace(each, captured=each.node >= 3, variable=each.node >= 3) for each in graph.arguments)
    picture = build_picture(ConcreteFunction(replace(graph, arguments=captured)), ViewState(level_size=20))
    assert [picture.boxes[root].title for root in picture.roots] == [*["Placeholder"] * 3, "captured variables", "AddN"]
    series = picture.boxes[picture.roots[3]]
    assert (series.glyph, series.subtitle, series.look) == ("×50", "w0 to w49", "variable")


def test_that_an_opened_series_is_paged_and_keeps_its_order():
    nodes = [(f"mul_{number}", "Mul", "") for number in range(4800)]
    concrete = ConcreteFunction(graph_of("f", nodes))
    picture = build_picture(concrete, view("f/#Mul×"))
    pages = picture.boxes["f/#Mul×"].children
    assert len(pages) == 60
    assert picture.boxes[pages[1]].title == "ops 81–160 of 4,800"
    opened = build_picture(concrete, view("f/#Mul×", pages[1]))
    assert titles(opened, pages[1]) == ["ops 1–40 of 80", "ops 41–80 of 80"]


def layers(count: int, like: bool = True) -> ConcreteFunction:
    """An embedding, so many layers of 4 ops and a head; one of them has another op where they are not all alike."""
    nodes = [("model/embed/a", "GatherV2", ""), ("model/embed/b", "Mul", ""), ("model/embed/c", "Mul", "")]
    for layer in range(count):
        scope = f"model/layer_{layer}" if layer else "model/layer"
        last = "Tanh" if layer == 5 and not like else "Relu"
        types = ("MatMul", "AddV2", "Mul", last)
        nodes += [(f"{scope}/{place}", op_type, nodes[-1][0]) for place, op_type in enumerate(types)]
    nodes += [(f"model/head/{place}", "MatMul", nodes[-1][0]) for place in range(20)]
    return ConcreteFunction(graph_of("f", nodes))


def test_that_like_layers_in_a_row_are_one_series_that_opens_with_its_first():
    picture = build_picture(layers(12), view(grouping="scope"))
    assert titles(picture) == ["embed", "layer", "head"]
    series = picture.boxes[picture.roots[1]]
    assert (series.glyph, series.subtitle) == ("×12", "12 groups · 48 ops")
    opened = build_picture(layers(12), view(series.id, series.first, grouping="scope"))
    assert titles(opened, series.id) == ["layer", *(f"layer_{number}" for number in range(1, 12))]
    assert [opened.boxes[child].is_open for child in opened.boxes[series.id].children] == [True] + [False] * 11


def test_that_layers_that_differ_and_the_only_groups_of_a_level_make_no_series():
    picture = build_picture(layers(12, like=False), view(grouping="scope"))
    assert titles(picture) == ["embed", "layer", "layer_5", "layer", "head"]
    few = build_picture(layers(3), view(grouping="scope"))
    assert titles(few) == ["embed", "layer", "layer_1", "layer_2", "head"]


def test_that_small_graphs_are_shown_whole_with_their_regions_open():
    state = default_view(loop())
    assert state.grouping == "none"
    assert state.opened == {"step/while", "while_body_4/call"}
    assert "constants" not in default_view(branches()).hide
    assert "constants" in state.hide


def test_that_large_graphs_start_grouped_and_never_as_a_heap():
    state = default_view(unrolled(200))
    assert state.grouping == "source"
    assert len(build_picture(unrolled(200), state).boxes) <= MOST_BOXES
    nodes = [(f"scope_{number % 3}/op_{number}", "Mul", "") for number in range(300)]
    assert default_view(ConcreteFunction(graph_of("f", nodes))).grouping == "scope"


def test_that_a_function_of_a_single_line_starts_with_that_line_open():
    nodes = [(f"model/layer_{number % 4}/op_{number}", "Mul", "") for number in range(200)]
    where = {name: [7] for name, _, _ in nodes} | {"model/layer_0/op_0": [8]}
    concrete = ConcreteFunction(graph_of("step", nodes, lines=where))
    assert len(build_picture(concrete, default_view(concrete)).boxes) > 3


names = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.sampled_from(["Mul", "Const", "Identity", "AddN"])),
    min_size=1,
    max_size=150,
)


@settings(max_examples=40, deadline=None)
@given(names, st.sampled_from(GROUPINGS), st.booleans(), st.integers(0, 6))
def test_that_every_op_is_in_exactly_one_visible_box(drawn, grouping, hide, opens):
    nodes = []
    for number, (scope, line, op_type) in enumerate(drawn):
        source = nodes[number // 2][0] if nodes and op_type != "Const" else ""
        nodes.append((f"{scope}{line}/{op_type}_{number}", op_type, source))
    where = {name: [line] for (name, _, _), (_, line, _) in zip(nodes, drawn, strict=True)}
    concrete = ConcreteFunction(graph_of("f", nodes, lines=where))
    state = ViewState(hide=frozenset({"constants", "identities"}) if hide else frozenset(), grouping=grouping)
    for _ in range(opens):
        picture = build_picture(concrete, state)
        state = replace(state, opened=state.opened | {box.id for box in picture.boxes.values() if box.can_open})
    picture = build_picture(concrete, state)
    leaves = [node for box in picture.boxes.values() if not box.is_open for node in box.nodes]
    assert len(leaves) == len(set(leaves)) == len(nodes) - sum(picture.hidden.values())
    assert set(leaves) == set(picture.box_of)
    for wire in picture.wires:
        assert picture.boxes[wire.source].parent == picture.boxes[wire.target].parent
    for box in picture.boxes.values():
        assert len(box.children) <= 60
        assert all(picture.boxes[child].parent == box.id for child in box.children)
