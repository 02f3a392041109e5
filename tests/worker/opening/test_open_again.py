"""One worker opens module after module: each afresh, none disturbed by those before."""

from __future__ import annotations

import os
import sys

import pytest
import tensorflow as tf

from graphscope.errors import FreshWorkerError, ModuleError


def test_that_an_edited_helper_is_read_again_within_the_same_second(write, opening, tmp_path):
    file = write("main.py", "import helper\nfrom helper import WIDTH")
    assert opening(write("helper.py", "WIDTH = 2") and file).namespace["WIDTH"] == 2
    write("helper.py", "WIDTH = 3")
    assert opening(file).namespace["WIDTH"] == 3


def test_that_an_edited_module_is_read_again_and_its_source_with_it(write, opening):
    import inspect

    opening(write("main.py", "def f(x):\n    return x + 1\n"))
    found = opening(write("main.py", "\n\ndef f(x):\n    return x + 2\n"))
    assert inspect.getsource(found.namespace["f"]) == "def f(x):\n    return x + 2\n"


def test_that_modules_of_one_folder_are_not_seen_from_another(write, opening, tmp_path):
    write("one/helper.py", "where = 1")
    write("two/helper.py", "where = 2")
    opening(write("one/main.py", "import helper"))
    found = opening(write("two/main.py", "import helper"))
    assert found.namespace["helper"].where == 2
    assert str(tmp_path / "one") not in sys.path


def test_that_libraries_stay_as_they_are(write, opening):
    file = write("main.py", "import tensorflow, numpy, opt_einsum")
    first = opening(file).namespace
    second = opening(file).namespace
    assert first["tensorflow"] is second["tensorflow"] is tf
    assert first["opt_einsum"] is second["opt_einsum"]


def test_that_path_and_working_folder_are_put_back(write, opening, tmp_path):
    before, folder = list(sys.path), os.getcwd()
    opening(write("other/main.py"))
    path = list(sys.path)
    opening(write("main.py", f"import os, sys\nsys.path.append('elsewhere')\nos.chdir({str(tmp_path)!r})"))
    opening(write("other/main.py"))
    assert sys.path == path
    assert set(path) - set(before) <= {str(tmp_path / "other"), folder}
    assert os.getcwd() == folder


def test_that_switches_of_tensorflow_do_not_outlive_the_module(write, opening):
    source = """
        import tensorflow as tf
        tf.config.run_functions_eagerly(True)
        tf.keras.mixed_precision.set_global_policy("mixed_float16")
        layer = tf.keras.layers.Dense(1)
        """
    opening(write("main.py", source))
    assert tf.config.functions_run_eagerly()
    found = opening(write("other.py", "import tensorflow as tf\nlayer = tf.keras.layers.Dense(1)"))
    assert not tf.config.functions_run_eagerly()
    assert found.namespace["layer"].name == "dense"
    assert found.namespace["layer"].compute_dtype == "float32"


def test_that_a_module_in_the_old_graph_mode_does_not_leave_it_behind(write, opening):
    source = "import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\nx = tf.constant(1)"
    opening(write("main.py", source))
    assert not tf.executing_eagerly()
    found = opening(write("other.py", "import tensorflow as tf\nx = int(tf.constant(2) + 1)"))
    assert found.namespace["x"] == 3


def test_that_what_tensorflow_takes_only_once_asks_for_a_new_worker(write, opening):
    source = "import tensorflow as tf\ntf.config.threading.set_inter_op_parallelism_threads(3)\n"
    opening(write("main.py", "import tensorflow as tf\ntf.constant(1)"))
    with pytest.raises(FreshWorkerError) as caught:
        opening(write("other.py", source))
    assert caught.value.line == 2
    assert "before its first use" in caught.value.advice


def test_that_a_failed_opening_leaves_the_next_one_alone(write, opening):
    file = write("main.py", "import helper")
    write("helper.py", "1 / 0")
    with pytest.raises(ModuleError):
        opening(file)
    write("helper.py", "WIDTH = 1")
    assert opening(file).namespace["helper"].WIDTH == 1
