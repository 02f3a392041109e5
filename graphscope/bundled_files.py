"""Where the files that ship with Graphscope lie: themes, fonts, icons and samples, in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

_package = Path(__file__).resolve().parent


def resource(*parts: str) -> Path:
    """The path of a file under resources/, such as ``resource("themes", "light.json")``."""
    return _folder("resources").joinpath(*parts)


def sample(*parts: str) -> Path:
    """The path of a file under samples/."""
    return _folder("samples").joinpath(*parts)


def _folder(name: str) -> Path:
    inside = _package / name
    return inside if inside.is_dir() else _package.parent / name
