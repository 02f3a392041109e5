"""Opening a module as ``python FILE`` would: its name, its folder, its arguments, its package, its encoding."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import pytest

from graphscope.errors import ModuleError


def test_that_a_file_is_a_module_under_its_own_name_and_its_main_guard_does_not_run(opened):
    found = opened("ran = __name__ == '__main__'\nname = __name__\n", "01_first-steps.py")
    assert found.name == found.namespace["name"] == "01_first-steps"
    assert found.namespace["ran"] is False
    assert sys.modules[found.name] is found.module
    assert found.namespace is found.module.__dict__


def test_that_its_folder_and_the_working_folder_are_on_the_path_in_this_order(write, opening, tmp_path, monkeypatch):
    write("scripts/neighbour.py", "where = 'scripts'")
    write("neighbour.py", "where = 'working folder'")
    write("only_here.py", "where = 'working folder'")
    monkeypatch.chdir(tmp_path)
    found = opening(write("scripts/main.py", "import neighbour, only_here"))
    assert found.namespace["neighbour"].where == "scripts"
    assert found.namespace["only_here"].where == "working folder"


def test_that_script_arguments_are_seen_and_ours_are_not(write, opening):
    file = write("main.py", "import sys\nseen = list(sys.argv)\ndef later(): return list(sys.argv)")
    found = opening(file, "--steps", "3")
    assert found.namespace["seen"] == found.namespace["later"]() == [str(file), "--steps", "3"]


def test_that_a_member_of_a_package_is_opened_under_its_dotted_name(write, opening, tmp_path):
    write("vision/__init__.py", "from .blocks import pooling")
    write("vision/blocks/__init__.py")
    write("vision/blocks/sizes.py", "ROUNDS = 2")
    file = write("vision/blocks/pooling.py", "from ..blocks import sizes\nimport vision\nrounds = sizes.ROUNDS")
    found = opening(file)
    assert found.name == "vision.blocks.pooling"
    assert found.namespace["rounds"] == 2
    assert sys.modules["vision"].blocks.pooling is found.module
    assert str(tmp_path) in sys.path


@pytest.mark.parametrize("path", ["vision", "vision/", "vision/__init__.py"])
def test_that_a_package_folder_is_opened_as_the_package(write, opening, tmp_path, path):
    write("vision/__init__.py", "from . import blocks")
    write("vision/blocks.py")
    found = opening(f"{tmp_path}/{path}")
    assert found.name == "vision"
    assert found.file == str(tmp_path / "vision" / "__init__.py")


def test_that_a_folder_with_a_main_file_is_opened_without_running_its_guard(write, opening, tmp_path):
    write("tool/__main__.py", "ran = __name__ == '__main__'")
    assert opening(tmp_path / "tool").namespace["ran"] is False


def test_that_a_dotted_name_is_found_from_the_working_folder(write, opening, tmp_path, monkeypatch):
    write("project/models/small.py", "from .sizes import WIDTH")
    write("project/models/sizes.py", "WIDTH = 4")
    monkeypatch.chdir(tmp_path / "project")
    found = opening("models.small")
    assert (found.name, found.namespace["WIDTH"]) == ("models.small", 4)


def test_that_an_installed_package_is_opened_by_name_and_its_lines_count_as_the_users(opening):
    from graphscope.worker.user_frames import is_user_file

    found = opening("opt_einsum.sharing")
    assert found.name == "opt_einsum.sharing"
    assert is_user_file(found.file)
    assert not is_user_file(importlib.import_module("numpy").__file__)


def test_that_a_file_with_the_name_of_a_standard_module_leaves_that_module_to_everybody_else(write, opening):
    standard = [sys.modules.pop("colorsys", None), sys.modules.pop("sched", None)]
    write("sched.py", "mine = True")
    write("helper.py", "import colorsys, random\nblue = colorsys.rgb_to_hsv(0, 0, 1)")
    found = opening(write("colorsys.py", "import helper\nimport sched\nSEED = 7"))
    assert found.namespace["SEED"] == 7
    assert found.name == "user_colorsys"
    assert importlib.import_module("colorsys").__file__ != found.file
    assert hasattr(found.namespace["sched"], "scheduler")
    assert standard is not None


@pytest.mark.parametrize("name", ["random", "types", "tensorflow", "numpy", "keras", "tempfile"])
def test_that_a_file_may_have_the_name_of_a_module_in_use(opened, name):
    found = opened("import tensorflow as tf\nimport random, tempfile\nx = tf.constant(random.random())", f"{name}.py")
    import tensorflow

    assert found.namespace["tf"] is tensorflow
    assert importlib.import_module(name).__file__ != found.file


def test_that_a_package_may_have_the_name_of_a_standard_module(write, opening):
    sys.modules.pop("sched", None)
    write("sched/__init__.py")
    write("sched/sizes.py", "WIDTH = 3")
    found = opening(write("sched/net.py", "from .sizes import WIDTH\nfrom . import sizes"))
    assert found.name == "user_sched.net"
    assert found.namespace["WIDTH"] == 3


def test_that_a_coding_cookie_is_followed_and_the_source_is_sent_as_text(write, opening):
    file = write("messen.py", "# -*- coding: latin-1 -*-\nLÄNGE = 'größe'\n", encoding="latin-1")
    found = opening(file)
    assert found.namespace["LÄNGE"] == "größe"
    assert found.sources[0].file == str(file)
    assert "LÄNGE = 'größe'" in found.sources[0].text


def test_that_helpers_of_the_users_are_sent_and_libraries_are_not(write, opening):
    helper = write("helper.py", "import numpy")
    file = write("main.py", "import helper")
    assert [source.file for source in opening(file).sources] == [str(file), str(helper)]


def test_that_an_exit_leaves_a_warning_and_what_was_defined_by_then(opened):
    found = opened("import sys\nWIDTH = 4\nsys.exit(3)\nHEIGHT = 5\n")
    assert found.namespace["WIDTH"] == 4
    assert "HEIGHT" not in found.namespace
    assert found.warnings == (
        "the module exited with status 3 while it was imported (SystemExit, lesson.py:3); "
        "what it had defined by then can be used",
    )
    assert sys.modules["lesson"] is found.module


def test_that_an_exit_in_a_member_of_a_package_keeps_the_package(write, opening):
    write("pack/__init__.py", "from . import member")
    write("pack/sizes.py", "WIDTH = 1")
    found = opening(write("pack/member.py", "from . import sizes\nexit('no weights')"))
    assert 'saying "no weights"' in found.warnings[0]
    assert found.namespace["sizes"].WIDTH == 1
    assert "pack" in sys.modules


def test_that_an_exit_before_the_module_has_begun_is_an_error(write, opening):
    write("pack/__init__.py", "raise SystemExit")
    with pytest.raises(ModuleError, match=r"exited with status 0 .*__init__.py:1.* before it had begun"):
        opening(write("pack/member.py"))


def test_that_nothing_is_written_beside_the_users_files(write, opening, tmp_path):
    write("helper.py")
    opening(write("main.py", "import helper"))
    assert sorted(os.listdir(tmp_path)) == ["helper.py", "main.py"]


def test_that_a_link_finds_the_neighbours_of_the_file_it_leads_to(write, opening, tmp_path):
    write("real/neighbour.py", "there = True")
    link = tmp_path / "link.py"
    link.symlink_to(write("real/main.py", "import neighbour"))
    assert opening(link).namespace["neighbour"].there


def test_that_dataclasses_and_pickles_of_the_module_find_it(opened):
    found = opened(
        """
        import dataclasses, pickle, typing

        @dataclasses.dataclass(frozen=True)
        class Config:
            width: "int" = 3

        again = pickle.loads(pickle.dumps(Config(4)))
        hints = typing.get_type_hints(Config)
        """
    )
    assert found.namespace["again"].width == 4
    assert found.namespace["hints"] == {"width": int}


def test_that_a_module_that_is_not_there_any_more_names_a_near_one(write, opening, tmp_path):
    write("network.py")
    with pytest.raises(ModuleError) as caught:
        opening(tmp_path / "netwrok.py")
    assert caught.value.message == f"there is no file {tmp_path / 'netwrok.py'}"
    assert caught.value.advice == f"Did you mean {Path(tmp_path) / 'network.py'}?"


def test_that_a_dotted_module_in_folders_without_init_files_is_opened(write, opening, tmp_path, monkeypatch):
    write("outer/inner/leaf.py", "from outer.inner import beside\n")
    write("outer/inner/beside.py", "here = 1\n")
    monkeypatch.chdir(tmp_path)
    assert opening("outer.inner.leaf").name == "outer.inner.leaf"
