"""Phases of a training step: by names, by lines, by what flows where; and the groups made of them."""

from __future__ import annotations

from dataclasses import replace

from graphscope.analysis.build_picture import build_picture
from graphscope.analysis.phases import PHASES, has_phases, phase_codes
from graphscope.analysis.view_state import ViewState
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import branches, graph_of, loop

FORWARD, BACKWARD, OPTIMIZER, METRIC = 3, 4, 5, 6
STEP = [
    ("x", "Placeholder", ""),
    ("w", "Placeholder", ""),
    ("m", "Placeholder", ""),
    ("rate", "Placeholder", ""),
    ("dense/read", "ReadVariableOp", "w"),
    ("dense/MatMul", "MatMul", "x dense/read"),
    ("dense/moving", "AssignVariableOp", "w dense/MatMul"),
    ("loss/Mean", "Mean", "dense/MatMul"),
    ("ones", "Const", ""),
    ("gradient_tape/loss/Tile", "Tile", "ones"),
    ("gradient_tape/dense/MatMul", "MatMul", "x gradient_tape/loss/Tile"),
    ("gradient_tape/dense/MatMul_1", "MatMul", "x gradient_tape/loss/Tile"),
    ("AddN", "AddN", "gradient_tape/dense/MatMul gradient_tape/dense/MatMul_1"),
    ("sgd/rate", "ReadVariableOp", "rate"),
    ("sgd/mul", "Mul", "AddN sgd/rate"),
    ("sgd/AssignAdd", "AssignAddVariableOp", "m sgd/mul"),
    ("sgd/read", "ReadVariableOp", "m ^sgd/AssignAdd"),
    ("sgd/AssignSub", "AssignSubVariableOp", "w sgd/read"),
    ("seen/AssignAdd", "AssignAddVariableOp", "rate"),
    ("Identity!", "Identity", "loss/Mean"),
    ("norm", "L2Loss", "AddN"),
    ("NoOp", "NoOp", "^sgd/AssignSub"),
]
EXPECTED = {
    "forward": "x w dense/read dense/MatMul dense/moving loss/Mean Identity",
    "backward": "ones gradient_tape/loss/Tile gradient_tape/dense/MatMul gradient_tape/dense/MatMul_1 AddN",
    "optimizer": "m rate sgd/rate sgd/mul sgd/AssignAdd sgd/read sgd/AssignSub",
    "other": "seen/AssignAdd norm NoOp",
}
ARGUMENTS = {name: name for name in ("x", "w", "m", "rate")}
LINES = {
    "dense/read": [FORWARD],
    "dense/MatMul": [FORWARD],
    "dense/moving": [FORWARD],
    "loss/Mean": [FORWARD],
    "ones": [BACKWARD],
    **{name: [BACKWARD] for name in EXPECTED["backward"].split()},
    **{name: [OPTIMIZER] for name in EXPECTED["optimizer"].split() if name not in ARGUMENTS},
    "seen/AssignAdd": [METRIC],
}


def phases(graph: OpGraph) -> dict[str, str]:
    codes = phase_codes(graph)
    assert codes is not None
    return {
        phase: " ".join(name for name, code in zip(graph.names, codes.tolist(), strict=True) if PHASES[code] == phase)
        for phase in PHASES
    }


def test_that_lines_and_flow_tell_the_phases_of_a_training_step():
    assert phases(graph_of("step", STEP, ARGUMENTS, lines=LINES)) == EXPECTED


def test_that_names_and_flow_tell_them_where_there_are_no_lines():
    found = phases(graph_of("step", STEP, ARGUMENTS))
    assert found["optimizer"] == EXPECTED["optimizer"]
    # Which op the gradient starts from is told by its line only.
    assert found["backward"] == EXPECTED["backward"].removeprefix("ones ")


def test_that_a_step_on_a_single_line_is_told_apart_by_its_names():
    found = phases(graph_of("step", STEP, ARGUMENTS, lines={name.rstrip("!"): [1] for name, _, _ in STEP}))
    assert "sgd/AssignSub" in found["optimizer"]
    assert "dense/MatMul" in found["forward"].split()
    assert "gradient_tape/dense/MatMul" in found["backward"]


def test_that_gradients_which_nothing_is_updated_with_make_no_optimizer():
    nodes = [(name, op_type, words) for name, op_type, words in STEP[:13]] + [("out!", "Identity", "AddN")]
    found = phases(graph_of("step", nodes))
    assert found["optimizer"] == ""
    assert "out" in found["backward"].split()


def test_that_graphs_without_gradients_have_no_phases():
    assert not has_phases(loop())
    assert not has_phases(branches())
    picture = build_picture(loop(), ViewState(grouping="phase"))
    assert "step/while" in picture.boxes


def test_that_a_training_step_is_grouped_by_its_phases_in_order():
    concrete = ConcreteFunction(graph_of("step", STEP, ARGUMENTS, lines=LINES))
    assert has_phases(concrete)
    picture = build_picture(concrete, ViewState(grouping="phase"))
    assert [picture.boxes[root].title for root in picture.roots] == list(PHASES)
    backward = picture.roots[1]
    opened = build_picture(concrete, ViewState(grouping="phase", opened=frozenset({backward})))
    assert {opened.boxes[child].nodes[0][1] for child in opened.boxes[backward].children} == set(
        EXPECTED["backward"].split()
    )


def test_that_a_training_loop_has_its_phases_in_its_body():
    calls = {"while": {"body": ("body",), "cond": ("cond",)}}
    top = graph_of("f", [("x", "Placeholder", ""), ("while!", "While", "x")], calls=calls)
    body = graph_of("body", STEP, ARGUMENTS, lines=LINES)
    cond = graph_of("cond", [("x", "Placeholder", ""), ("Less!", "Less", "x x")])
    concrete = ConcreteFunction(top, {"body": body, "cond": cond})
    assert has_phases(concrete)
    picture = build_picture(concrete, ViewState(grouping="phase", opened=frozenset({"f/while"})))
    titles = {picture.boxes[child].title for child in picture.boxes["f/while:body"].children}
    assert titles == set(PHASES)


def test_that_gradients_can_be_hidden():
    concrete = ConcreteFunction(graph_of("step", STEP, ARGUMENTS, lines=LINES))
    picture = build_picture(concrete, ViewState(hide=frozenset({"gradients"})))
    assert picture.hidden == {"gradients": 5}
    assert not any("gradient" in name for _, name in picture.box_of)
    targets = {wire.target for wire in picture.wires if wire.source == "step/loss/Mean"}
    assert targets == {"step/Identity"}
    assert build_picture(ConcreteFunction(replace(concrete.graph)), ViewState()).hidden == {}
