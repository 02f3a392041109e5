"""Runs a notebook's code cells in order as one module, with source, and with what they expect of IPython."""

from __future__ import annotations
import __future__

import ast
import asyncio
import inspect
import linecache
import os
import sys
import traceback
from importlib.abc import Loader
from types import CodeType, ModuleType
from typing import Any, Dict, Optional, Tuple

from graphscope.worker.notebook_cells import Cell

_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag


class NotebookLoader(Loader):
    """Makes the module of one notebook."""

    def __init__(self, file: str, cells: Tuple[Cell, ...], begun: Dict[str, ModuleType]) -> None:
        self._file = file
        self._cells = cells
        self._begun = begun

    def create_module(self, spec: Any) -> Optional[ModuleType]:
        """Python's own way will do."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the cells; the first error ends it, save in a cell that is marked to fail."""
        os.environ.setdefault("MPLBACKEND", "agg")  # a window of plt.show() would keep the worker waiting
        self._begun[module.__name__] = module
        module.__dict__.update(display=display, get_ipython=get_ipython)
        for name in [name for name in linecache.cache if name.startswith(f"{self._file}#cell=")]:
            del linecache.cache[name]
        flags = 0
        for cell in self._cells:
            flags |= self._run(cell, module.__dict__, flags)

    def _run(self, cell: Cell, namespace: Dict[str, Any], flags: int) -> int:
        """Run one cell and return the ``from __future__`` flags that hold for those after it."""
        name = f"{self._file}#cell={cell.number}"
        # Without a time of change the entry is kept when linecache looks whether files have changed.
        linecache.cache[name] = (len(cell.source), None, cell.source.splitlines(True), name)
        with _Tolerance(cell.may_fail):
            code = compile(cell.source, name, "exec", flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
            _execute(code, namespace)
            return int(code.co_flags & _FUTURE)
        return 0


class _Tolerance:
    """Prints an error and lets it pass, if it may."""

    def __init__(self, tolerant: bool) -> None:
        self._tolerant = tolerant

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: Any, error: Optional[BaseException], trace: Any) -> bool:
        """Whether the error ends here."""
        if not self._tolerant or not isinstance(error, Exception):
            return False
        traceback.print_exception(type(error), error, trace)
        return True


def _execute(code: CodeType, namespace: Dict[str, Any]) -> None:
    if code.co_flags & inspect.CO_COROUTINE:
        asyncio.run(eval(code, namespace))
    else:
        exec(code, namespace)


def display(*values: Any, **_: Any) -> None:
    """What ``display(value)`` of a notebook does here: the values as text."""
    sys.stdout.write("".join(f"{value!r}\n" for value in values))


class NoIPython:
    """Stands for the IPython shell: whatever is asked of it is done by doing nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._nothing

    def _nothing(self, *_: Any, **__: Any) -> None:
        return None


def get_ipython() -> NoIPython:
    """What ``get_ipython()`` of a notebook gives here."""
    return NoIPython()
