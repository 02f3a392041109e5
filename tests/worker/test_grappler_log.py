"""TensorFlow's log lines are taken out of the output, the user's words are not, and the passes are read from them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.protocol.records import PassRecord
from graphscope.worker.grappler_passes import told_functions
from graphscope.worker.log_capture import LogCapture
from graphscope.worker.log_sieve import Sieve, last_words

NEW = b"I0000 00:00:1795964224.928697   29449 meta_optimizer.cc:973] "
OLD = b"2026-11-29 14:58:26.313421: I tensorflow/core/grappler/optimizers/meta_optimizer.cc:967] "
WARNING = b"W0000 00:00:1795964224.928385   29449 dump_graph.cc:162] Failed to dump it.\n"
ERROR = b"E0000 00:00:1795964224.928385   29449 cuda_platform.cc:52] failed call to cuInit\n"
END = "the end"


def sieved(*pieces: bytes) -> tuple[bytes, list[bytes]]:
    """What is passed on of the pieces, fed one after another, and what is kept."""
    sieve = Sieve(END.encode())
    passed = b"".join(sieve.feed(piece) for piece in pieces)
    return passed + sieve.release(), sieve.kept


@pytest.mark.parametrize(("beginning", "thread"), [(NEW, b"29449"), (OLD, b"0")])
def test_that_lines_of_the_meta_optimizer_are_kept_and_not_passed_on(beginning, thread):
    passed, kept = sieved(b"mine\n" + beginning + b"remapper: done\nmine too\n")
    assert (passed, kept) == (b"mine\nmine too\n", [thread + b" remapper: done"])


def test_that_lines_about_dumps_are_kept():
    line = NEW.replace(b"meta_optimizer.cc:973", b"dump_graph.cc:245") + b"Dumped Graph to /a/b.pb\n"
    assert sieved(line) == (b"", [b"29449 Dumped Graph to /a/b.pb"])


def test_that_a_graph_told_as_text_is_not_passed_on():
    text = NEW + b"Optimized graph = \nnode {\n  name: 'x'\n}\n"
    passed, kept = sieved(text + NEW + b"on\nmine\n")
    assert (passed, kept) == (b"mine\n", [b"29449 Optimized graph = ", b"29449 on"])
    assert sieved(text + END.encode() + b"\nmine\n")[0] == b"mine\n"


def test_that_warnings_of_tensorflow_are_dropped_and_errors_passed_on():
    assert sieved(WARNING + ERROR) == (ERROR, [])


def test_that_words_without_a_newline_survive_a_log_line_behind_them():
    assert sieved(b"50% ", NEW + b"layout: done\n", b"100%\n") == (b"50% 100%\n", [b"29449 layout: done"])


def test_that_bytes_that_are_no_text_pass():
    assert sieved(b"\xff\x00\xfe\n\x80") == (b"\xff\x00\xfe\n\x80", [])


@given(
    st.lists(
        st.sampled_from(
            [
                b"mine\n",
                b"a",
                NEW + b"x: y\n",
                OLD + b"z\n",
                NEW + b"Optimized graph =\n",
                WARNING,
                b"\n",
                "ä\n".encode(),
            ]
        )
    )
)
def test_that_it_does_not_matter_how_the_output_is_cut(pieces):
    whole = b"".join(pieces)
    assert sieved(*(whole[at : at + 1] for at in range(len(whole)))) == sieved(whole)


def test_that_the_end_is_seen_and_not_passed_on():
    sieve = Sieve(END.encode())
    assert sieve.feed(b"last words" + END.encode() + b"\nlater\n") == b"last wordslater\n"
    assert sieve.ended


CAPTURING = """
import os, sys
from graphscope.worker.log_capture import LogCapture
with LogCapture() as log:
    print("said", flush=True)
    os.write(2, {line!r})
    {more}
