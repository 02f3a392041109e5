"""A file that is no sound capture is refused in one sentence with what to do, whatever is wrong with it."""

from __future__ import annotations

import dataclasses
import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphscope.capture import archive
from graphscope.capture.read_capture import read_capture
from graphscope.capture.write_capture import capture_bytes
from graphscope.errors import CaptureError
from tests.capture.captures import concrete, filled, members, with_json, zipped

PANE = {"signature": 0, "view": "traced"}
SOUND = capture_bytes(filled())
PARTS = members(SOUND)
FUNCTIONS = json.loads(PARTS["capture.json"])["functions"]
MANIFEST, TABLES, COLUMNS = "capture.json", "graphs/0.json", "graphs/0.columns"


def refusal(data: bytes, folder: Path) -> str:
    """The sentence with which these bytes are refused."""
    file = folder / "broken.gscope"
    file.write_bytes(data)
    with pytest.raises(CaptureError) as raised:
        read_capture(str(file))
    told = raised.value
    assert told.exit_code == 3
    assert told.message.startswith(f"{file} cannot be opened: ")
    assert "\n" not in told.message
    assert told.advice
    return told.message


def without(name: str) -> bytes:
    return zipped({each: part for each, part in PARTS.items() if each != name})


def with_part(name: str, part: bytes) -> bytes:
    return zipped({**PARTS, name: part})


def encrypted() -> bytes:
    """The first part is marked as encrypted, in its own heading and in the directory."""
    data = bytearray(SOUND)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    return bytes(data)


def telling_sizes(size: int) -> bytes:
    """The directory and the part itself tell another size than the part unpacks to."""
    data = bytearray(SOUND)
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark) + place
        data[start : start + 4] = struct.pack("<L", size)
    return bytes(data)


def doubled() -> bytes:
    """Two parts of one name, by renaming one in a file that had one more."""
    extra = zipped({**PARTS, "capture.jsoo": b"{}"})
    return extra.replace(b"capture.jsoo", b"capture.json")


def flipped(place: int) -> bytes:
    """One byte of the packed manifest is another."""
    data = bytearray(SOUND)
    data[data.index(b"capture.json") + len("capture.json") + place] ^= 0xFF
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no zip file"),
        (b"def double(x): ...", "no zip file"),
        (SOUND[:-1], "cut short"),
        (SOUND[:2000], "cut short"),
        (SOUND + b"x", "cut short"),
        (SOUND[:-22] + SOUND[-22:].replace(SOUND[-6:-2], b"\xff\xff\xff\x7f"), "damaged"),
        (zipped({"word/document.xml": b"<w/>"}), "lacks capture.json"),
        (zipped({"capture.json": b"{}"}), "no capture"),
        (zipped({"capture.json": b"[1]"}), "no capture"),
        (zipped({"capture.json": b"{"}), "neither JSON nor text"),
        (zipped({"capture.json": b"\xff\xfe{"}), "neither JSON nor text"),
        (zipped({"capture.json": b"[" * 200_000}), "neither JSON nor text"),
        (with_part("../../etc/cron.d/x", b"x"), "'../../etc/cron.d/x', which is no part of a capture"),
        (with_part("graphs/evil.pickle", b"x"), "no part of a capture"),
        (with_part("graphs/", b""), "no part of a capture"),
        (doubled(), "two of its parts have one name"),
        (without(TABLES), f"lacks {TABLES}"),
        (without(COLUMNS), f"lacks {COLUMNS}"),
        (without("sources/0.txt"), "lacks sources/0.txt"),
        (with_part("sources/0.txt", b"\xff\xfe"), "neither JSON nor text"),
        (with_part(COLUMNS, PARTS[COLUMNS] + b"\0"), "longer than its graphs"),
        (with_part(COLUMNS, PARTS[COLUMNS][:-1]), "columns of another length"),
        (zipped(PARTS, zipfile.ZIP_LZMA), "packed in a way that no capture is"),
        (encrypted(), "packed in a way that no capture is"),
        (telling_sizes(1), "damaged"),
        (telling_sizes(1 << 20), "damaged"),
        (flipped(40), "damaged"),
    ],
)
def test_that_a_broken_file_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    assert said in refusal(data, tmp_path)


