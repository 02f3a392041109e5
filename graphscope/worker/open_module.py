"""Opens a module of the user's as ``python FILE`` would, again and again in one worker; it looks for no functions."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Dict, Iterator, List, Tuple

from graphscope.errors import ModuleError
from graphscope.protocol.records import SourceText
from graphscope.worker.installed_watch import installed_watch
from graphscope.worker.module_place import Place, find_place
from graphscope.worker.notebook_cells import Cell, read_cells
from graphscope.worker.notebook_loader import NotebookLoader
from graphscope.worker.opening_errors import exit_line, exit_words, opening_error
from graphscope.worker.suggested_signatures import Suggestions, suggested_signatures
from graphscope.worker.user_code import UserCode
from graphscope.worker.user_frames import is_user_file
from graphscope.worker.user_imports import UserImports, fresh_imports

_MOST_SOURCE = 4_000_000
"""Characters of source sent with an opened module; what a trace needs beyond that is sent with the trace."""


@dataclass(frozen=True)
class Opened:
    """A module that is open."""

    module: ModuleType
    namespace: Dict[str, Any]
    """The module's own ``__dict__``."""
    file: str
    name: str
    sources: Tuple[SourceText, ...]
    """The module's text first, then that of the user's own modules that it imported."""
    warnings: Tuple[str, ...] = ()
    suggestions: Suggestions = ()
    """Expression and signatures of each entry of ``graphscope_signatures``."""


def open_module(path: str, arguments: Tuple[str, ...] = ()) -> Opened:
    """Open ``path``: a .py file, a notebook, a package folder or a dotted module. Raises ModuleError.

    The module that was open before is forgotten, helpers included, so that edited files are read again.
    """
    imports = fresh_imports()
    place = find_place(path)
    cells = read_cells(place.file) if place.is_notebook else ()
    name = imports.admit(place, NotebookLoader(place.file, cells, imports.begun) if place.is_notebook else None)
    sys.argv[:] = [place.file, *arguments]
    if not imports.is_first:
        _forget_tensorflow_state()
    installed_watch()  # before the module can call a tf.function: no decision of AutoGraph may be missed
    module, warnings = _imported(imports, place, name)
    suggestions, malformed = suggested_signatures(module.__dict__)
    return Opened(
        module,
        module.__dict__,
        place.file,
        module.__name__,
        tuple(_sources(place, cells, imports)),
        (*warnings, *malformed),
        suggestions,
    )


def _imported(imports: UserImports, place: Place, name: str) -> Tuple[ModuleType, List[str]]:
    with UserCode(lambda error: opening_error(error, place.file, imports.folders)):
        try:
            return importlib.import_module(name), []
        except SystemExit as error:
            return _left_by_exit(imports, name, error)


def _left_by_exit(imports: UserImports, name: str, error: SystemExit) -> Tuple[ModuleType, List[str]]:
    """The module as far as it came; Python has thrown it out of sys.modules together with those around it."""
    how = f"{exit_words(error)} while it was imported{exit_line(error)}"
    if name not in imports.begun:
        raise ModuleError(f"the module exited {how}, before it had begun") from error
    for each, module in imports.begun.items():
        sys.modules.setdefault(each, module)
    return imports.begun[name], [f"the module exited {how}; what it had defined by then can be used"]


def _forget_tensorflow_state() -> None:
    """Undo what a module opened before may have switched for the whole process."""
    import tensorflow as tf

    if not tf.executing_eagerly():
        tf.compat.v1.reset_default_graph()
        tf.compat.v1.enable_v2_behavior()
    tf.config.run_functions_eagerly(False)
    tf.random.set_seed(None)
    if "keras" in sys.modules:
        tf.keras.backend.clear_session()  # names of layers count from one again
        tf.keras.mixed_precision.set_global_policy(tf.keras.backend.floatx())


def _sources(place: Place, cells: Tuple[Cell, ...], imports: UserImports) -> Iterator[SourceText]:
    if place.is_notebook:
        for cell in cells:
            yield SourceText(f"{place.file}#cell={cell.number}", cell.original)
    left = _MOST_SOURCE
    files = [] if place.is_notebook else [place.file]
    files += [str(module.__file__) for module in imports.begun.values() if getattr(module, "__file__", None)]
    for file in dict.fromkeys(files):
        if left <= 0 or not file.endswith((".py", ".pyw")) or not is_user_file(file) or not os.path.isfile(file):
            continue
        with open(file, "rb") as stream:
            text = importlib.util.decode_source(stream.read())
        left -= len(text)
        yield SourceText(file, text)
