"""XLA is asked where panes show what it made, in a worker of its own; what came of it is kept with the trace."""

from __future__ import annotations

import dataclasses

import pytest

from graphscope.model.from_protocol import concrete_function
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.protocol.records import ArgumentRecord, ErrorRecord
from graphscope.protocol.xla_record import XlaRecord
from graphscope.session.inspection import inspect
from graphscope.session.panes import AFTER, HLO, HLO_OPTIMISED
from graphscope.session.row_words import size_words
from graphscope.session.xla_rows import compiled_words, xla_rows
from tests.session.fake_worker import FILE, Desk, graph


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open_and_trace("1", "2")
    return desk


def hlo(name: str) -> object:
    return dataclasses.replace(graph(), function=name)


def answer(desk: Desk, record: XlaRecord) -> None:
    """What a worker says to all three requests."""
    generation = desk.compiler.last.generation
    queue = desk.session.xla.runs.queue
    queue.received(m.ModuleOpened(generation, FILE, "double", ()), "")
    queue.received(m.FunctionChosen(generation, "double", "tf.function", FILE, 1, "(x)"), "")
    queue.received(m.XlaDone(generation, record), "")


def instructions() -> object:
    """A graph of instructions, the first two without a line of the user's."""
    return dataclasses.replace(graph(), op_type_table=("parameter", "add"), stacks=(0, 0))


def compiled(**fields: object) -> XlaRecord:
    return XlaRecord(3, {"add": 2, "copy": 1}, 2, {"fusion": 2}, 2, before=hlo("a"), after=hlo("b"), **fields)


def test_that_xla_is_asked_once_a_pane_shows_what_it_made(desk):
    assert desk.compiler.sent == []
    desk.session.views.show_view(1, HLO)
    assert isinstance(desk.compiler.last, m.OpenModule)
    assert desk.session.views.shown(1).waits
    answer(desk, compiled())
    assert [type(each) for each in desk.compiler.sent] == [m.OpenModule, m.ChooseFunction, m.CompileXla]
    assert desk.compiler.last.earlier == ("1",)
    assert desk.session.views.shown(1).concrete.graph.function == "a"


def test_that_the_other_side_needs_no_compilation_of_its_own(desk):
    desk.session.views.show_view(0, HLO)
    answer(desk, compiled())
    asked = len(desk.compiler.sent)
    desk.session.views.show_view(0, HLO_OPTIMISED)
    assert len(desk.compiler.sent) == asked
    assert desk.session.views.shown(0).concrete.graph.function == "b"


def test_that_a_refusal_is_told_with_its_line_and_can_be_asked_again(desk):
    desk.session.views.show_view(0, HLO)
    answer(desk, XlaRecord(error=ErrorRecord("ValueError", "only support static shapes", FILE, 2, "Give numbers.")))
    shown = desk.session.views.shown(0)
    assert shown.title == "XLA refuses it at line 2"
    assert "Only support static shapes\n\nGive numbers." in shown.message
    desk.session.xla.ask_again(desk.session.state.rows.rows[0].key)
    assert isinstance(desk.compiler.last, m.OpenModule)


def test_that_cancelling_stops_the_worker_and_says_so(desk):
    desk.session.views.show_view(0, HLO)
    desk.session.cancel()
    assert desk.compiler.cancelled == 1
    desk.session.xla.runs.queue.ended(UserError("Cancelled", "Cancelled"), "")
    assert desk.session.views.shown(0).title == "XLA gave nothing"
    assert not desk.session.xla.busy


def test_that_a_row_traced_anew_is_compiled_anew(desk):
    desk.session.views.show_view(0, HLO)
    answer(desk, compiled())
    asked = len(desk.compiler.sent)
    desk.session.trace()
    desk.chosen()
    desk.traced()
    desk.traced()
    assert len(desk.compiler.sent) == asked + 1
    assert desk.session.views.shown(0).waits


def test_that_what_xla_made_is_saved_with_the_trace(desk):
    desk.session.views.show_view(0, HLO)
    answer(desk, compiled())
    captured = desk.session.captures.captured()
    assert captured.signatures[0].trace.xla.after.graph.function == "b"
    assert captured.signatures[1].trace.xla is None


def test_that_counts_tell_the_difference_with_the_largest_first(desk):
    desk.session.views.show_view(0, HLO)
    answer(desk, compiled(inputs="any values of these shapes", device="/job:localhost/replica:0/task:0/device:CPU:0"))
    made = desk.session.state.rows.rows[0].trace.xla
    cells = [cells for cells, _ in xla_rows(made)]
    assert [each[:4] for each in cells] == [
        ("all", "3", "2", "−1"),
        ("add", "2", "0", "−2"),
        ("fusion", "0", "2", "+2"),
        ("copy", "1", "0", "−1"),
    ]
    words = "Compiled for any values of these shapes on CPU:0, on a copy with jit_compile=True."
    assert compiled_words(made) == words


def test_that_an_instruction_without_a_line_is_said_to_be_of_xlas_making_and_on_no_device(desk):
    told = inspect(concrete_function(instructions(), ()), ("double_1", "add"), (), desk.session.state.sources)
    facts = {fact.label: fact.lines for fact in told.facts}
    assert facts["made by"] == ("XLA",)
    assert "device" not in facts


def test_that_instructions_are_counted_as_that_with_the_parameters_of_what_is_called():
    nested = {"function": "nested", "arguments": (ArgumentRecord(0, "x"),)}
    ops = concrete_function(graph(), (dataclasses.replace(graph(), **nested),))
    hlo_of_it = concrete_function(instructions(), (dataclasses.replace(instructions(), **nested),))
    assert size_words([("A", ops), ("B", ops), ("B", hlo_of_it)]) == "3 ops in A, 3 in B, 4 instructions in B"
    assert size_words([("A", hlo_of_it), ("C", hlo_of_it)]) == "4 instructions in A, 4 in C"


def test_that_the_end_of_grappler_leaves_what_is_told_of_xla_and_the_other_way_round(desk):
    for first, second in ((AFTER, HLO), (HLO, AFTER)):
        desk.session.views.show_view(0, first)
        desk.session.views.show_view(1, second)
        desk.session.views.allow_grappler("static")
        runs = {AFTER: desk.session.grappler.runs, HLO: desk.session.xla.runs}
        told = {AFTER: "Grappler: opening the module again", HLO: "XLA: opening the module again"}
        runs[second].queue.ended(UserError("Killed", "was killed"), "")
        assert desk.session.state.optimiser.activity == told[first]
        runs[first].queue.ended(UserError("Killed", "was killed"), "")
        assert desk.session.state.optimiser.activity == ""
        desk.open_and_trace("1", "2")
