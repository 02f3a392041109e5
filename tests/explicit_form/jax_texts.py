"""JAX texts that JAX has run: `python jax_texts.py` runs them where JAX is, `-m tests.explicit_form.jax_texts write`
writes them anew where TensorFlow is. The project's tests need no JAX: they hold that the texts are still these.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "in_jax"
_HEAD = "#: "
NOT_IN_JAX = {"carries_nothing", "carries_nothing_for", "for_elements", "net.step"}
"""Whose texts speak of a tf.Variable, or are called with an array of no rows, which JAX cannot index."""


def recorded(file: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """What was called with which results, and the text, for each function of a file."""
    for part in re.split(rf"^(?={_HEAD})", file.read_text("utf-8"), flags=re.M)[1:]:
        head, _, text = part.partition("\n")
        yield json.loads(head.removeprefix(_HEAD)), text


def write() -> None:
    """Write the texts of all modules that JAX can run, with what TensorFlow gives."""
    from tests.explicit_form import written_out as w

    for module in sorted(w.MODULES.glob("*.py")):
        parts = [_recorded(module, name) for name in w.compared(module)]
        (FOLDER / f"{module.stem}.txt").write_text("".join(filter(None, parts)), encoding="utf-8")


def _recorded(file: Path, name: str) -> str:
    import numpy as np
    import tensorflow as tf

    from tests.explicit_form import written_out as w

    module = w.module_of(file)
    signature, calls = module.CALLS[name]
    form = w.form_of(file, name, w.traced(file, name, signature), "JAX")
    if not form.complete or name in NOT_IN_JAX:
        return ""
    original = tf.function(getattr(module, name))
    results = [original(*w.arguments_of(signature, values, module)) for values in calls]
    flat = [[np.asarray(each).tolist() for each in tf.nest.flatten(result)] for result in results]
    said = {"name": name, "signature": signature, "calls": list(zip(calls, flat, strict=True))}
    return f"{_HEAD}{json.dumps(said)}\n{form.text}"


def run() -> int:
    """Run every text; the number of those that give something else."""
    wrong = 0
    for file in sorted(FOLDER.glob("*.txt")):
        for said, text in recorded(file):
            fault = _fault(said, text)
            wrong += bool(fault)
            print(f"{file.stem}.{said['name']}: {fault or 'the same'}")
    return wrong


class _Box:
    """Holds a value, as the class of that name in the modules does."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.made = 0.0
        self.inner: Any = None


def _fault(said: dict[str, Any], text: str) -> str:
    import jax
    import numpy as np

    names: dict[str, Any] = {"Box": _Box, "called": lambda *_: lambda function: function, "NUMBERS": (), "COUNTED": ()}
    exec(compile(text, said["name"], "exec"), names)
    kinds = re.split(r", (?![^\[]*\])", said["signature"])
    settled = [place for place, kind in enumerate(kinds) if "[" not in kind]
    function = jax.jit(names[said["name"]], static_argnums=settled)
    for values, expected in said["calls"]:
        given = [_argument(kind, value) for kind, value in zip(kinds, values, strict=True)]
        found = [np.asarray(each) for each in jax.tree.leaves(function(*given))]
        for one, other in zip(found, map(np.asarray, expected), strict=True):
            alike = one.shape == other.shape and one.dtype.kind == other.dtype.kind
            if not alike or not np.allclose(one, other, rtol=1e-4, equal_nan=True):
                return f"{values} gives {one}, not {other}"
    return ""


def _argument(kind: str, value: Any) -> Any:
    import jax.numpy as jnp

    return jnp.asarray(value, kind.partition("[")[0].replace("64", "32")) if "[" in kind else value


if __name__ == "__main__":
    sys.exit(write() if sys.argv[1:] == ["write"] else run())
