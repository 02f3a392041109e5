"""Where a module lies: the file behind a path or a dotted name, its name, and the folder it is imported from.

Nothing is imported or run to find out.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import sys
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from typing import List, Optional, Tuple

from graphscope.errors import ModuleError

_PYTHON = (".py", ".pyw")
NOTEBOOK = ".ipynb"


@dataclass(frozen=True)
class Place:
    """A module that is there to be opened."""

    file: str
    name: str
    """Its dotted name as Python would have it; whether the name is free is another matter."""
    root: str
    """The folder from which the first part of ``name`` is found."""
    folder: Optional[str] = None
    """Its own folder, which a script finds its neighbours in; None for a module given by its dotted name."""

    @property
    def is_notebook(self) -> bool:
        """Whether it is a notebook and not a Python file."""
        return self.file.endswith(NOTEBOOK)

    @property
    def top(self) -> Tuple[str, Optional[str]]:
        """The first part of the name, and the file it is read from (None for a folder without ``__init__.py``)."""
        first, dot, _ = self.name.partition(".")
        if not dot and os.path.basename(self.file) != "__init__.py":
            return first, self.file
        package = os.path.join(self.root, first, "__init__.py")
        return first, package if os.path.isfile(package) else None


def find_place(path: str) -> Place:
    """The place of ``path``: a file, a notebook, a package folder or a dotted module. Raises ModuleError."""
    if not path.strip():
        raise ModuleError("no module was named", advice="Give a .py file, a notebook, a package folder or a module.")
    given = os.path.expanduser(path)
    if os.path.isdir(given):
        return _of_folder(os.path.abspath(given))
    if os.path.exists(given):
        return _of_file(os.path.abspath(given))
    if all(part.isidentifier() for part in path.split(".")) and not path.endswith(_PYTHON):
        return _of_dotted_name(path)
    raise _missing(path, given)


def _of_file(file: str) -> Place:
    suffix = os.path.splitext(file)[1].lower()
    if not os.path.isfile(file):
        raise ModuleError(f"{file} is not a file that can be read", advice="Give a .py file or a notebook.")
    if suffix not in (*_PYTHON, NOTEBOOK):
        raise ModuleError(f"{file} is not a Python file", advice="Give a .py file, a notebook or a package folder.")
    _refuse_binary(file)
    if suffix == NOTEBOOK:
        folder = os.path.dirname(file)
        return Place(file, _stem(file), folder, folder)
    root, packages = _package_of(file)
    stem = _stem(file)
    if packages:
        name = ".".join(packages if stem == "__init__" else (*packages, stem))
        return Place(file, name, root, os.path.dirname(file))
    folder = os.path.dirname(os.path.realpath(file) if os.path.islink(file) else file)
    return Place(file, stem, folder, folder)


def _refuse_binary(file: str) -> None:
    try:
        with open(file, "rb") as stream:
            start = stream.read(4096)
    except OSError as error:
        raise ModuleError(
            f"{file} cannot be read: {error.strerror}", file=file, advice="Look at its permissions."
        ) from error
    if b"\0" in start:
        raise ModuleError(f"{file} is not Python source: it holds binary data", advice="Give the source file.")


def _stem(file: str) -> str:
    """The file's name as a module's; a dot in it would make it a member of a package that isn't there."""
    return os.path.splitext(os.path.basename(file))[0].replace(".", "_")


def _package_of(file: str) -> Tuple[str, Tuple[str, ...]]:
    """The folder above the outermost package that ``file`` is a member of, and the packages from there."""
    folder = os.path.dirname(file)
    packages: List[str] = []
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        outer, name = os.path.split(folder)
        if not name or "." in name:
            break
        packages.insert(0, name)
        folder = outer
    return folder, tuple(packages)


def _of_folder(folder: str) -> Place:
    for name in ("__init__.py", "__main__.py"):
        if os.path.isfile(os.path.join(folder, name)):
            return _of_file(os.path.join(folder, name))
    try:
        inside = sorted(os.listdir(folder))
    except OSError as error:
        raise ModuleError(f"{folder} cannot be read: {error.strerror}", advice="Look at its permissions.") from error
    files = [name for name in inside if name.endswith((*_PYTHON, NOTEBOOK))]
    packages = [name for name in inside if os.path.isfile(os.path.join(folder, name, "__init__.py"))]
    if not files:
        advice = f"Open the package {packages[0]} in it." if packages else "Give a .py file or a package folder."
        raise ModuleError(f"the folder {folder} holds no Python file", advice=advice)
    raise ModuleError(
        f"the folder {folder} is no package: it has no __init__.py",
        advice=f"Open one of its files: {', '.join(files[:5])}{' …' if len(files) > 5 else ''}",
    )


def _of_dotted_name(name: str) -> Place:
    spec = _spec(name)
    if spec is None:
        raise _missing(name, name)
    if spec.origin is None or not spec.has_location:
        kind = "a folder without __init__.py" if spec.submodule_search_locations else "built into Python"
        raise ModuleError(f"the module {name} is {kind}: there is no source to open", advice="Give a .py file.")
    file = os.path.abspath(spec.origin)
    if not file.endswith(_PYTHON):
        raise ModuleError(f"the module {name} is not written in Python: {file}", advice="Give a .py file.")
    root = file
    for _ in range(name.count(".") + 1 + (os.path.basename(file) == "__init__.py")):
        root = os.path.dirname(root)
    return Place(file, name, root)


def _spec(name: str) -> Optional[ModuleSpec]:
    """What would be imported under ``name``, the working folder first; no parent package is imported for it."""
    first, *rest = name.split(".")
    found = PathFinder.find_spec(first, [""])
    if found is None or found.origin is None:
        found = _spec_elsewhere(first) or found
    for part in rest:
        folders = list(found.submodule_search_locations or ()) if found is not None else []
        if found is None or not folders:
            return None
        name = f"{found.name}.{part}"
        try:
            found = PathFinder.find_spec(name, folders)
        except KeyError:  # a folder without __init__.py: Python would import its parent to say where it lies
            found = ModuleSpec(name, None, is_package=True)
            inside = [os.path.join(folder, part) for folder in folders]
            found.submodule_search_locations = [folder for folder in inside if os.path.isdir(folder)]
    return found


def _spec_elsewhere(name: str) -> Optional[ModuleSpec]:
    loaded = getattr(sys.modules.get(name), "__spec__", None)
    if loaded is not None:
        return loaded  # type: ignore[no-any-return]
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None


def _missing(path: str, given: str) -> ModuleError:
    folder, name = os.path.split(given)
    try:
        names = [each for each in os.listdir(folder or ".") if each.endswith((*_PYTHON, NOTEBOOK))]
    except OSError:
        return ModuleError(f"there is no file {path}", advice=f"The folder {folder} isn't there either.")
    close = difflib.get_close_matches(name, names, n=1) or [each for each in names if each.startswith(f"{name}.")]
    looks_like_file = os.sep in path or path.endswith((*_PYTHON, NOTEBOOK))
    what = f"there is no file {path}" if looks_like_file else f"there is no file and no module {path}"
    return ModuleError(what, advice=f"Did you mean {os.path.join(folder, close[0])}?" if close else "")