def _set(*path: Any) -> Callable[[Any], None]:
    """A change that puts the last of ``path`` where the others lead."""

    def change(body: Any) -> None:
        for key in path[:-2]:
            body = body[key]
        body[path[-2]] = path[-1]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_set("version", 3), "a newer Graphscope wrote it (format 3; this one reads up to 2)"),
        (_set("version", 0), "the format 0, which no Graphscope wrote"),
        (_set("version", "1"), "the format '1', which no Graphscope wrote"),
        (_set("tensorflow", 2), "expected str, got int"),
        (_set("extra", 1), "has no field 'extra'"),
        (_set("signatures", {}), "expected a list"),
        (_set("panes", [PANE | {"signature": 9}]), "a pane of a signature that does not exist"),
        (_set("panes", [PANE] * 7), "a pane of a signature that does not exist"),
        (_set("panes", [PANE | {"shown": {"level_size": 0}}]), "a pane that shows more than a pane can"),
        (_set("panes", [PANE | {"shown": {"tags": 10_000}}]), "a pane that shows more than a pane can"),
        (_set("panes", [PANE | {"shown": {"opened": [1]}}]), "expected str throughout, got int"),
        (_set("functions", [1, 1]), "no part of a capture"),
        (_set("functions", [*FUNCTIONS, 3]), f"lacks graphs/{len(FUNCTIONS)}.json"),
        (_set("functions", [2, *FUNCTIONS[1:]]), "holds another number of functions"),
        (_set("signatures", 0, "graph", len(FUNCTIONS)), f"has no graph {len(FUNCTIONS)}"),
        (_set("signatures", 0, "grappler", "first", None), "without the graph that they changed"),
        (_set("signatures", 0, "grappler", "changes", 0), "a change by a pass that there is not"),
        (_set("signatures", 0, "grappler", "partitions", [["/device:CPU:0", 99]]), "has no graph 99"),
        (_set("signatures", 0, "graph", -1), "the number -1 in it is out of bounds"),
        (_set("signatures", 0, "graph", True), "bool is none of the types expected"),
        (_set("signatures", 0, "trace", "outcome", "dreamt"), "its signature 1 is none that Graphscope writes"),
        (_set("signatures", 0, "trace", "functions", [None]), "GraphRecord is not an object"),
        (_set("signatures", 1, "trace", "reuses", 1), "reuses one that comes after it"),
        (_set("signatures", 1, "trace", "seconds", "1"), "expected float"),
        (_set("signatures", 1, "trace", "seconds", float("nan")), "NaN in it is no number"),
        (_set("signatures", 0, "trace", "control_flow", 0, "line", 1 << 40), "out of bounds"),
        (_set("signatures", 0, "trace", "control_flow", 0, "ops", [1]), "expected str throughout, got int"),
        (_set("signatures", 0, "grappler", "run", "mode", "magic"), "its Grappler run is none that Graphscope writes"),
        (_set("signatures", 0, "grappler", "after", 99), "has no graph 99"),
        (
            lambda body: body["signatures"][0]["more_grappler"][0].update(first=99),
            "has no graph 99",
        ),
        (_set("function", "line", "1"), "str is none of the types expected"),
    ],
)
def test_that_a_malformed_manifest_is_refused(change: Callable[[Any], None], said: str, tmp_path: Path) -> None:
    assert said in refusal(with_json(SOUND, MANIFEST, change), tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_set(0, "names", ["x", "x", "y", "z"]), "two nodes of one name"),
        (_set(0, "names", ["x"]), "a column of another length than its graph"),
        (_set(0, "names", ["x", "y", "z", 1]), "expected str throughout, got int"),
        (_set(0, "op_types", ["Add"]), "points outside its table"),
        (_set(0, "specs", []), "a table that points outside another"),
        (_set(0, "output_rows", [[7], [0], [0], [0]]), "a table that points outside another"),
        (_set(0, "output_rows", []), "points outside its table"),
        (_set(0, "attributes", [{"a": []}] * 3), "list is none of the types expected"),
        (_set(0, "stacks", [[], [9], [-1]]), "a table that points outside another"),
        (_set(0, "frames", [["a.py", "1", "f"], ["a.py", 1, "f"]]), "expected int, got str"),
        (_set(0, "frames", [["a.py", -1, "f"], ["a.py", 1, "f"]]), "points outside"),
        (_set(0, "frames", [["a.py", 1], ["a.py", 1]]), "expected 3 values, got 2"),
        (_set(0, "calls", {"9": {"body": ["body_2"]}}), "a node that does not exist"),
        (_set(0, "calls", {"-1": {}}), "a node that does not exist"),
        (_set(0, "calls", {"²": {}}), "a node that does not exist"),
        (_set(1, "calls", {"0": {"body": ["double_1"]}}), "a function that holds itself"),
        (_set(1, "function", "cond_3"), "two functions of one name"),
        (_set(0, "input_names", {"x": []}), "a node that does not exist"),
        (_set(0, "constants", []), "points outside its table"),
        (_set(0, "constant_shapes", []), "points outside its table"),
        (_set(0, "arguments", 0, "node", 4), "a table that points outside another"),
        (_set(0, "results", [[4, 0]]), "a table that points outside another"),
        (_set(0, "results", [[0, -1]]), "a table that points outside another"),
        (_set(0, "headings", 0, ["<i8", 4]), "a column of unknown type"),
        (_set(0, "headings", 0, ["<u1", -4]), "a column of unknown type"),
        (_set(0, "headings", [["<u1", 4]]), "a graph of 1 columns"),
        (_set(0, []), "GraphTables is not an object"),
        (_set(0, {}), "missing"),
    ],
)
def test_that_a_malformed_graph_is_refused(change: Callable[[Any], None], said: str, tmp_path: Path) -> None:
    assert said in refusal(with_json(SOUND, TABLES, change), tmp_path)


