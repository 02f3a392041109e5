"""Random small functions and their explicit forms give the same; ``GRAPHSCOPE_EXAMPLES=300`` tries more of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from tests.explicit_form import written_out as w
from tests.worker.random_functions import Node, Written, blocks, write

EXAMPLES = int(os.environ.get("GRAPHSCOPE_EXAMPLES", "6"))
pytestmark = [pytest.mark.worker, pytest.mark.timeout(300 + 10 * EXAMPLES)]
NAME = "random function"
LINES = 5000
"""More than any of these functions runs whose loops end."""
INPUTS = ((0.5, 0), (1.5, 2))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


def source_of(nodes: tuple[Node, ...], name: str) -> str:
    written = Written()
    for line in ("import tensorflow as tf", "", "", "@tf.function", f"def {name}(x, n, k):"):
        written.add(0, line)
    write(nodes, written, 1)
    written.add(1, "return x")
    return "\n".join(written.lines) + "\n"


def named(text: str, name: str) -> Any:
    namespace: dict[str, Any] = {}
    exec(compile(text, NAME, "exec"), namespace)
    return namespace[name]


class EndlessError(Exception):
    """More lines were run than a function of this size runs, unless its loops never end."""


def ended(call: Callable[[], Any]) -> Any:
    """What the call gives; None where it goes on for ever, as some loops of random functions do."""
    left = LINES

    def watch(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_filename != NAME:
            return None
        left -= event == "line"
        if left < 0:
            raise EndlessError
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return call()
    except EndlessError:
        return None
    finally:
        sys.settrace(before)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=blocks(2), k=st.integers(0, 3))
def test_that_a_random_function_gives_what_its_explicit_form_gives(nodes, k, folder):
    import tensorflow as tf

    name = f"random_{abs(hash((nodes, k)))}"
    path = folder / f"{name}.py"
    path.write_text(source_of(nodes, name), encoding="utf-8")
    note(path.read_text(encoding="utf-8"))
    form = w.form_of(path, name, w.traced(path, name, f"float32[], int32[], {k}"))
    note(form.text)
    assert form.complete == (not form.remarks)
    assert form.complete or all(each.startswith(("line ", "The function cannot")) for each in form.remarks)
    if not form.complete:
        return
    # Run eagerly, as Python has it: no trace of the function has a part in what is expected.
    plain, written = named(path.read_text(encoding="utf-8"), name).python_function, named(form.text, name)
    for x, n in INPUTS:
        arguments = (tf.constant(x), tf.constant(n), k)
        expected = ended(lambda given=arguments: plain(*given))
        if expected is not None:
            assert w.same(expected, written(*arguments))
