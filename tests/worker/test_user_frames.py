"""Whose a file is: links are followed, wherever on the way to it they lie."""

from __future__ import annotations

import os
from pathlib import Path

from graphscope.worker.user_frames import is_user_file


def test_that_a_library_reached_by_a_link_is_not_the_users(tmp_path: Path) -> None:
    library = Path(os.__file__)
    (tmp_path / "linked").symlink_to(library.parent, target_is_directory=True)
    (tmp_path / "one.py").symlink_to(library)
    (tmp_path / "own").mkdir()
    assert not is_user_file(str(tmp_path / "linked" / "os.py"))
    assert not is_user_file(str(tmp_path / "linked" / "json" / "decoder.py"))
    assert not is_user_file(str(tmp_path / "one.py"))
    assert not is_user_file(str(tmp_path / "own" / ".." / "linked" / "os.py"))
    assert is_user_file(str(tmp_path / "own" / "os.py"))
