"""Starts the worker when this file is run by its path, in any Python from 3.9 on; it is not imported."""

from __future__ import annotations

import os
import sys


def _start() -> None:
    folder = os.path.dirname(os.path.abspath(__file__))
    # Python put this folder first on sys.path, where a file of ours could stand in for a standard module.
    if sys.path and os.path.abspath(sys.path[0]) == folder:
        del sys.path[0]
    package = os.path.dirname(folder)
    import runpy

    bundle = runpy.run_path(os.path.join(package, "protocol", "bundle.py"))
    if sys.version_info < bundle["OLDEST_PYTHON"]:
        sys.exit(bundle["OLD_PYTHON"] + ", this is " + sys.version.split()[0])
    sources = bundle["worker_sources"](package)
    runpy.run_path(os.path.join(folder, "exact_importer.py"))["begin"](sources)


if __name__ == "__main__":
    _start()
