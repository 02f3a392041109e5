"""What the code must and must not say: docstrings, exceptions caught, sleeps, prints, paths of one machine."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Where any exception at all may be caught and kept: file -> why. Elsewhere one may be caught only to be raised again.
CATCHES_EVERYTHING = {
    "graphscope/ui/latest_wish.py": "a bug in a thread is raised again in the window's, and the thread lives on",
    "graphscope/worker/serve.py": "a request's failure is its answer",
    "graphscope/worker/handshake.py": "a broken TensorFlow fails in any way it likes",
    "graphscope/worker/user_code.py": "an exception of the user's may fail even at telling what it is",
    "graphscope/worker/trace_function.py": "what the user's code raises is the trace's outcome",
    "graphscope/worker/trace_once.py": "what the user's code raises when it is run is the run's outcome",
}
# Where print is how the answer is given.
PRINTS = ("graphscope/command_line", "graphscope/__main__.py", "graphscope/layout/dot_worker.py")
TEXT_FILES = (".py", ".md", ".toml", ".sh", ".yaml", ".json", ".xml", ".desktop", ".ipynb", ".svg", ".css", ".qss")
# Folders of the machines that Graphscope is built on, put together here so that this file does not name them itself.
MACHINE_PATHS = re.compile("(?<![\\w.~}])/(?:" + "|".join(("work", "root", "farm")) + ")/")

SLEEPS = {"time.sleep", "sleep", "qtbot.wait", "QTest.qWait"}
SKIPS = {"pytest.skip", "pytest.mark.skip", "pytest.mark.skipif", "pytest.mark.xfail", "pytest.importorskip"}

Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def faults(root: Path) -> Iterator[str]:
    """One sentence for each rule of words that a file under ``root`` breaks."""
    for path in sorted((root / "graphscope").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, fault in (*_missing_docstrings(tree), *_wide_catches(tree, name), *_prints(tree, name)):
            yield f"{name}:{line}: {fault}"
    for path in sorted((root / "tests").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, fault in (*_wide_catches(tree, name), *_test_manners(tree)):
            yield f"{name}:{line}: {fault}"
    for path in _text_files(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if found := MACHINE_PATHS.search(line):
                yield f"{path.relative_to(root)}:{number}: {found.group()} is a path of one machine"


def _text_files(root: Path) -> list[Path]:
    git = shutil.which("git")
    if git and (root / ".git").exists():
        names = subprocess.run([git, "ls-files", "-z"], cwd=root, capture_output=True, check=True, text=True).stdout
        paths = [root / name for name in names.split("\0") if name]
    else:
        paths = [path for path in root.rglob("*") if ".venv" not in path.parts]
    return sorted(path for path in paths if path.suffix in TEXT_FILES and path.is_file())


def _missing_docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    if not ast.get_docstring(tree):
        yield 1, "the module has no docstring"
    for node in tree.body:
        if not isinstance(node, (*Function, ast.ClassDef)) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node):
            yield node.lineno, f"{node.name} is public and has no docstring"


def _wide_catches(tree: ast.Module, name: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name not in CATCHES_EVERYTHING and _suppresses_everything(node):
            yield node.lineno, "suppress(Exception) catches what nobody foresaw"
        if not isinstance(node, ast.ExceptHandler):
            continue
        if node.type is None:
            yield node.lineno, "a bare except catches what nobody foresaw"
        elif name in CATCHES_EVERYTHING or isinstance(node.body[-1], ast.Raise):
            continue
        elif {"Exception", "BaseException"} & set(_names(node.type)):
            yield node.lineno, "except Exception catches what nobody foresaw"


def _suppresses_everything(call: ast.Call) -> bool:
    named = {name for argument in call.args for name in _names(argument)}
    return _dotted(call.func).endswith("suppress") and bool({"Exception", "BaseException"} & named)


def _names(node: ast.expr) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def _prints(tree: ast.Module, name: str) -> Iterator[tuple[int, str]]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and not name.startswith(PRINTS))
    for node in calls:
        if _dotted(node.func) == "print" and "file" not in {keyword.arg for keyword in node.keywords}:
            yield node.lineno, "print to standard output belongs to the command line"


def _test_manners(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name.startswith("test") and not node.name.startswith("test_that_"):
            yield node.lineno, f"{node.name} should tell the rule it holds: test_that_…"
        elif isinstance(node, ast.Call) and _dotted(node.func) in SLEEPS and not _is_zero(node.args):
            yield node.lineno, f"{_dotted(node.func)} in a test: wait for what should happen"
        elif isinstance(node, ast.Attribute) and _dotted(node) in SKIPS:
            yield node.lineno, f"{_dotted(node)}: a test that is not run proves nothing"


def _is_zero(arguments: list[ast.expr]) -> bool:
    """Waiting for no time at all lets pending events be handled, and is no sleep."""
    return len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and arguments[0].value == 0


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def test_that_the_words_of_the_house_are_kept() -> None:
    assert list(faults(ROOT)) == []


DOC = '"""A module."""\n'


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("graphscope/x.py", "x = 1", ":1: the module has no docstring"),
        ("graphscope/x.py", DOC + "class A: ...", ":2: A is public and has no docstring"),
        ("graphscope/x.py", DOC + "async def f(): ...", ":2: f is public and has no docstring"),
        ("graphscope/x.py", DOC + "try: ...\nexcept: ...", ":3: a bare except"),
        ("graphscope/x.py", DOC + "try: ...\nexcept (ValueError, Exception): ...", ":3: except Exception"),
        ("graphscope/worker/serve.py", DOC + "try: ...\nexcept: ...", ":3: a bare except"),
        ("graphscope/x.py", DOC + "with contextlib.suppress(OSError, Exception): ...", ":2: suppress(Exception)"),
        ("graphscope/x.py", DOC + "print(1)", ":2: print to standard output belongs to the command line"),
        ("tests/test_x.py", "def test_it_works(): ...", ":1: test_it_works should tell the rule"),
        ("tests/test_x.py", "import time\ntime.sleep(1)", ":2: time.sleep in a test"),
        ("tests/test_x.py", "def test_that_x(qtbot):\n    qtbot.wait(50)", ":2: qtbot.wait in a test"),
        ("tests/test_x.py", "@pytest.mark.skip\ndef test_that_x(): ...", ":1: pytest.mark.skip"),
        ("docs/x.md", "see " + "/".join(("", "work", "main")), ":1: /" + "work/ is a path of one machine"),
    ],
)
def test_that_a_planted_fault_is_found(tmp_path: Path, file: str, source: str, fault: str) -> None:
    _plant(tmp_path, file, source)
    (told,) = faults(tmp_path)
    assert f"{file}{fault}" in told


def test_that_what_is_allowed_passes(tmp_path: Path) -> None:
    _plant(tmp_path, "graphscope/worker/serve.py", DOC + "try: ...\nexcept Exception: ...")
    _plant(tmp_path, "graphscope/model/x.py", DOC + "try: ...\nexcept BaseException:\n    clean()\n    raise")
    _plant(tmp_path, "graphscope/command_line/x.py", DOC + "print(1)\ndef _f(): ...")
    _plant(tmp_path, "docs/x.md", "~/.local/share/ and framework/root/x and https://host.example/home")
    assert list(faults(tmp_path)) == []


def _plant(root: Path, file: str, source: str) -> None:
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
