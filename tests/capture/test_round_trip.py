"""What is written into a capture comes out of it again, every field of it, and the same bytes every time."""

from __future__ import annotations

import dataclasses
import json
import typing
from pathlib import Path

from hypothesis import given, settings

from graphscope.capture.arrangement import CapturedSetting, CapturedTrim, CapturedView
from graphscope.capture.capture import Capture, CapturedFunction, CapturedSignature
from graphscope.capture.graph_tables import GraphTables, joined, split
from graphscope.capture.manifest import FunctionEntry
from graphscope.capture.read_capture import read_capture
from graphscope.capture.write_capture import capture_bytes
from graphscope.model import from_protocol, to_protocol
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import Trace
from graphscope.protocol.frames import from_plain, to_plain
from graphscope.protocol.records import GraphRecord
from tests.capture.captures import FILE, arranged, concrete, filled, graph, graphs, with_json


def read(data: bytes, folder: Path) -> Capture:
    """The capture of these bytes."""
    file = folder / "a.gscope"
    file.write_bytes(data)
    return read_capture(str(file))


def test_that_a_capture_comes_back_in_every_field(tmp_path: Path) -> None:
    assert read(capture_bytes(filled()), tmp_path) == filled()
    assert read(capture_bytes(arranged()), tmp_path) == arranged()


def test_that_the_test_above_leaves_no_field_at_its_default() -> None:
    capture = filled()
    one = capture.signatures[0].trace
    failed = capture.signatures[2].trace
    shown = arranged().panes[0].shown
    assert one.grappler is not None
    assert shown is not None
    for kind, values in (
        (Trace, (one, capture.signatures[1].trace, failed)),
        (CapturedFunction, (capture.function,)),
        (type(one.grappler), (one.grappler, failed.grappler)),
        (type(one.control_flow[0]), one.control_flow),
        (GraphRecord, (graph(),)),
        (CapturedView, (shown,)),
        (CapturedTrim, shown.trims),
        (CapturedSetting, (arranged().panes[1].setting,)),
    ):
        for field in dataclasses.fields(kind):
            assert any(getattr(each, field.name) not in (field.default, {}, ()) for each in values), field.name


def test_that_types_of_attributes_are_kept(tmp_path: Path) -> None:
    found = read(capture_bytes(filled()), tmp_path).signatures[0].trace.concrete
    assert found is not None
    assert repr(found.graph.attributes) == repr(concrete().graph.attributes)


def test_that_signatures_which_share_a_graph_still_share_it(tmp_path: Path) -> None:
    first, second, *_ = read(capture_bytes(filled()), tmp_path).signatures
    assert first.trace.concrete is second.trace.concrete


def test_that_the_same_capture_is_the_same_file(tmp_path: Path) -> None:
    data = capture_bytes(filled())
    assert capture_bytes(filled()) == data
    assert capture_bytes(read(data, tmp_path)) == data


def test_that_only_files_which_the_traces_speak_of_are_held(tmp_path: Path) -> None:
    others = {**filled().sources, "/home/ann/secrets.py": "password = 1"}
    data = capture_bytes(dataclasses.replace(filled(), sources=others))
    assert set(read(data, tmp_path).sources) == {FILE}


def test_that_a_trace_of_nothing_but_an_error_is_a_capture(tmp_path: Path) -> None:
    only = dataclasses.replace(filled(), signatures=(CapturedSignature("3", Trace("3", "failed")),))
    assert read(capture_bytes(only), tmp_path) == only


def test_that_the_manifest_tells_all_of_a_function() -> None:
    assert [each.name for each in dataclasses.fields(FunctionEntry)] == [
        each.name for each in dataclasses.fields(CapturedFunction)
    ]
    assert set(typing.get_type_hints(FunctionEntry)) == set(typing.get_type_hints(CapturedFunction))


@given(graphs())
@settings(deadline=None)
def test_that_any_graph_comes_back_from_its_two_parts(record: GraphRecord) -> None:
    tables, data = split(record)
    again = joined(from_plain(GraphTables, _through_json(to_plain(tables))), data)
    assert again == record
    assert repr(again.attribute_table) == repr(record.attribute_table)


@given(graphs())
@settings(deadline=None)
def test_that_any_graph_of_the_model_comes_back_from_its_record(record: GraphRecord) -> None:
    model = from_protocol.op_graph(record)
    again = from_protocol.op_graph(to_protocol.graph_record(model))
    assert again == model
    assert repr(again.attributes) == repr(model.attributes)


def test_that_a_record_tells_what_repeats_once() -> None:
    twice = dataclasses.replace(
        from_protocol.op_graph(graph()), attributes=({"n": 1}, {"n": 1}, {"n": True}, {"n": 1.0}), devices=("",) * 4
    )
    record = to_protocol.graph_record(twice)
    assert record.attributes == (0, 0, 1, 2)
    assert record.device_table == ("",)
    assert record.stack_table[0] == ()


def test_that_a_graph_of_100_000_ops_comes_back(tmp_path: Path) -> None:
    model = chain(100_000)
    capture = filled()
    one = dataclasses.replace(
        capture, signatures=(CapturedSignature("x", Trace("x", "traced", concrete=concrete_of(model))),)
    )
    data = capture_bytes(one)
    assert read(data, tmp_path) == one
    assert len(data) < 1_000_000


def chain(size: int) -> OpGraph:
    """Ops in rows of ten, each taking the one before and one of the row before."""
    return dataclasses.replace(
        from_protocol.op_graph(graph()),
        names=tuple(f"layer_{number // 10}/op_{number}" for number in range(size)),
        op_types=("MatMul", "Relu") * (size // 2),
        inputs=tuple((max(0, n - 1), 0, max(0, n - 10), 0) for n in range(size)),
        control_inputs=((),) * size,
        outputs=(("float32[8, 4]",),) * size,
        attributes=({"T": "float32"},) * size,
        devices=("",) * size,
        stacks=((),) * size,
        calls={},
    )


def concrete_of(model: OpGraph) -> typing.Any:
    """A traced graph with nothing nested in it."""
    return dataclasses.replace(concrete(), graph=model, functions={})


def _through_json(body: typing.Any) -> typing.Any:
    return json.loads(json.dumps(body))


def test_that_a_capture_of_the_first_version_is_read(tmp_path: Path) -> None:
    """It knew of no changes of passes and no partitions."""

    def older(body: typing.Any) -> None:
        body["version"] = 1
        for name in ("first", "changes", "partitions"):
            del body["signatures"][0]["grappler"][name]
        for one in body["signatures"][0]["grappler"]["run"]["passes"]:
            del one["removed"], one["nodes"], one["function"]

    run = read(with_json(capture_bytes(filled()), "capture.json", older), tmp_path).signatures[0].trace.grappler
    assert run is not None
    assert (run.first, run.partitions) == (None, ())
    assert [each.change for each in run.passes] == [None, None, None]
