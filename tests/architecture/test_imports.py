"""Which room of graphscope may import which: the table of docs/architecture.md, held over every file's syntax tree.

Imports under TYPE_CHECKING and inside functions count like any other; so does ``import_module("a.name")``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

OUTSIDE_WORKER = {"protocol", "model", "analysis", "layout", "capture", "export", "launch", "session", "ui"}
OUTSIDE_WORKER |= {"explicit_form"}

# room -> rooms it may import, besides itself. A room that is not here may not exist.
ROOMS: dict[str, set[str]] = {
    "protocol": set(),
    "worker": {"protocol"},
    "model": {"protocol"},
    "analysis": {"model"},
    "explicit_form": {"model"},
    "layout": {"model"},
    "capture": {"protocol", "model"},
    "export": {"model", "analysis", "layout"},
    "launch": {"protocol"},
    "session": {"protocol", "model", "analysis", "capture", "launch"},
    "ui": OUTSIDE_WORKER,
    "app": OUTSIDE_WORKER | {"command_line"},
    "command_line": OUTSIDE_WORKER | {"app"},
    "__main__": OUTSIDE_WORKER | {"app", "command_line"},
}
EVERYBODY_MAY_IMPORT = {"errors", "bundled_files", "__init__"}

# An edge of the table that holds for some files of the room only.
ONLY_IN_FILE = {("model", "protocol"): ("model/from_protocol.py", "model/to_protocol.py")}

# library -> rooms that may import it. A library that is not here may not be used.
LIBRARIES: dict[str, set[str]] = {
    "PySide6": {"ui"},
    "shiboken6": {"ui"},
    "tensorflow": {"worker"},
    "keras": {"worker"},
    "gast": {"worker"},
    "google": {"worker"},
    "numpy": {"worker", "analysis", "layout", "capture", "ui"},
    "networkx": {"model", "analysis", "layout", "export", "session", "ui"},
    "pygraphviz": {"layout"},
}
PRIVATE_TENSORFLOW = ("tensorflow.python", "tensorflow.compiler", "tensorflow.core", "gast")


def broken_rules(package: Path) -> list[str]:
    """One sentence for each import under the folder ``package`` that the tables above do not allow."""
    return [
        f"{path.relative_to(package.parent)}:{line}: {fault}"
        for path in sorted(package.rglob("*.py"))
        for line, name in imported_names(path, package)
        for fault in faults_of(path.relative_to(package), name)
    ]


def imported_names(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """The line and full dotted name of everything that ``path`` imports, wherever in it."""
    here = ("graphscope", *path.relative_to(package).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) + 1 - node.level] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in {"import_module", "__import__"} and node.args:
            argument = node.args[0]
            yield node.lineno, str(argument.value) if isinstance(argument, ast.Constant) else "<computed>"


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def faults_of(file: Path, name: str) -> Iterator[str]:
    """What is wrong with ``file`` (relative to the package) importing ``name``."""
    room = file.parts[0] if len(file.parts) > 1 else file.stem
    if room not in ROOMS and room not in EVERYBODY_MAY_IMPORT:
        yield f"{room} is a room that the table of imports does not know"
        return
    library = name.partition(".")[0]
    if library == "graphscope":
        yield from _faults_between_rooms(file, room, name)
    elif library not in sys.stdlib_module_names and name != "<computed>":
        yield from _faults_of_library(file, room, name)


def _faults_between_rooms(file: Path, room: str, name: str) -> Iterator[str]:
    target = name.split(".")[1] if "." in name else "__init__"
    if target in EVERYBODY_MAY_IMPORT or (target.startswith("__") and target != "__main__") or target == room:
        return
    if target not in ROOMS:
        yield f"{name} is in no room of the table of imports"
    elif target not in ROOMS.get(room, set()):
        yield f"{room} may not import {target}"
    elif file.as_posix() not in ONLY_IN_FILE.get((room, target), (file.as_posix(),)):
        yield f"only {' and '.join(ONLY_IN_FILE[room, target])} may import {target}"


def _faults_of_library(file: Path, room: str, name: str) -> Iterator[str]:
    library = name.partition(".")[0]
    if library not in LIBRARIES:
        yield f"{library} is a library that the table of imports does not know"
    elif room not in LIBRARIES[library]:
        yield f"{room} may not import {library}"
    elif name.startswith(PRIVATE_TENSORFLOW) and not file.as_posix().startswith("worker/tensorflow_"):
        yield f"{name} is private to TensorFlow: only worker/tensorflow_*.py may name it"


def test_that_every_import_is_in_the_table() -> None:
    assert broken_rules(ROOT / "graphscope") == []


def test_that_every_room_of_the_table_exists() -> None:
    missing = [
        room
        for room in (*ROOMS, *EVERYBODY_MAY_IMPORT)
        if not (ROOT / "graphscope" / room).is_dir() and not (ROOT / "graphscope" / f"{room}.py").is_file()
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("model/x.py", "import PySide6", "model may not import PySide6"),
        ("app.py", "from PySide6.QtWidgets import QApplication", "app may not import PySide6"),
        ("ui/panes/x.py", "from graphscope.worker.serve import serve", "ui may not import worker"),
        ("ui/x.py", "from graphscope import worker", "ui may not import worker"),
        ("session/x.py", "import graphscope.ui.window", "session may not import ui"),
        ("layout/x.py", "from ..analysis import picture", "layout may not import analysis"),
        ("layout/x.py", "from .. import analysis", "layout may not import analysis"),
        (
            "model/x.py",
            "from graphscope.protocol import records",
            "only model/from_protocol.py and model/to_protocol.py",
        ),
        ("ui/x.py", "def f():\n    import tensorflow as tf", "ui may not import tensorflow"),
        ("ui/x.py", "if TYPE_CHECKING:\n    import tensorflow.keras", "ui may not import tensorflow"),
        ("launch/x.py", "import importlib\nimportlib.import_module('numpy')", "launch may not import numpy"),
        ("worker/x.py", "import networkx", "worker may not import networkx"),
        ("worker/x.py", "from tensorflow.python.eager import context", "only worker/tensorflow_*.py may name it"),
        ("worker/x.py", "from tensorflow import python", "only worker/tensorflow_*.py may name it"),
        ("ui/x.py", "import pygraphviz", "ui may not import pygraphviz"),
        ("ui/x.py", "import matplotlib.pyplot", "matplotlib is a library that the table of imports does not know"),
        ("helpers/x.py", "import os", "helpers is a room that the table of imports does not know"),
        ("ui/x.py", "from graphscope.helpers import x", "graphscope.helpers.x is in no room"),
        ("errors.py", "from graphscope.model import trace", "errors may not import model"),
        ("ui/x.py", "from graphscope.__main__ import main", "ui may not import __main__"),
    ],
)
def test_that_a_planted_fault_is_found(tmp_path: Path, file: str, source: str, fault: str) -> None:
    planted = tmp_path / "graphscope" / file
    planted.parent.mkdir(parents=True)
    planted.write_text(source, encoding="utf-8")
    (told,) = broken_rules(tmp_path / "graphscope")
    assert fault in told
    assert told.startswith(f"graphscope/{file}:{1 + source.count(chr(10))}: ")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("model/from_protocol.py", "from graphscope.protocol.records import GraphRecord"),
        ("worker/tensorflow_internals.py", "from tensorflow.python.eager import context"),
        ("worker/x.py", "import tensorflow as tf\nfrom . import serve"),
        ("ui/graph/x.py", "from PySide6 import QtCore\nfrom graphscope import __version__\nfrom ..panes import header"),
        ("__main__.py", "from graphscope.app import run\nfrom graphscope.errors import GraphscopeError"),
    ],
)
def test_that_an_allowed_import_passes(tmp_path: Path, file: str, source: str) -> None:
    planted = tmp_path / "graphscope" / file
    planted.parent.mkdir(parents=True)
    planted.write_text(source, encoding="utf-8")
    assert broken_rules(tmp_path / "graphscope") == []
