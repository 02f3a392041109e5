"""A module is traced anew as it is on disk now, in a true window with a true worker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from graphscope.session.signature_rows import RowState
from graphscope.ui.application import Application
from tests.ui.at_rest import at_rest

pytestmark = [pytest.mark.gui, pytest.mark.worker]
OpenWindow = Callable[..., Application]
PATIENCE = 90_000

MODULE = """
import tensorflow as tf
import helper_of_example

graphscope_signatures = {"scaled": ["float32[2]"]}

@tf.function
def scaled(x):
    if x[0] > 0:
        x = helper_of_example.change(x)
    return x
"""

TWO_DEVICES = """
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
tf.config.threading.set_inter_op_parallelism_threads(1)

@tf.function
def placed(x):
    with tf.device("CPU:1"):
        return x + 1
"""


def states(application: Application) -> list[RowState]:
    return [row.state for row in application.session.state.rows]


def ops(application: Application) -> set[str]:
    trace = application.session.state.rows.rows[0].trace
    assert trace is not None
    assert trace.concrete is not None
    return {op for graph in (trace.concrete.graph, *trace.concrete.functions.values()) for op in graph.op_types}


def told(application: Application) -> str:
    labels = application.window.signatures.findChildren(QLabel)
    return "\n".join(each.text() for each in labels if each.isVisible())


def test_that_what_is_saved_is_told_of_and_traced_in_the_warm_worker(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str], tmp_path: Path
) -> None:
    helper = tmp_path / "helper_of_example.py"
    helper.write_text("def change(x):\n    return x * 2\n", encoding="utf-8")
    application = open_window(path=module(MODULE))
    window, session = application.window, application.session
    qtbot.waitUntil(lambda: states(application) == [RowState.TRACED] and at_rest(application), timeout=PATIENCE)
    process = application.worker.process
    assert "Mul" in ops(application)

    helper.write_text("import tensorflow as tf\n\ndef change(x):\n    return tf.sin(x)\n", encoding="utf-8")
    qtbot.waitUntil(lambda: "helper_of_example.py was saved since" in window.status.saved(), timeout=10_000)
    assert "Mul" in ops(application), "the switch is off"
    window.actions_.trace.trigger()
    qtbot.waitUntil(lambda: states(application) == [RowState.TRACED] and at_rest(application), timeout=PATIENCE)
    assert "Sin" in ops(application)
    assert window.status.saved() == ""

    window.actions_.retrace_on_save.trigger()
    replaced = tmp_path / "written_aside"
    replaced.write_text("import tensorflow as tf\n\ndef change(x):\n    return tf.cos(x)\n", encoding="utf-8")
    replaced.replace(helper)
    qtbot.waitUntil(lambda: "Cos" in ops(application) and at_rest(application), timeout=PATIENCE)

    helper.write_text("def change(x:\n", encoding="utf-8")
    qtbot.waitUntil(
        lambda: session.state.module is not None and session.state.module.error is not None and at_rest(application),
        timeout=PATIENCE,
    )
    assert "Cos" in ops(application)
    assert "helper_of_example.py:1: SyntaxError" in told(application)
    assert "\ndef change(x:\n" in told(application)
    assert application.worker.process == process

    helper.write_text("import tensorflow as tf\n\ndef change(x):\n    return tf.tan(x)\n", encoding="utf-8")
    qtbot.waitUntil(lambda: "Tan" in ops(application) and at_rest(application), timeout=PATIENCE)
    window.actions_.options["autograph"].trigger()
    qtbot.waitUntil(lambda: states(application) == [RowState.FAILED] and at_rest(application), timeout=PATIENCE)
    assert "no AutoGraph" in told(application)


def test_that_a_module_that_sets_devices_is_opened_in_a_new_worker_where_the_warm_one_was_used(
    qtbot: QtBot, open_window: OpenWindow, module: Callable[[str], str], tmp_path: Path
) -> None:
    plain = "import tensorflow as tf\n\n@tf.function\ndef plain(x):\n    return x * tf.constant(2.0)\n"
    application = open_window(path=module(plain), function="plain", signatures=("tf.ones([2])",))
    qtbot.waitUntil(lambda: states(application) == [RowState.TRACED] and at_rest(application), timeout=PATIENCE)
    process = application.worker.process
    other = tmp_path / "two_devices.py"
    other.write_text(TWO_DEVICES, encoding="utf-8")
    application.session.open(str(other), function="placed", signatures=("float32[2]",))
    qtbot.waitUntil(lambda: states(application) == [RowState.TRACED] and at_rest(application), timeout=PATIENCE)
    assert application.worker.process not in (process, None)
    module_state = application.session.state.module
    assert module_state is not None
    assert module_state.error is None
