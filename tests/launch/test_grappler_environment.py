"""What a worker is started with so that it tells of Grappler's passes."""

from __future__ import annotations

from graphscope.launch.environment import worker_environment
from graphscope.launch.grappler_environment import grappler_environment


def test_that_every_pass_is_told() -> None:
    assert grappler_environment()["TF_CPP_VMODULE"] == "meta_optimizer=4"


def test_that_nothing_is_dumped_until_the_worker_says_so() -> None:
    assert "TF_DUMP_GRAPH_PREFIX" not in grappler_environment()


def test_that_it_goes_before_what_the_user_has_set() -> None:
    environment = worker_environment({"TF_CPP_MIN_LOG_LEVEL": "3"}, grappler_environment())
    assert environment["TF_CPP_MIN_LOG_LEVEL"] == "0"
