"""TensorFlow's log lines are taken out of the output, the user's words are not, and the passes are read from them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphscope.worker.grappler_passes import passes_of
from graphscope.worker.log_capture import LogCapture
from graphscope.worker.log_sieve import Sieve

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


@pytest.mark.parametrize("beginning", [NEW, OLD])
def test_that_lines_of_the_meta_optimizer_are_kept_and_not_passed_on(beginning):
    assert sieved(b"mine\n" + beginning + b"remapper: done\nmine too\n") == (b"mine\nmine too\n", [b"remapper: done"])


def test_that_warnings_of_tensorflow_are_dropped_and_errors_passed_on():
    assert sieved(WARNING + ERROR) == (ERROR, [])


def test_that_words_without_a_newline_survive_a_log_line_behind_them():
    assert sieved(b"50% ", NEW + b"layout: done\n", b"100%\n") == (b"50% 100%\n", [b"layout: done"])


def test_that_bytes_that_are_no_text_pass():
    assert sieved(b"\xff\x00\xfe\n\x80") == (b"\xff\x00\xfe\n\x80", [])


@given(st.lists(st.sampled_from([b"mine\n", b"a", NEW + b"x: y\n", OLD + b"z\n", WARNING, b"\n", "ä\n".encode()])))
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
    environment = {**os.environ, "TF_CPP_VMODULE": "meta_optimizer=2"}
    done = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_that_a_block_is_captured_and_the_descriptors_lead_back():
    assert captured() == (0, "1 remapper: done\n", "said\nafter ")


def test_that_nothing_said_before_an_abort_is_lost():
    code, out, err = captured("os.write(2, b'Check failed'); os.abort()")
    assert code < 0
    assert out == ""
    assert err == "said\nCheck failed"


def test_that_a_process_that_lives_on_does_not_hold_the_capture_up():
    code, out, err = captured('os.system("{ read x < /dev/stdin; echo later; } <&0 & echo began")')
    assert (code, out) == (0, "1 remapper: done\n")
    assert "began" in err


def test_that_closed_descriptors_are_no_end_of_the_capture():
    assert captured("os.close(2); os.close(1)")[:2] == (0, "1 remapper: done\n")


def test_that_nothing_is_done_where_tensorflow_tells_nothing(monkeypatch):
    monkeypatch.delenv("TF_CPP_VMODULE", raising=False)
    before = os.fstat(2)
    with LogCapture() as log:
        assert os.fstat(2) == before
    assert log.lines == ()


RUN = "Starting optimization for grappler item: {}"
ITEM = "Optimize GrapplerItem: item.id={} num_optimizers=13, num nodes = 51"
PASS = "{}: Graph size after: {} nodes ({}), {} edges ({}), time = {}ms."


def told(*passes: tuple[str, int, int], item: str = "f") -> list[str]:
    return [ITEM.format(item), *(PASS.format(name, nodes, more, nodes, more, 0.25) for name, nodes, more in passes)]


def test_that_sizes_before_are_reckoned_from_those_after():
    (found,) = passes_of("f", told(("model_pruner", 41, -10)))
    assert (found.nodes_before, found.nodes_after, found.changed, found.milliseconds) == (51, 41, True, 0.25)


def test_that_a_pass_seen_again_begins_an_iteration():
    found = passes_of("f", told(("a", 5, 0), ("b", 5, 0), ("a", 5, 0), ("c", 5, 0), ("b", 5, 0), ("a", 5, 0)))
    assert [each.iteration for each in found] == [0, 0, 1, 1, 1, 2]


def test_that_only_the_functions_own_last_run_counts():
    lines = [RUN.format("f"), *told(("a", 9, 0)), RUN.format("g"), *told(("b", 8, 0), item="g")]
    lines += [RUN.format("f"), *told(("c", 7, -1)), *told(("d", 6, 0), item="inner"), "Optimized main graph."]
    assert [each.name for each in passes_of("f", lines)] == ["c"]


def test_that_the_parts_of_a_pass_are_not_its_name():
    (found,) = passes_of("f", told(("tfg_optimizer{any(tfg-toposort,tfg-shape{graph-version=0})}", 3, 2)))
    assert (found.name, found.nodes_before) == ("tfg_optimizer", 1)
    assert not re.search(r"\W", found.name)
