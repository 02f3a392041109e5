"""How long a file, a function and a list of parameters may be, and which file names say nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FILE = {"graphscope": 300, "packaging": 300, "tests": 400}
LONGEST_FUNCTION = 40
MOST_PARAMETERS = 5
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}

Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def faults(root: Path) -> Iterator[str]:
    """One sentence for each file or function under ``root`` that is too large or badly named."""
    for folder, longest in LONGEST_FILE.items():
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root)
            text = path.read_text(encoding="utf-8")
            lines = text.count("\n") + 1 if not text.endswith("\n") else text.count("\n")
            if lines > longest:
                yield f"{name}: {lines} lines, {longest} at most"
            if words := EMPTY_NAMES.intersection(path.stem.split("_")):
                yield f"{name}: the name says nothing ({words.pop()})"
            yield from (f"{name}:{line}: {fault}" for line, fault in _faults_of_functions(ast.parse(text)))


def _faults_of_functions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    methods = {id(item) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for item in node.body}
    for node in ast.walk(tree):
        if not isinstance(node, Function):
            continue
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        if length > LONGEST_FUNCTION:
            yield node.lineno, f"{node.name} is {length} lines, {LONGEST_FUNCTION} at most"
        count = _number_of_parameters(node, is_method=id(node) in methods)
        if count > MOST_PARAMETERS:
            yield node.lineno, f"{node.name} has {count} parameters, {MOST_PARAMETERS} at most"


def _number_of_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, *, is_method: bool) -> int:
    arguments = node.args
    static = any(isinstance(item, ast.Name) and item.id == "staticmethod" for item in node.decorator_list)
    named = len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)
    return named + bool(arguments.vararg) + bool(arguments.kwarg) - (is_method and not static)


def test_that_files_and_functions_fit_the_house() -> None:
    assert list(faults(ROOT)) == []


PASS = "    pass\n"


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("graphscope/model/x.py", "x = 1\n" * 301, "301 lines, 300 at most"),
        ("tests/model/test_x.py", "x = 1\n" * 401, "401 lines, 400 at most"),
        ("graphscope/x.py", "def f():\n" + PASS * 40, ":1: f is 41 lines, 40 at most"),
        ("graphscope/x.py", "class A:\n    async def f(self):\n" + f"    {PASS}" * 40, ":2: f is 41 lines"),
        ("graphscope/x.py", "def f(a, b, /, c, *d, e, **g): pass", "f has 6 parameters, 5 at most"),
        ("graphscope/x.py", "class A:\n    @staticmethod\n    def f(a, b, c, d, e, g): pass", "f has 6 parameters"),
        ("graphscope/ui/graph_utils.py", "", "the name says nothing (utils)"),
        ("graphscope/session/manager.py", "", "the name says nothing (manager)"),
    ],
)
def test_that_a_planted_fault_is_found(tmp_path: Path, file: str, source: str, fault: str) -> None:
    _plant(tmp_path, file, source)
    (told,) = faults(tmp_path)
    assert fault in told
    assert told.startswith(file)


def test_that_the_largest_allowed_passes(tmp_path: Path) -> None:
    _plant(tmp_path, "graphscope/x.py", "x = 1\n" * 300)
    _plant(tmp_path, "graphscope/y.py", "def f(a, b, c, d, e):\n" + PASS * 39)
    _plant(tmp_path, "graphscope/z.py", "class A:\n    def f(self, a, b, c, d, e): pass\n")
    assert list(faults(tmp_path)) == []


def _plant(root: Path, file: str, source: str) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
