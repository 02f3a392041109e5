"""Pictures: which boxes and wires a graph becomes for a view; where they go is tested with the layout."""

from __future__ import annotations

from dataclasses import replace

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.default_view import default_view
from graphscope.analysis.region_words import source_line
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import Frame
from graphscope.model.trace import ConcreteFunction, HandStaged, LoweredOp, Statement
from tests.analysis.small_graphs import branches, graph_of, loop, unrolled

STATEMENT = Statement("user.py", 12, "if", "staged", ("cond",), ("StatelessIf",))


def opened(*ids: str, **more) -> ViewState:
    return ViewState(frozenset(ids), **more)


def wires_of(picture):
    return {(wire.source, wire.target): wire for wire in picture.wires}


def test_that_a_closed_region_is_one_box_that_stands_for_all_that_it_runs():
    picture = build_picture(branches(), ViewState())
    box = picture.boxes["step/cond"]
    assert (box.kind, box.look, box.glyph, box.can_open, box.is_open) == ("region", "if", "◆", True, False)
    assert "2 branches" in box.subtitle
    assert picture.box_of[("cond_true_23", "mul")] == "step/cond"
    assert ("cond_false_23", "Identity") in box.nodes


def test_that_an_open_region_holds_its_parts_and_they_the_boxes_of_their_functions():
    picture = build_picture(branches(), opened("step/cond"))
    assert picture.boxes["step/cond"].children == ("step/cond:then", "step/cond:else")
    assert picture.boxes["step/cond:then"].look == "part-if"
    assert "cond_true_23/mul" in picture.boxes["step/cond:then"].children
    assert picture.box_of[("cond_true_23", "mul")] == "cond_true_23/mul"
    assert ("cond_true_23/x", "cond_true_23/mul") in wires_of(picture)
    order = list(picture.boxes)
    assert order.index("step/cond") < order.index("step/cond:then") < order.index("cond_true_23/mul")


def test_that_regions_open_at_any_depth():
    picture = build_picture(loop(), opened("step/while", "while_body_4/call"))
    call = picture.boxes["while_body_4/call"]
    assert (call.title, call.glyph, call.is_open) == ("half", "ƒ", True)
    assert picture.boxes["__inference_half_9/mul"].parent == "while_body_4/call:body"


def test_that_arguments_inside_of_parts_carry_their_python_names():
    picture = build_picture(loop(), opened("step/while"))
    box = picture.boxes["while_cond_3/n"]
    assert (box.title, box.subtitle, box.look) == ("Placeholder", "n", "argument")


def test_that_a_region_is_called_by_its_statement():
    view = opened(statements=(STATEMENT,))
    assert build_picture(branches(), view).boxes["step/cond"].title == "if · line 12 (AutoGraph) · StatelessIf"


def test_that_a_branch_that_is_called_for_says_so_and_one_that_nobody_owns_is_a_librarys():
    by_hand = HandStaged("tf.case", "user.py", 12, "staged", ("cond",), ("StatelessIf",)).as_statement()
    title = build_picture(branches(), opened(statements=(by_hand,))).boxes["step/cond"].title
    assert title == "tf.case · line 12 (by hand) · StatelessIf"
    nobodys = build_picture(branches(), opened(statements=())).boxes["step/cond"].title
    assert nobodys == "if of a library · line 12 · StatelessIf"
    unknown = build_picture(branches(), opened(statements=None)).boxes["step/cond"].title
    assert unknown == "if · line 12 · StatelessIf"


def test_that_what_a_break_became_is_told_as_part_of_its_loop():
    lowered = replace(STATEMENT, statement="while")
    title = build_picture(branches(), opened(statements=(lowered,))).boxes["step/cond"].title
    assert title == "if · break or return of while · line 12 (AutoGraph) · StatelessIf"
    told = replace(lowered, lowered=(LoweredOp("cond", "StatelessIf", "break", "loop goes on only while it may"),))
    title = build_picture(branches(), opened(statements=(told,))).boxes["step/cond"].title
    assert title == "if · loop goes on only while it may"


def test_that_a_condition_is_told_in_the_users_words():
    statement = Statement("user.py", 17, "while", "staged", ("while",), ("While",))
    view = opened("step/while", statements=(statement,), sources={"user.py": "\n" * 16 + "    while i < n:\n"})
    assert build_picture(loop(), view).boxes["step/while:condition"].title == "condition: i < n"


def test_that_hidden_ops_are_counted_and_identities_bridged():
    view = opened(hide=frozenset({"constants", "identities"}))
    nodes = [("x", "Placeholder", ""), ("two", "Const", ""), ("id", "Identity", "x"), ("mul", "Mul", "id two")]
    picture = build_picture(ConcreteFunction(graph_of("f", nodes)), view)
    assert set(picture.boxes) == {"f/x", "f/mul"}
    assert picture.hidden == {"constants": 1, "identities": 1}
    wire = wires_of(picture)[("f/x", "f/mul")]
    assert (wire.count, wire.label) == (1, "float32[?, 4]")


