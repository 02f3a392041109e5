"""Compares the built wheel and sdist with the checkout: every file of the package, resources and samples is in both."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"graphscope": "graphscope", "resources": "graphscope/resources", "samples": "graphscope/samples"}


def expected() -> Iterator[tuple[str, str]]:
    """The name in the checkout, and in the wheel, of every file that must be in both archives."""
    for folder, in_wheel in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(ROOT / folder).as_posix()
                yield f"{folder}/{name}", f"{in_wheel}/{name}"


def names_in_sdist(path: Path) -> set[str]:
    """The names in the sdist, without its top folder."""
    with tarfile.open(path) as archive:
        return {PurePosixPath(*PurePosixPath(name).parts[1:]).as_posix() for name in archive.getnames()}


def missing(dist: Path) -> list[str]:
    """One sentence for each file that one of the archives in ``dist`` lacks."""
    (wheel,) = dist.glob("*.whl")
    (sdist,) = dist.glob("*.tar.gz")
    in_wheel = set(zipfile.ZipFile(wheel).namelist())
    in_sdist = names_in_sdist(sdist)
    files = list(expected())
    return [
        *(f"{wheel.name} lacks {name}" for _, name in files if name not in in_wheel),
        *(f"{sdist.name} lacks {name}" for name, _ in files if name not in in_sdist),
        *(f"{sdist.name} lacks {name}" for name in ("LICENSE", "README.md", "Makefile") if name not in in_sdist),
    ]


if __name__ == "__main__":
    lacking = missing(Path(sys.argv[1]))
    print("\n".join(lacking) or "complete")
    sys.exit(bool(lacking))
