"""Notebooks: code cells in order, what only IPython understands left out, lines told as cell and line."""

from __future__ import annotations

import inspect
import json

import pytest
import tensorflow as tf

from graphscope.errors import ModuleError
from graphscope.worker.notebook_cells import python_source
from graphscope.worker.notebook_loader import display


@pytest.fixture
def notebook(write, opening):
    """Writes a notebook with code cells of the given sources and opens it."""

    def written_and_opened(*sources, tags=()):
        cells = [{"cell_type": "markdown", "source": ["# A lesson"]}]
        cells += [{"cell_type": "code", "source": source, "metadata": {"tags": list(tags)}} for source in sources]
        return opening(write("trial.ipynb", json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": cells})))

    return written_and_opened


def test_that_names_are_shared_over_cells_and_lists_of_lines_are_joined(notebook):
    found = notebook(["width = 2\n", "height = 3"], "", "area = width * height")
    assert found.namespace["area"] == 6
    assert found.name == found.namespace["__name__"] == "trial"


def test_that_each_cell_is_a_source_of_its_own_counted_from_one(notebook):
    found = notebook("%matplotlib inline\nx = 1", "y = 2")
    assert [(source.file, source.text) for source in found.sources] == [
        (f"{found.file}#cell=1", "%matplotlib inline\nx = 1"),
        (f"{found.file}#cell=2", "y = 2"),
    ]


def test_that_the_source_of_a_function_is_found_and_autograph_converts_it(notebook):
    found = notebook(
        "import tensorflow as tf",
        "# halves\n@tf.function\ndef fade(x):\n    if tf.reduce_sum(x) > 1.0:\n        x = x * 0.5\n    return x\n",
    )
    fade = found.namespace["fade"]
    assert inspect.getsource(fade.python_function).startswith("@tf.function\ndef fade(x):")
    assert fade.python_function.__code__.co_filename == f"{found.file}#cell=2"
    graph = fade.get_concrete_function(tf.TensorSpec([None], tf.float32)).graph
    assert "StatelessIf" in {op.type for op in graph.get_operations()}


@pytest.mark.parametrize(
    ("cell", "source"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install x\nx = 1", "pass\nx = 1"),
        ("!pip install \\\n  tensorflow \\\n  keras\nx = 1", "pass\n\n\nx = 1"),
        ("for i in range(2):\n    !echo {i}\n    %time f(i)", "for i in range(2):\n    pass\n    f(i)"),
        ("files = !ls *.py\nn = %timeit -o f()", "files = []\nn = None"),
        ("%time model = build()", "model = build()"),
        ("tf.constant?\n?tf.ones\nx = 1", "pass\npass\nx = 1"),
        ("%%time\nx = 1\n%cd ..", "\nx = 1\npass"),
        ("\n%%capture out\nx = 1", "\n\nx = 1"),
        ("%%bash\nls -l\ndate", "\n\n"),
        ("%%writefile helper.py\nx = 1", "\n"),
        ("%%html\n<b>don't</b>", "\n"),
        ('text = """\n%not a magic\n!nor this\n"""\n%pwd', 'text = """\n%not a magic\n!nor this\n"""\npass'),
        ("rest = (7\n  % 4\n)", "rest = (7\n  % 4\n)"),
        ("rest = 7 \\\n  % 4", "rest = 7 \\\n  % 4"),
        ("x = 3 # don't\ny = x != 4", "x = 3 # don't\ny = x != 4"),
        ("a = b = 5 % 3\nprint('%d' % 3)", "a = b = 5 % 3\nprint('%d' % 3)"),
        ("what = 'really?'\nx = 1", "what = 'really?'\nx = 1"),
        ("", ""),
    ],
)
def test_that_what_only_ipython_understands_is_left_out_line_for_line(cell, source):
    assert python_source(cell) == source
    assert source.count("\n") == cell.count("\n")


def test_that_an_error_names_cell_and_line(notebook):
    with pytest.raises(ModuleError) as caught:
        notebook("def read(s):\n    return s['units']", "\n!ls\nread({})")
    assert caught.value.message == "KeyError: 'units'"
    assert caught.value.file.endswith("trial.ipynb#cell=1")
    assert caught.value.line == 2


def test_that_a_syntax_error_names_cell_and_line(notebook):
    with pytest.raises(ModuleError) as caught:
        notebook("x = 1", "%pwd\ny = (2")
    assert (caught.value.file[-7:], caught.value.line) == ("#cell=2", 2)
    assert caught.value.message == "SyntaxError: '(' was never closed"


def test_that_a_cell_marked_to_fail_does_not_end_the_notebook(notebook, capfd):
    assert notebook("before = 1\n1 / 0", "after = 2", tags=["raises-exception"]).namespace["after"] == 2
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_that_an_exit_in_a_cell_is_a_warning_with_its_place(notebook):
    found = notebook("x = 1", "\nraise SystemExit('enough')", "x = 2")
    assert found.namespace["x"] == 1
    assert 'saying "enough" while it was imported (SystemExit, trial.ipynb cell 2, line 2)' in found.warnings[0]


def test_that_await_display_and_get_ipython_do_not_stop_it(notebook, capsys):
    found = notebook(
        "import asyncio\nasync def f(): return 3\nx = await f()",
        "get_ipython().run_line_magic('matplotlib', 'inline')\n'google.colab' in str(get_ipython())",
        "display(x, 'text')",
    )
    assert found.namespace["x"] == 3
    assert capsys.readouterr().out == "3\n'text'\n"
    assert found.namespace["display"] is display


def test_that_a_future_import_holds_for_later_cells_and_ours_does_not(notebook):
    found = notebook("def f(x: undefined_before): ...", tags=["raises-exception"])
    assert "f" not in found.namespace
    found = notebook("from __future__ import annotations", "def f(x: undefined_after): ...")
    assert found.namespace["f"].__annotations__ == {"x": "undefined_after"}


def test_that_the_old_format_is_read(write, opening):
    cells = [{"cell_type": "code", "input": ["x = 1\n", "y = 2"], "language": "python"}, {"cell_type": "heading"}]
    file = write("old.ipynb", json.dumps({"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}))
    assert opening(file).namespace["y"] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{not json", "is not a notebook: "),
        ("[1, 2]", "is not a notebook: it has no cells"),
        ('{"nbformat": 4}', "is not a notebook: it has no cells"),
        ('{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}', "is a notebook in r, not in Python"),
        ('{"cells": [], "metadata": {"language_info": {"name": "julia"}}}', "is a notebook in julia, not in Python"),
    ],
)
def test_that_what_is_no_python_notebook_is_told(write, opening, text, said):
    with pytest.raises(ModuleError, match=said):
        opening(write("trial.ipynb", text))


def test_that_a_notebook_imports_its_neighbours_and_is_read_again(write, opening, notebook):
    write("helper.py", "WIDTH = 2")
    assert notebook("from helper import WIDTH").namespace["WIDTH"] == 2
    write("helper.py", "WIDTH = 3")
    found = notebook("# edited\nfrom helper import WIDTH\ndef f(): return 1")
    assert found.namespace["WIDTH"] == 3
    assert inspect.getsource(found.namespace["f"]) == "def f(): return 1"
