"""Which files hold code that can run in converted code without being called: there alone lines are watched."""

from __future__ import annotations

import pytest

from graphscope.worker.implicit_code import holds_implicit_code
from tests.worker.traced_module import MODULES

BLOCK = "        if self:\n            pass\n"


@pytest.mark.parametrize(
    ("text", "implicit"),
    [
        (f"class A:\n    def __add__(self, other):\n{BLOCK}", True),
        (f"class A:\n    @property\n    def size(self):\n{BLOCK}", True),
        (f"class A:\n    @functools.cached_property\n    def size(self):\n{BLOCK}", True),
        ("def rounds(n):\n    for i in range(n):\n        yield i\n", True),
        (f"class A:\n    def __call__(self):\n{BLOCK}\n    def step(self):\n{BLOCK}", False),
        (f"class A:\n    @tf.function(autograph=False)\n    def step(self):\n{BLOCK}", False),
        ("class A:\n    def __add__(self, other):\n        return self\n", False),
        ("if True:\n    x = 1\n", False),
    ],
)
def test_that_operators_properties_and_generators_with_statements_count(text, implicit, tmp_path):
    path = tmp_path / "some.py"
    path.write_text(text)
    assert holds_implicit_code(str(path)) == implicit


def test_that_modules_of_plain_functions_hold_none():
    assert not holds_implicit_code(str(MODULES / "jumps.py"))
    assert holds_implicit_code(str(MODULES / "unseen_calls.py"))
