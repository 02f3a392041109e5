"""Small modules of users, written to a folder for a test; each does one thing that goes wrong or is out of the way."""

from __future__ import annotations

import json
from pathlib import Path

LOOPING = """\
import tensorflow as tf

@tf.function
def grow(x, n):
    print("tracing", n)
    if n == 2:
        while True:
            n = n * 1
    return x + n
"""

VANISHING = """\
import os
import tensorflow as tf

@tf.function
def step(x):
    if x.shape[0] == 2:
        os._exit(7)
    return x
"""

ABORTING = """\
import os
import tensorflow as tf

@tf.function
def step(x):
    return tf.py_function(lambda y: os.abort(), [x], tf.float32)
"""

ENDLESS = """\
import tensorflow as tf
print("waiting for the weights")
while True:
    pass
"""

BROKEN = """\
settings = {}

def load():
    return settings["units"]

load()
"""

LEAVING = """\
import sys
import tensorflow as tf

@tf.function
def early(x):
    return x

sys.exit(3)
"""

ARGUMENTS = """\
import sys
import tensorflow as tf

width = int(sys.argv[sys.argv.index("--width") + 1])

def widen(x):
    return tf.repeat(x, width)

@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def own(x):
    return x

@tf.function
def alone():
    return tf.constant(1.0)
"""

CELLS = [
    "import tensorflow as tf\n%matplotlib inline",
    "@tf.function\ndef fade(x):\n    if tf.reduce_sum(x) > 0:\n        x = x / 2.0\n    return x",
    "@tf.function\ndef broken(x):\n    return x.nothing",
]


def write_module(folder: Path, text: str) -> str:
    """Write a module and return its path."""
    path = folder / "users_module.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def write_notebook(folder: Path) -> str:
    """Write a notebook of CELLS, after a cell of words, and return its path."""
    cells = [{"cell_type": "markdown", "metadata": {}, "source": ["# Words"]}]
    for text in CELLS:
        cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        cells.append({**cell, "source": text.splitlines(keepends=True)})  # type: ignore[dict-item]
    path = folder / "lesson.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return str(path)