os.write(2, b"after ")
print(len(log.lines), *log.lines)
"""


def captured(more: str = "") -> tuple[int, str, str]:
    source = CAPTURING.format(line=NEW + b"remapper: done\n", more=more)
    environment = {**os.environ, "TF_CPP_VMODULE": "meta_optimizer=4"}
    done = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_that_a_block_is_captured_and_the_descriptors_lead_back():
    assert captured() == (0, "1 29449 remapper: done\n", "said\nafter ")


def test_that_nothing_said_before_an_abort_is_lost():
    code, out, err = captured("os.write(2, b'Check failed'); os.abort()")
    assert code < 0
    assert out == ""
    assert err == "said\nCheck failed"


def test_that_a_process_that_lives_on_does_not_hold_the_capture_up():
    code, out, err = captured('os.system("{ read x < /dev/stdin; echo later; } <&0 & echo began")')
    assert (code, out) == (0, "1 29449 remapper: done\n")
    assert "began" in err


def test_that_closed_descriptors_are_no_end_of_the_capture():
    assert captured("os.close(2); os.close(1)")[:2] == (0, "1 29449 remapper: done\n")


def test_that_nothing_is_done_where_tensorflow_tells_nothing(monkeypatch):
    monkeypatch.delenv("TF_CPP_VMODULE", raising=False)
    before = os.fstat(2)
    with LogCapture() as log:
        assert os.fstat(2) == before
    assert log.lines == ()


RUN = "Starting optimization for grappler item: {}"
ITEM = "Optimize GrapplerItem: item.id={} num_optimizers=13, num nodes = 51"
PASS = "{}: Graph size after: {} nodes ({}), {} edges ({}), time = {}ms."
DUMP = "Dumped Graph to /dumps/{}_MetaOptimizer_iteration_{}_140724418820496{}.pb"


def told(*passes: tuple[str, int, int], item: str = "f") -> list[str]:
    return [ITEM.format(item), *(PASS.format(name, nodes, more, nodes, more, 0.25) for name, nodes, more in passes)]


def in_thread(lines: list[str], thread: int = 1) -> list[str]:
    return [f"{thread} {line}" for line in lines]


def passes_of(lines: list[str]) -> list[PassRecord]:
    return [each.record for each in told_functions("f", frozenset(), in_thread(lines))[0].passes]


def test_that_sizes_before_are_reckoned_from_those_after():
    (found,) = passes_of(told(("model_pruner", 41, -10)))
    assert (found.nodes_before, found.nodes_after, found.changed, found.milliseconds) == (51, 41, True, 0.25)


def test_that_a_pass_seen_again_begins_an_iteration():
    found = passes_of(told(("a", 5, 0), ("b", 5, 0), ("a", 5, 0), ("c", 5, 0), ("b", 5, 0), ("a", 5, 0)))
    assert [each.iteration for each in found] == [0, 0, 1, 1, 1, 2]


def test_that_the_number_of_an_iteration_is_believed():
    lines = told(("a", 5, 0))
    found = passes_of([*lines, "Starting optimization iteration 1", *told(("b", 5, 0))[1:]])
    assert [each.iteration for each in found] == [0, 1]


def test_that_only_the_functions_own_last_run_counts():
    lines = [RUN.format("f"), *told(("a", 9, 0)), RUN.format("g"), *told(("b", 8, 0), item="g")]
    lines += [RUN.format("f"), *told(("c", 7, -1)), *told(("d", 6, 0), item="inner"), "Optimized main graph."]
    assert [each.name for each in passes_of(lines)] == ["c"]


def test_that_the_parts_of_a_pass_are_not_its_name():
    (found,) = passes_of(told(("tfg_optimizer{any(tfg-toposort,tfg-shape{graph-version=0})}", 3, 2)))
    assert (found.name, found.nodes_before) == ("tfg_optimizer", 1)
    assert not re.search(r"\W", found.name)


def test_that_functions_optimised_at_the_same_time_are_told_apart_by_thread():
    ours = in_thread([RUN.format("f"), *told(("a", 9, 0))])
    one, other = (in_thread([RUN.format("g"), *told(("b", 8, 0), ("c", 7, 0), item="g")], thread) for thread in (2, 3))
    mixed = [line for pair in zip(one, other, strict=True) for line in pair]
    found = told_functions("f", {"g"}, ours + mixed)
    assert [(each.name, [one.record.name for one in each.passes]) for each in found] == [
        ("f", ["a"]),
        ("g", ["b", "c"]),
    ]
    assert [one.record.function for each in found for one in each.passes] == ["", "g", "g"]


def test_that_the_last_pass_of_an_iteration_has_the_graph_of_the_iteration_where_it_has_none_of_its_own():
    lines = [ITEM.format("f"), DUMP.format("before", 0, ""), *told(("a", 9, 0), ("tfg{any()}", 9, 0))[1:]]
    lines.insert(3, DUMP.format("after", "0_a", ""))
    (found,) = told_functions("f", frozenset(), in_thread([*lines, DUMP.format("after", 0, "_1")]))
    assert found.first.endswith("/before_MetaOptimizer_iteration_0_140724418820496.pb")
    assert [each.path.rpartition("iteration_")[2] for each in found.passes] == [
        "0_a_140724418820496.pb",
        "0_140724418820496_1.pb",
    ]


def test_that_the_pass_at_which_the_log_broke_off_is_named():
    begun = [RUN.format("f"), *told(("a", 9, 0)), "Replace function library with a stub for remapper"]
    lines = [line.encode() for line in in_thread(begun)]
    assert last_words(lines) == b"\nGrappler was at the pass remapper\n"
    assert last_words(lines[:-1]) == b"\nGrappler was at the pass after a\n"
    assert last_words([*lines, b"1 Optimized 0 functions: "]) == b""
    assert last_words([]) == b""
