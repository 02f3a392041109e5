"""The table of what a worker's environment keeps, loses and gains."""

from __future__ import annotations

import pytest

from graphscope.launch.environment import worker_environment

GAINED = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8:backslashreplace", "PYTHONBREAKPOINT": "0"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"HOME": "/h", "CUDA_VISIBLE_DEVICES": "1"}, {"HOME": "/h", "CUDA_VISIBLE_DEVICES": "1"}),
        ({"PYTHONHOME": "/bundle"}, {}),
        ({"PYTHONEXECUTABLE": "/x", "__PYVENV_LAUNCHER__": "/x"}, {}),
        ({"PYTHONSTARTUP": "rc.py", "PYTHONINSPECT": "1"}, {}),
        ({"QT_PLUGIN_PATH": "/q", "QT_QPA_PLATFORM_PLUGIN_PATH": "/q", "QT_QPA_FONTDIR": "/q"}, {}),
        ({"QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "xcb"}, {"QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "xcb"}),
        ({"PYTHONPATH": "/mine:/theirs"}, {"PYTHONPATH": "/mine:/theirs"}),
        ({"LD_LIBRARY_PATH": "/cuda"}, {"LD_LIBRARY_PATH": "/cuda"}),
        ({"LD_LIBRARY_PATH": "/bundle:/cuda", "LD_LIBRARY_PATH_ORIG": "/cuda"}, {"LD_LIBRARY_PATH": "/cuda"}),
        ({"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": ""}, {}),
        (
            {"APPDIR": "/tmp/.mount_G", "PYTHONPATH": "/tmp/.mount_G/lib:/mine", "PATH": "/tmp/.mount_G/bin:/bin"},
            {"PYTHONPATH": "/mine", "PATH": "/bin"},
        ),
        ({"APPDIR": "/tmp/.mount_G/", "LD_LIBRARY_PATH": "/tmp/.mount_G/usr/lib"}, {}),
        ({"APPDIR": "/a", "PATH": "/ab/bin:/a"}, {"PATH": "/ab/bin"}),
        ({"APPDIR": "", "PATH": "/bin"}, {"PATH": "/bin"}),
    ],
)
def test_that_a_worker_gets_the_users_environment(before: dict[str, str], after: dict[str, str]) -> None:
    given = dict(before)
    assert worker_environment(before, {}) == {**after, **GAINED}
    assert before == given


def test_that_the_users_own_choice_for_breakpoints_stands() -> None:
    assert worker_environment({"PYTHONBREAKPOINT": "web_pdb.set_trace"}, {})["PYTHONBREAKPOINT"] == "web_pdb.set_trace"


def test_that_what_is_asked_for_comes_last() -> None:
    extra = {"PYTHONHOME": "/wanted", "PYTHONUNBUFFERED": "", "TF_CPP_VMODULE": "meta_optimizer=4"}
    environment = worker_environment({"PYTHONHOME": "/bundle"}, extra)
    assert {name: environment[name] for name in extra} == extra