@given(st.data())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_columns_with_any_numbers_in_them_are_refused_or_can_be_drawn(tmp_path: Path, data: st.DataObject) -> None:
    columns = bytearray(PARTS[COLUMNS])
    for _ in range(data.draw(st.integers(1, 4))):
        columns[data.draw(st.integers(0, len(columns) - 1))] = data.draw(st.integers(0, 255))
    file = tmp_path / "any.gscope"
    file.write_bytes(with_part(COLUMNS, bytes(columns)))
    try:
        found = read_capture(str(file)).signatures[0].trace.concrete
    except CaptureError:
        return
    assert found is not None
    for graph in (found.graph, *found.functions.values()):
        assert len(list(graph)) == len(graph.consumers) == 4


def test_that_functions_nested_without_end_are_refused(tmp_path: Path) -> None:
    def change(bodies: Any) -> None:
        template = bodies[1]
        bodies[1:] = [{**template, "function": f"f{n}", "calls": {"0": {"body": [f"f{n + 1}"]}}} for n in range(200)]

    capture = json.loads(PARTS[MANIFEST])
    capture["functions"][0] = 201
    data = with_json(with_part(MANIFEST, json.dumps(capture).encode()), TABLES, change)
    third = len(PARTS[COLUMNS]) // 3
    data = zipped({**members(data), COLUMNS: PARTS[COLUMNS][:third] + PARTS[COLUMNS][third : 2 * third] * 200})
    assert "functions nested too deep" in refusal(data, tmp_path)


def test_that_a_part_which_would_unpack_to_too_much_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = with_part("sources/0.txt", bytes(archive.LARGEST_MEMBER + 1))
    assert len(bomb) < 1 << 20
    assert "sources/0.txt would unpack to more than the 64 MiB that are allowed" in refusal(bomb, tmp_path)


def test_that_a_part_which_hides_its_size_is_unpacked_no_further_than_it_tells(tmp_path: Path) -> None:
    data = bytearray(zipped({**PARTS, MANIFEST: bytes(50 << 20)}))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark) + place
        data[start : start + 4] = struct.pack("<L", 10)
    assert "capture.json in it is damaged" in refusal(bytes(data), tmp_path)


def test_that_parts_which_would_unpack_to_too_much_together_are_refused(tmp_path: Path) -> None:
    part = bytes(archive.LARGEST_MEMBER)
    bomb = zipped({MANIFEST: PARTS[MANIFEST], **{f"sources/{number}.txt": part for number in range(9)}})
    assert "unpack to more than 512 MiB" in refusal(bomb, tmp_path)


def test_that_more_parts_than_a_capture_can_have_are_refused(tmp_path: Path) -> None:
    many = zipped({**PARTS, **{f"{number}": b"" for number in range(archive.MOST_MEMBERS)}})
    assert "more parts than the 10,000" in refusal(many, tmp_path)


def test_that_a_file_which_is_not_there_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    for path, said in (
        (str(tmp_path / "none.gscope"), "No such file or directory"),
        (str(tmp_path), "it is no file"),
        ("/dev/zero", "it is no file"),
    ):
        with pytest.raises(CaptureError) as raised:
            read_capture(path)
        assert raised.value.message == f"{path} cannot be opened: {said}"


def test_that_a_graph_which_could_not_be_read_again_is_not_written() -> None:
    capture = filled()
    first = capture.signatures[0]
    long = concrete()
    many = dataclasses.replace(long, graph=dataclasses.replace(long.graph, names=("x" * (65 << 20), "b", "c", "d")))
    trace = dataclasses.replace(first.trace, concrete=many)
    with pytest.raises(CaptureError) as raised:
        capture_bytes(dataclasses.replace(capture, signatures=(dataclasses.replace(first, trace=trace),)))
    assert "would unpack to more" in raised.value.message
    assert raised.value.advice == "Save fewer signatures at once."


def test_that_the_file_is_one_that_any_zip_program_reads() -> None:
    with zipfile.ZipFile(io.BytesIO(SOUND)) as found:
        assert found.testzip() is None
        assert {each.date_time for each in found.infolist()} == {(1980, 1, 1, 0, 0, 0)}
