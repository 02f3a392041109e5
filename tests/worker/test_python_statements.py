"""Which statements a file holds, and which blocks they stand in."""

from __future__ import annotations

import pytest

from graphscope.worker.python_statements import statements_of

TEXT = """
def outer(values, flag):
    for v in values:
        if v and not flag or 0 < v < 3:
            break
        elif v == 2:
            return [w for w in values if w]
    else:
        assert flag
    return (lambda a: a if a else None)(values)


async def later():
    while True:
        yield 1


if __name__ == "__main__":
    outer([], True)
"""


@pytest.fixture
def sites(tmp_path):
    path = tmp_path / "statements.py"
    path.write_text(TEXT)
    return statements_of(str(path)).sites


def test_that_each_statement_inside_a_function_is_found_at_its_line(sites):
    found = [(site.line, site.kind) for site in sites]
    assert found == [
        (3, "for"),
        (4, "if"),
        (4, "or"),
        (4, "and"),
        (4, "not"),
        (4, "and"),
        (6, "if"),
        (7, "comprehension"),
        (9, "assert"),
        (10, "conditional expression"),
        (14, "while"),
    ]


def test_that_a_statement_knows_the_block_it_stands_in(sites):
    by_line = {(site.line, site.kind): site for site in sites}
    assert (by_line[6, "if"].parent, by_line[6, "if"].branch) == (by_line[4, "if"], "else")
    assert by_line[9, "assert"].branch == "else"
    assert by_line[7, "comprehension"].parent == by_line[6, "if"]
    assert by_line[6, "if"].returns == ("body",)


def test_that_only_loops_and_ifs_that_jump_are_told_to_be_lowered(sites):
    assert {(site.line, site.kind) for site in sites if site.jumps} == {(3, "for"), (4, "if"), (6, "if")}


def test_that_functions_know_where_they_begin_and_whether_they_are_generators(tmp_path):
    path = tmp_path / "functions.py"
    path.write_text("@a\n@b\ndef f(x):\n    return x\n\n\ndef g():\n    yield 1\n\n\nh = lambda v: v\n")
    functions = statements_of(str(path)).functions
    assert [(each.name, each.first_line, each.line, each.generator) for each in functions] == [
        ("f", 1, 3, False),
        ("g", 7, 7, True),
        ("<lambda>", 11, 11, False),
    ]


def test_that_a_file_with_a_syntax_error_has_no_statements(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n")
    assert statements_of(str(path)).sites == []
