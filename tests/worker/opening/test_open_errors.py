"""What is said when a module cannot be opened: Python's words, the user's own line, what to do."""

from __future__ import annotations

import sys

import pytest

from graphscope.errors import FreshWorkerError, ModuleError


def failure(opening, path):
    with pytest.raises(ModuleError) as caught:
        opening(path)
    assert "\n" not in caught.value.message
    return caught.value


def test_that_an_exception_names_the_innermost_line_of_the_users(write, opening):
    source = """\
        import json

        def read(settings):
            return settings["units"]

        UNITS = read({})
        """
    error = failure(opening, file := write("main.py", source))
    assert (error.message, error.file, error.line) == ("KeyError: 'units'", str(file), 4)


def test_that_an_exception_inside_a_library_points_to_the_line_that_called_it(write, opening):
    error = failure(opening, file := write("main.py", "import json\n\njson.loads('{')\n"))
    assert error.message.startswith("JSONDecodeError: ")
    assert (error.file, error.line) == (str(file), 3)


def test_that_an_exception_without_words_is_told_by_its_type(write, opening):
    assert failure(opening, write("main.py", "assert 1 > 2")).message == "AssertionError"


def test_that_a_syntax_error_names_its_own_file_and_line(write, opening):
    helper = write("helper.py", "x = 1\ny = (2\n")
    error = failure(opening, write("main.py", "import helper"))
    assert error.message == "SyntaxError: '(' was never closed"
    assert (error.file, error.line) == (str(helper), 2)


def test_that_a_syntax_error_in_text_that_the_module_compiles_points_to_the_module(write, opening):
    error = failure(opening, file := write("main.py", "\neval('1 +')\n"))
    assert (error.file, error.line) == (str(file), 2)


def test_that_a_file_in_another_encoding_is_told_with_its_first_bad_line(write, opening):
    error = failure(opening, file := write("main.py", "x = 1\ny = 'größe'\n", encoding="latin-1"))
    assert error.message == "SyntaxError: the file is not UTF-8 text"
    assert (error.file, error.line) == (str(file), 2)
    assert "coding: latin-1" in error.advice


def test_that_a_bad_line_far_down_is_found(write, opening):
    error = failure(opening, write("main.py", "x = 1\n" * 9 + "y = 'größe'\n", encoding="latin-1"))
    assert error.line == 10


def test_that_an_unknown_encoding_is_told(write, opening):
    error = failure(opening, write("main.py", "# coding: nonsense-8\n"))
    assert "unknown encoding: nonsense-8" in error.message


def test_that_a_missing_package_is_named_with_the_interpreter_to_install_it_into(write, opening):
    error = failure(opening, file := write("main.py", "import tensorflow\nimport cv2_of_nobody\n"))
    assert error.message == "ModuleNotFoundError: No module named 'cv2_of_nobody'"
    assert (error.file, error.line) == (str(file), 2)
    assert f"{sys.executable} -m pip install cv2_of_nobody" in error.advice


def test_that_a_package_is_installed_by_its_own_name(write, opening):
    assert "pip install opencv-python," in failure(opening, write("main.py", "import cv2")).advice


def test_that_a_package_in_a_folder_above_is_offered(write, opening, tmp_path):
    write("models/__init__.py")
    error = failure(opening, write("scripts/main.py", "import models"))
    assert error.advice == f"models lies in {tmp_path}: start Graphscope in that folder, or put it on PYTHONPATH."


def test_that_a_neighbour_hidden_by_a_standard_module_is_told(write, opening):
    neighbour = write("calendar.py", "def holidays(): return []")
    error = failure(opening, write("main.py", "from calendar import holidays"))
    assert error.advice.startswith(f"{neighbour} has the name of a standard module")


def test_that_a_relative_import_outside_of_a_package_is_explained(write, opening):
    assert "__init__.py" in failure(opening, write("main.py", "from . import sizes")).advice


def test_that_an_error_in_the_package_around_the_module_points_there(write, opening):
    package = write("pack/__init__.py", "\nraise RuntimeError('no licence')")
    error = failure(opening, write("pack/member.py"))
    assert (error.message, error.file, error.line) == ("RuntimeError: no licence", str(package), 2)


@pytest.mark.parametrize("raised", ["KeyboardInterrupt", "GeneratorExit", "BaseException('odd')"])
def test_that_no_exception_passes(write, opening, raised):
    assert failure(opening, write("main.py", f"raise {raised}")).line == 1


def test_that_a_file_that_is_not_there_is_told(opening, tmp_path):
    error = failure(opening, tmp_path / "nothing.py")
    assert error.message == f"there is no file {tmp_path / 'nothing.py'}"


def test_that_a_name_that_is_neither_file_nor_module_is_told(opening):
    error = failure(opening, "nothing.of_the_kind")
    assert error.message == "there is no file and no module nothing.of_the_kind"


@pytest.mark.parametrize("path", ["math", "sys"])
def test_that_a_module_without_source_is_told(opening, path):
    assert "source" in failure(opening, path).message or "not written in Python" in failure(opening, path).message


@pytest.mark.parametrize("name", ["notes.txt", "data.json", "script"])
def test_that_a_file_that_is_not_python_is_told(write, opening, name):
    file = write(name, "hello")
    assert failure(opening, file).message == f"{file} is not a Python file"


def test_that_binary_data_is_told(opening, tmp_path):
    file = tmp_path / "weights.py"
    file.write_bytes(b"\x7fELF\0\0\1")
    assert "it holds binary data" in failure(opening, file).message


def test_that_a_folder_without_python_is_told(opening, tmp_path):
    assert failure(opening, tmp_path).message == f"the folder {tmp_path} holds no Python file"


def test_that_a_folder_of_scripts_offers_them(write, opening, tmp_path):
    write("one.py")
    write("two.py")
    error = failure(opening, tmp_path)
    assert error.message == f"the folder {tmp_path} is no package: it has no __init__.py"
    assert error.advice == "Open one of its files: one.py, two.py"


def test_that_something_that_is_no_file_is_told(opening, tmp_path):
    import os

    os.mkfifo(tmp_path / "pipe.py")
    assert "is not a file" in failure(opening, tmp_path / "pipe.py").message


def test_that_an_empty_path_is_told(opening):
    assert failure(opening, "  ").message == "no module was named"


def test_that_what_only_an_unused_worker_can_do_is_told_apart(write, opening):
    source = """\
        import tensorflow as tf

        tf.constant(1)
        tf.config.threading.set_inter_op_parallelism_threads(7)
        """
    error = failure(opening, write("main.py", source))
    assert isinstance(error, FreshWorkerError)
    assert error.line == 4
    assert error.advice.startswith("TensorFlow takes this only before its first use: move it up")


def test_that_an_exception_that_cannot_say_anything_is_told_by_its_name(write, opening):
    source = "class Mute(BaseException):\n    def __str__(self): return 1 / 0\nraise Mute\n"
    error = failure(opening, write("main.py", source))
    assert (error.message, error.line) == ("Mute", 3)
