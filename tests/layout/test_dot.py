"""Real Graphviz in its own process: what it draws, what happens when its time is up, and when it is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from itertools import pairwise

import pytest

from graphscope.layout.dot_process import DotProcess
from graphscope.layout.ladder import best_place, layered_place
from graphscope.layout.layered import place_layered
from graphscope.layout.level import Level
from graphscope.layout.level_cache import LevelCache
from graphscope.layout.placement import Diagram, Item, Link
from tests.layout.levels import chain, check, nested, tangle

SMALL = Level(
    ((190.0, 36.0), (190.0, 36.0), (420.0, 140.0), (190.0, 36.0)),
    ((0, 1, 2), (1, 2, 2), (0, 2, 1), (2, 3, 2), (3, 1, 1), (3, 3, 1), (0, 1, 1)),
)


@pytest.fixture
def dot():
    process = DotProcess()
    yield process
    process.close()


@pytest.mark.parametrize("direction", ["down", "right"])
def test_that_dot_draws_by_the_rules_of_every_layout(dot, direction):
    level = Level(SMALL.sizes, SMALL.links, direction)
    placed = dot.place(level)
    assert placed is not None
    assert placed.engine == "dot"
    check(level, placed)


def test_that_the_process_is_started_when_first_needed_and_kept(dot):
    assert dot.process_id is None
    dot.place(SMALL)
    first = dot.process_id
    dot.place(chain(4))
    assert dot.process_id == first is not None


def test_that_a_level_that_takes_too_long_is_given_up_in_time_and_the_next_one_placed(dot):
    dot.place(SMALL)
    begun = time.monotonic()
    assert dot.place(tangle(400), budget=0.05) is None
    assert time.monotonic() - begun < 2.0
    assert "not done after" in dot.problem
    assert dot.place(SMALL) is not None


def test_that_cancel_ends_what_is_being_placed(dot):
    dot.place(SMALL)
    found = []
    busy = threading.Thread(target=lambda: found.append(dot.place(tangle(400), budget=60.0)))
    busy.start()
    begun = time.monotonic()
    while busy.is_alive() and time.monotonic() - begun < 30.0:
        dot.cancel()
        busy.join(0.05)
    assert found == [None]


def test_that_a_killed_process_is_a_value_and_not_an_error(dot):
    dot.place(SMALL)
    killer = threading.Timer(0.1, os.kill, (dot.process_id, signal.SIGKILL))
    killer.start()
    assert dot.place(tangle(400), budget=60.0) is None
    killer.join()
    assert dot.problem == "the layout process ended"
    assert dot.place(SMALL) is not None


def test_that_a_command_that_does_not_exist_is_told():
    process = DotProcess(("no-such-interpreter",))
    assert process.place(SMALL) is None
    assert "could not be started" in process.problem
    process.close()


def test_that_nothing_is_placed_after_closing(dot):
    dot.place(SMALL)
    running = dot.process_id
    dot.close()
    assert dot.place(SMALL) is None
    with pytest.raises(ProcessLookupError):
        os.kill(running, 0)


def test_that_the_ladder_takes_dot_where_it_is_done_in_time(dot):
    placement = best_place(nested(), dot, budget=20.0)
    assert placement.engines[""] == "dot"
    assert placement.engines["body"] == "dot"
    assert placement.engines["condition"] == "layered"


def test_that_the_ladder_falls_back_to_our_own_layers():
    assert best_place(nested(), None) == layered_place(nested())
    process = DotProcess()
    assert best_place(nested(), process, budget=0.0) == layered_place(nested())
    assert best_place(nested(), process, is_cancelled=lambda: True) == layered_place(nested())
    assert process.process_id is None
    process.close()


def test_that_long_chains_stay_wrapped(dot):
    names = [f"n{number}" for number in range(60)]
    links = tuple(Link(one, other) for one, other in pairwise(names))
    diagram = Diagram({name: Item(name, 160, 36) for name in names}, tuple(names), links)
    assert best_place(diagram, dot, budget=20.0).engines == {"": "layered"}


def test_that_what_dot_drew_is_kept(dot):
    cache = LevelCache(place_layered)
    before = best_place(nested(), dot, budget=20.0, cache=cache)
    assert best_place(nested(), None, cache=cache) == before
