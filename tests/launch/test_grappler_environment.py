"""What a worker is started with so that it tells of Grappler's passes."""

from __future__ import annotations

from pathlib import Path

from graphscope.launch.environment import worker_environment
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.protocol.pass_folder import PASS_FOLDER, pass_folder_name, remove_pass_folder


def test_that_every_pass_is_told_and_each_worker_has_a_folder_of_its_own() -> None:
    one, other = grappler_environment(), grappler_environment()
    assert one["TF_CPP_VMODULE"] == "meta_optimizer=4"
    assert one[PASS_FOLDER] != other[PASS_FOLDER]


def test_that_nothing_is_dumped_until_the_worker_says_so() -> None:
    told = grappler_environment()
    assert "TF_DUMP_GRAPH_PREFIX" not in told
    assert not Path(told[PASS_FOLDER]).exists()


def test_that_only_a_folder_for_passes_is_ever_removed(tmp_path: Path) -> None:
    strange = tmp_path / "thesis"
    ours = tmp_path / pass_folder_name("abc")
    for folder in (strange, ours):
        folder.mkdir()
        remove_pass_folder({PASS_FOLDER: str(folder)})
    remove_pass_folder({})
    assert strange.exists()
    assert not ours.exists()


def test_that_it_goes_before_what_the_user_has_set() -> None:
    environment = worker_environment({"TF_CPP_MIN_LOG_LEVEL": "3"}, grappler_environment())
    assert environment["TF_CPP_MIN_LOG_LEVEL"] == "0"
