"""Imports graphscope in the worker from a dict of sources, and nothing else of the folder or host it came from.

It is run before any module of graphscope can be imported, so it imports only the standard library.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType
from typing import Dict, Optional, Sequence, Tuple

Sources = Dict[str, Tuple[str, str]]


class ExactImporter(importlib.abc.MetaPathFinder, importlib.abc.ExecutionLoader):
    """Finds ``graphscope`` and its modules in ``sources``; refuses any other name below ``graphscope``.

    Without the refusal an installed Graphscope of another version would fill the gaps.
    """

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        """The spec of one of our modules; None for a name that is not below ``graphscope``."""
        if fullname.partition(".")[0] != "graphscope":
            return None
        if fullname not in self.sources:
            raise ModuleNotFoundError(f"a worker has no module {fullname!r}", name=fullname)
        spec = importlib.util.spec_from_file_location(fullname, self.get_filename(fullname), loader=self)
        if spec is not None and self.is_package(fullname):
            spec.submodule_search_locations = []
        return spec

    def get_filename(self, fullname: str) -> str:
        """The file the source came from; on another host there need be none."""
        return self.sources[fullname][0]

    def get_source(self, fullname: str) -> str:
        """The source text, which is also what tracebacks show."""
        return self.sources[fullname][1]

    def is_package(self, fullname: str) -> bool:
        """Whether the module is a package's ``__init__``."""
        return os.path.basename(self.get_filename(fullname)) == "__init__.py"


def begin(sources: Sources) -> None:
    """Make ``graphscope`` importable from ``sources`` and serve until the window hangs up."""
    sys.meta_path.insert(0, ExactImporter(sources))
    from graphscope.worker.serve import serve

    serve()
