"""The worker's code runs in a foreign interpreter: Python 3.9 syntax, standard library, TensorFlow and nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRAVELLING = ("worker", "protocol")
OLDEST_PYTHON = (3, 9)

# The world as a worker sees it before TensorFlow: importing a library or a room of the window is refused.
REFUSING = """
import importlib.abc, sys

LIBRARIES = ("PySide6", "networkx", "pygraphviz", "numpy", "tensorflow", "keras")
ROOMS = ("model", "analysis", "layout", "export", "session", "launch", "ui", "app", "command_line", "bundled_files")
REFUSED = LIBRARIES + tuple("graphscope." + room for room in ROOMS)

class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if any(name == refused or name.startswith(refused + ".") for refused in REFUSED):
            raise ImportError(name + " does not travel with the worker")

sys.meta_path.insert(0, Refuse())
"""


def faults(root: Path) -> Iterator[str]:
    """One sentence for each line of the travelling code that the oldest supported Python could not run."""
    package = root / "graphscope"
    files = [package / "errors.py", package / "__init__.py"]
    for room in TRAVELLING:
        files.extend(sorted((package / room).rglob("*.py")))
    for path in filter(Path.is_file, files):
        name = path.relative_to(root).as_posix()
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=OLDEST_PYTHON)
        except SyntaxError as error:
            yield f"{name}:{error.lineno}: not Python 3.9: {error.msg}"
            continue
        yield from (f"{name}:{line}: {fault}" for line, fault in _too_new(tree))


def _too_new(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from _too_new_in_class(node)
        elif isinstance(node, ast.Call):
            yield from ((node.lineno, fault) for fault in _too_new_in_call(node))


def _too_new_in_class(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Annotations of class attributes are evaluated when messages are decoded: ``X | None`` fails there on 3.9."""
    fields = (item for item in node.body if isinstance(item, ast.AnnAssign))
    for field in fields:
        if any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.BitOr) for part in ast.walk(field.annotation)):
            yield (
                field.lineno,
                "X | Y in a field's annotation cannot be evaluated on Python 3.9: write Optional or Union",
            )


def _too_new_in_call(node: ast.Call) -> Iterator[str]:
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    keywords = {keyword.arg for keyword in node.keywords}
    if called in {"dataclass", "field"} and (found := keywords & {"slots", "kw_only"}):
        yield f"{called}({found.pop()}=…) is newer than Python 3.9"
    elif called == "zip" and "strict" in keywords:
        yield "zip(strict=…) is newer than Python 3.9"


def test_that_the_worker_is_python_3_9() -> None:
    assert list(faults(ROOT)) == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("worker/x.py", "match x:\n    case 1: ...", "not Python 3.9: Pattern matching"),
        ("worker/x.py", "try: ...\nexcept* ValueError: ...", "not Python 3.9: "),
        ("worker/x.py", "with (open(a) as b, open(c) as d): ...\nzip(a, b, strict=True)", "zip(strict=…)"),
        ("protocol/x.py", "@dataclass(frozen=True, slots=True)\nclass A: ...", ":1: dataclass(slots=…)"),
        ("protocol/x.py", "class A:\n    x: Tuple[int | None, ...] = ()", ":2: X | Y in a field's annotation"),
        ("errors.py", "x = 1 if y else", ":1: not Python 3.9"),
    ],
)
def test_that_a_planted_fault_is_found(tmp_path: Path, file: str, source: str, fault: str) -> None:
    path = tmp_path / "graphscope" / file
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    (told,) = faults(tmp_path)
    assert told.startswith(f"graphscope/{file}:")
    assert fault in told


@pytest.mark.parametrize("module", ["graphscope.worker.serve", "graphscope.protocol.bundle"])
def test_that_the_worker_imports_without_the_windows_libraries(module: str) -> None:
    answer = _run(f"{REFUSING}\nimport {module}")
    assert answer.returncode == 0, answer.stderr


def test_that_the_refusing_finder_refuses() -> None:
    answer = _run(f"{REFUSING}\nimport graphscope.model.op_graph")
    assert answer.returncode == 1
    assert "graphscope.model does not travel with the worker" in answer.stderr


def test_that_the_travelling_bundle_runs_on_its_own(tmp_path: Path) -> None:
    """Only what is sent to a foreign interpreter is on its path: every module of it must load from there."""
    for room in TRAVELLING:
        for path in sorted((ROOT / "graphscope" / room).rglob("*.py")):
            _copy(path, tmp_path)
    _copy(ROOT / "graphscope" / "errors.py", tmp_path)
    _copy(ROOT / "graphscope" / "__init__.py", tmp_path)
    answer = _run(
        f"{REFUSING}\nsys.path.insert(0, {str(tmp_path)!r})\nimport graphscope.worker.serve as s\nprint(s.__file__)"
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith(str(tmp_path))


def _copy(path: Path, to: Path) -> None:
    target = to / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(path.read_bytes())


def _run(source: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=False)
