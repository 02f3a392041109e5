"""What AutoGraph made of each function, and the user's line that each of its lines stands for."""

from __future__ import annotations

import pytest

from graphscope.protocol.records import GeneratedRecord
from tests.worker.traced_module import traces

pytestmark = pytest.mark.worker

SOURCE = '''import tensorflow as tf


def scale(x, by):
    if by > 1:
        x = x * \\
            by
    return x


@tf.function
def shrink(x, steps):
    text = """one
two"""
    i = 0
    while i < steps:
        if tf.reduce_sum(x) < 1.0:
            break
        x = scale(x, 0.5)
        i += 1
    return x, (lambda v: v + 1)(x), len(text)
'''


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, GeneratedRecord]:
    file = tmp_path_factory.mktemp("code") / "shrinking.py"
    file.write_text(SOURCE, encoding="utf-8")
    (trace,) = traces(file, "shrink", "float32[3], int32[()]")
    assert trace.outcome == "traced", trace.error
    assert all(each.file == str(file) for each in trace.generated)
    return {each.function: each for each in trace.generated}


def rows_of(code: GeneratedRecord, line: int) -> list[str]:
    rows = code.text.split("\n")
    return [row.strip() for row, told in zip(rows, code.lines, strict=True) if told == line]


def test_that_the_traced_function_comes_first_and_those_it_calls_follow(generated: dict[str, GeneratedRecord]) -> None:
    assert next(iter(generated)) == "shrink"
    assert {"shrink", "scale"} <= set(generated)
    assert generated["scale"].line == 4


def test_that_the_code_is_told_without_the_factories_around_it(generated: dict[str, GeneratedRecord]) -> None:
    for name in ("shrink", "scale"):
        text = generated[name].text
        assert text.startswith(f"def tf__{name}(")
        assert "factory" not in text
        compile(text, name, "exec")


def test_that_a_statement_is_led_to_from_all_that_was_made_of_it(generated: dict[str, GeneratedRecord]) -> None:
    loop = rows_of(generated["shrink"], 16)
    assert any(row.startswith("ag__.while_stmt(") for row in loop)
    assert any(row.startswith("def loop_test") for row in loop)
    assert any(row.startswith("nonlocal ") for row in loop), "what carries the loop's state is the loop's"
    assert any(row.startswith("ag__.if_stmt(") for row in rows_of(generated["shrink"], 17))
    assert any("break_" in row for row in rows_of(generated["shrink"], 18))
    assert any("ag__.ld(scale)" in row for row in rows_of(generated["shrink"], 19))


def test_that_a_statement_over_several_lines_is_told_by_its_first(generated: dict[str, GeneratedRecord]) -> None:
    assert any("ag__.ld(x) * ag__.ld(by)" in row for row in rows_of(generated["scale"], 6))


def test_that_what_stands_for_nothing_of_the_users_has_no_line(generated: dict[str, GeneratedRecord]) -> None:
    scope = [row for row in rows_of(generated["shrink"], 0) if row]
    assert any("FunctionScope" in row for row in scope)
    assert not any("if_stmt" in row or "while_stmt" in row for row in scope)