def test_that_the_outermost_result_stays_in_sight_when_identities_are_hidden():
    picture = build_picture(branches(), opened(hide=frozenset({"identities"})))
    assert picture.boxes["step/Identity"].look == "result"


def test_that_an_unused_argument_of_a_part_can_be_hidden_but_not_one_that_is_all_there_is():
    view = opened("step/cond", "step/while", hide=frozenset({"identities", "unused arguments"}))
    assert "while_body_4/n" not in build_picture(loop(), view).boxes
    assert "while_cond_3/x" not in build_picture(loop(), view).boxes
    assert build_picture(branches(), view).boxes["step/cond:else"].children == ("cond_false_23/x",)


def test_that_edges_between_two_boxes_are_one_wire_that_counts_tensors():
    nodes = [("a", "Split", ""), ("b", "AddN", "a a:1 a ^a"), ("c", "NoOp", "^b")]
    wires = wires_of(build_picture(ConcreteFunction(graph_of("f", nodes)), ViewState()))
    assert (wires["f/a", "f/b"].count, wires["f/a", "f/b"].label) == (2, "2 tensors")
    assert not wires["f/a", "f/b"].control
    assert wires["f/b", "f/c"].control


def test_that_a_wire_runs_between_siblings_and_names_its_true_ends():
    concrete = unrolled(20)
    line = "step/#user.py:5:step"
    wires = wires_of(build_picture(concrete, opened(line, grouping="source")))
    into = wires["step/x", line]
    assert into.sources == ("step/x",)
    assert into.targets[0].startswith(line + "#")


def test_that_a_function_run_in_two_places_has_two_sets_of_boxes():
    nodes = [("x", "Placeholder", ""), ("one", "PartitionedCall", "x"), ("two", "PartitionedCall", "one")]
    calls = {name: {"f": ("g",)} for name in ("one", "two")}
    inner = graph_of("g", [("x", "Placeholder", ""), ("mul", "Mul", "x x")], arguments={"x": "x"})
    concrete = ConcreteFunction(graph_of("f", nodes, calls=calls), {"g": inner})
    both = build_picture(concrete, opened("f/one", "f/two"))
    only = build_picture(concrete, opened("f/two"))
    assert {"f/one:body/mul", "f/two:body/mul"} <= set(both.boxes)
    assert only.box_of[("g", "mul")] == "f/two:body/mul"


def test_that_a_function_that_runs_itself_is_not_opened_for_ever():
    graph = graph_of("f", [("call", "PartitionedCall", "")], calls={"call": {"f": ("f",)}})
    assert not build_picture(ConcreteFunction(graph), opened("f/call")).boxes["f/call"].can_open


def test_that_a_function_that_was_not_recorded_cannot_be_opened():
    concrete = ConcreteFunction(branches().graph)
    assert not build_picture(concrete, opened("step/cond")).boxes["step/cond"].is_open


def test_that_closing_again_gives_the_same_picture():
    concrete = loop()
    before = build_picture(concrete, ViewState())
    build_picture(concrete, opened("step/while"))
    assert build_picture(concrete, ViewState()) == before


LOWERED = [("x", "_Arg", ""), ("e", "Enter", "x"), ("m", "Merge", "e"), ("z", "Exit", "m"), ("o", "_Retval", "z")]


def test_that_a_lowered_loop_is_a_frame_that_opens():
    picture = build_picture(ConcreteFunction(graph_of("f", LOWERED)), ViewState())
    (box,) = [box for box in picture.boxes.values() if box.kind == "region"]
    assert (box.title, box.look, box.can_open) == ("while · lowered to Enter / Merge / Switch / Exit", "while", True)
    assert "3 ops" in box.subtitle


def test_that_a_lowered_loop_is_open_at_first_where_it_fits():
    concrete = ConcreteFunction(graph_of("f", LOWERED))
    for fits, is_open in ((lambda picture: True, True), (lambda picture: len(picture.boxes) < 5, False)):
        picture = build_picture(concrete, default_view(concrete, fits=fits))
        assert [box.is_open for box in picture.boxes.values() if "lowered" in box.title] == [is_open]


def test_that_a_line_is_named_by_its_code_without_its_comment():
    texts = ["x = y  # twice", 'x = "# no comment"  # one', "call(x,  # open", "# a comment", 'y = """text # inside']
    view = ViewState(sources={"model.py": "\n".join(texts)})
    shown = [source_line(view, Frame("model.py", line, "f")) for line in range(1, len(texts) + 2)]
    assert shown == ["x = y", 'x = "# no comment"', "call(x,", "# a comment", 'y = """text # inside', ""]
