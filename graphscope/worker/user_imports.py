"""How the user's modules are imported while one of them is open: afresh, and never in place of a standard module.

One instance stands in ``sys.meta_path`` as long as its module is open; it also knows how to undo what it did.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import linecache
import os
import pkgutil
import sys
import sysconfig
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Dict, FrozenSet, List, Optional, Sequence, Tuple

from graphscope.worker.module_place import Place
from graphscope.worker.user_frames import add_user_root, is_user_file


def _standard_names() -> FrozenSet[str]:
    names = getattr(sys, "stdlib_module_names", None)
    if names is None:  # Python 3.9
        folder = sysconfig.get_paths()["platstdlib"]
        found = pkgutil.iter_modules([sysconfig.get_paths()["stdlib"], os.path.join(folder, "lib-dynload")])
        names = {*sys.builtin_module_names, *(each.name for each in found)}
    return frozenset(names) | {"__main__"}


_STANDARD = _standard_names()


class UserImports(importlib.abc.MetaPathFinder):
    """Finds the opened module, its neighbours and its helpers."""

    def __init__(self, baseline: FrozenSet[str], is_first: bool = True) -> None:
        self.is_first = is_first
        """Whether this process has opened no module before."""
        self.begun: Dict[str, ModuleType] = {}
        """The user's modules in the order in which they began to be imported, unfinished ones included."""
        self.baseline = baseline
        """Names of the modules that were there before any of the user's."""
        self.folders: List[str] = []
        """The folders put on sys.path for the module."""
        self._aliases: Dict[str, Tuple[str, Optional[Any]]] = {}
        self._path = list(sys.path)
        self._working_folder = _working_folder()

    def admit(self, place: Place, loader: Optional[Any] = None) -> str:
        """Make the module at ``place`` importable and return the name to import it by.

        ``loader``, where given, is used in place of Python's own (for a notebook).
        """
        first, file = place.top
        name = first
        if self._is_taken(first, file):
            name = self._free_name(first, place.root)
        if file is not None and name not in sys.modules:
            self._aliases[name] = (file, loader)
        if not is_user_file(place.file):
            add_user_root(self._own_part(place))
        for folder in (self._working_folder, place.folder, place.root):
            self._put_first(folder)
        sys.meta_path.insert(_before_path_finder(), self)
        return name + place.name[len(first) :]

    def _own_part(self, place: Place) -> str:
        """What counts as the user's where the module lies among libraries: its package, else its folder or itself."""
        package = os.path.join(place.root, place.name.partition(".")[0])
        if os.path.isdir(package):
            return package
        return place.file if place.root in self._path else place.root

    def _put_first(self, folder: Optional[str]) -> None:
        """Put ``folder`` first on sys.path; one that is there for libraries stays where it is."""
        if folder is None or (folder in self._path and not is_user_file(os.path.join(folder, "x.py"))):
            return
        if folder in sys.path:
            sys.path.remove(folder)
        sys.path.insert(0, folder)
        self.folders = [folder, *(each for each in self.folders if each != folder)]

    def _is_taken(self, name: str, file: Optional[str]) -> bool:
        """Whether ``name`` belongs to a module of Python's or one in use, and not to ``file``."""
        there = sys.modules.get(name)
        if there is not None:
            return not _same_file(getattr(there, "__file__", None), file)
        if name not in _STANDARD:
            return False
        spec = importlib.util.find_spec(name)
        return spec is not None and not _same_file(spec.origin, file)

    def _free_name(self, name: str, root: str) -> str:
        free = f"user_{name}"
        while free in sys.modules or os.path.exists(os.path.join(root, f"{free}.py")):
            free += "_"
        return free

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """The spec of one of the user's modules, or of a standard one that a neighbour would hide; else None."""
        if path is None and fullname in self._aliases:
            return self._alias(fullname)
        if path is None and fullname in _STANDARD:
            return PathFinder.find_spec(fullname, [folder for folder in sys.path if folder not in self.folders])
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and type(spec.loader) is SourceFileLoader and is_user_file(spec.loader.path):
            spec.loader = FreshLoader(fullname, spec.loader.path, self.begun)
        return spec

    def _alias(self, fullname: str) -> Optional[ModuleSpec]:
        file, loader = self._aliases[fullname]
        if loader is None:
            loader = FreshLoader(fullname, file, self.begun)
        inside = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)

    def close(self) -> None:
        """Forget the user's modules and put back what opening them changed."""
        sys.meta_path[:] = [finder for finder in sys.meta_path if finder is not self]
        modules = list(sys.modules.items())
        # All are asked before the first goes: a folder without __init__.py asks its parent where it lies.
        for name in [name for name, module in modules if name not in self.baseline and _is_users(module)]:
            del sys.modules[name]
        sys.path[:] = self._path
        if self._working_folder is not None and os.path.isdir(self._working_folder):
            os.chdir(self._working_folder)


class FreshLoader(SourceFileLoader):
    """Reads source and never bytecode: an edit within the same second is seen, and nothing is written beside it."""

    def __init__(self, fullname: str, path: str, begun: Dict[str, ModuleType]) -> None:
        super().__init__(fullname, path)
        self._begun = begun

    def get_code(self, fullname: str) -> CodeType:
        """The module's code, compiled now."""
        file = self.get_filename(fullname)
        return self.source_to_code(self.get_data(file), file)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code; it stays in ``begun`` also where it does not come to its end."""
        self._begun[module.__name__] = module
        super().exec_module(module)


def fresh_imports() -> UserImports:
    """Imports for a module about to be opened; those of the module that was open before are undone."""
    before = [finder for finder in sys.meta_path if isinstance(finder, UserImports)]
    for finder in before:
        finder.close()
    importlib.invalidate_caches()
    linecache.checkcache()
    return UserImports(before[0].baseline if before else frozenset(sys.modules), is_first=not before)


def _working_folder() -> Optional[str]:
    """The working folder, None where it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _before_path_finder() -> int:
    return sys.meta_path.index(PathFinder) if PathFinder in sys.meta_path else len(sys.meta_path)


def _same_file(one: Optional[str], other: Optional[str]) -> bool:
    return one is not None and other is not None and os.path.realpath(one) == os.path.realpath(other)


def _is_users(module: Any) -> bool:
    """Whether ``module`` was read from source of the user's; extension modules cannot be loaded twice."""
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or getattr(module, "__file__", None)
    if isinstance(origin, str):
        return origin.endswith((".py", ".pyw", ".ipynb")) and is_user_file(origin)
    inside = list(getattr(spec, "submodule_search_locations", None) or ())
    return bool(inside) and all(is_user_file(os.path.join(folder, "x.py")) for folder in inside)
