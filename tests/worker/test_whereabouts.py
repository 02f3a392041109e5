"""Which loop a line stands in, and where a thread is, as seen from another one."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from graphscope.protocol.messages import Whereabouts
from graphscope.worker.whereabouts import enclosing_while, whereabouts

SOURCE = """\
x = 0
while x < 1:
    for y in x:
        print(y)
    while y:
        y = (1 +
             2)
    x = 3
else:
    x = 4

def f():
    with x:
        while x: pass
    return 1

while x:
    def g():
        return 2
    class A:
        z = 3
match x:
    case 1:
        while x:
            x = 5
"""


@pytest.mark.parametrize(
    ("line", "loop"),
    [
        (1, None), (2, 2), (3, 2), (4, 2), (5, 5), (6, 5), (7, 5), (8, 2), (13, None), (14, 14), (15, None),
        (17, 17), (18, None), (19, None), (20, 17), (21, 17), (22, None), (24, 24), (25, 24), (99, None),
    ],
)  # fmt: skip
def test_that_a_line_stands_in_its_innermost_while(line: int, loop: int | None) -> None:
    assert enclosing_while(SOURCE, line) == loop


def test_that_source_that_is_not_python_has_no_loop() -> None:
    assert enclosing_while("while", 1) is None
    assert enclosing_while("\0", 1) is None
    assert enclosing_while("", 1) is None


def test_that_a_thread_is_found_in_the_loop_of_its_caller(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("def step():\n    there.set()\n    go_on.wait()\n\n\nwhile not go_on.is_set():\n    step()\n")
    there, go_on = threading.Event(), threading.Event()
    code = compile(path.read_text(), str(path), "exec")
    thread = threading.Thread(target=exec, args=(code, {"there": there, "go_on": go_on}))
    thread.start()
    there.wait()
    try:
        found = whereabouts(thread.ident or 0, 7)
    finally:
        go_on.set()
        thread.join()
    assert found.generation == 7
    assert (found.file, found.loop_line) == (str(path), 6)
    assert found.line in (2, 3)


def test_that_a_thread_without_user_code_is_nowhere() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert whereabouts(thread.ident or 0, 1) == Whereabouts(1)
    finally:
        stop.set()
        thread.join()
    assert whereabouts(0, 2) == Whereabouts(2)
