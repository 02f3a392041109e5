"""The module is opened again where its sources may have changed, and what was traced stays where that fails."""

from __future__ import annotations

import os
from pathlib import Path

from fake_worker import Desk, found

from graphscope.protocol import messages as m
from graphscope.protocol.records import ErrorRecord, SourceText
from graphscope.session.module_opening import FunctionOptions
from graphscope.session.observers import Change
from graphscope.session.row_words import options_words
from graphscope.session.signature_rows import RowState


def open_file(desk: Desk, file: Path, *helpers: Path) -> None:
    """Answer the request to open that is under way with a real file and its helpers."""
    sources = tuple(SourceText(str(each), each.read_text(encoding="utf-8")) for each in (file, *helpers))
    reply = m.ModuleOpened(desk.generation, str(file), "double", (found(),), sources)
    desk.session.worker_received(reply, "")


def traced_file(desk: Desk, tmp_path: Path) -> tuple[Path, Path]:
    file, helper = tmp_path / "double.py", tmp_path / "helper.py"
    for each in (file, helper):
        each.write_text("one", encoding="utf-8")
    desk.session.open(str(file), signatures=("1", "2"))
    open_file(desk, file, helper)
    desk.chosen()
    desk.traced()
    desk.traced()
    return file, helper


def save(file: Path, when: float) -> None:
    file.write_text("two", encoding="utf-8")
    os.utime(file, (when, when))


def states(desk: Desk) -> list[RowState]:
    return [row.state for row in desk.session.state.rows]


def test_that_the_module_is_opened_again_on_demand_in_the_same_worker(desk: Desk, tmp_path: Path) -> None:
    traced_file(desk, tmp_path)
    desk.session.trace()
    assert isinstance(desk.worker.last, m.ChooseFunction), "nothing has changed"
    desk.chosen()
    desk.traced()
    desk.traced()
    desk.session.trace(reopen=True)
    assert isinstance(desk.worker.last, m.OpenModule)
    assert desk.worker.discarded == 0


def test_that_an_edited_helper_is_told_of_and_has_the_module_opened_again(desk: Desk, tmp_path: Path) -> None:
    file, helper = traced_file(desk, tmp_path)
    told: list[str] = []
    desk.session.on(Change.DISK, lambda: told.append(desk.session.saved.words()))
    save(helper, 1)
    desk.session.look_at_files()
    assert told == ["helper.py was saved since: F5 traces it anew"]
    save(file, 1)
    desk.session.look_at_files()
    assert told[-1].startswith("double.py and 1 more ")
    desk.session.trace()
    assert isinstance(desk.worker.last, m.OpenModule)
    open_file(desk, file, helper)
    desk.session.look_at_files()
    assert told[-1] == ""


def test_that_what_is_saved_is_traced_anew_only_where_the_user_wants_it_and_once(desk: Desk, tmp_path: Path) -> None:
    from dataclasses import replace

    file, _ = traced_file(desk, tmp_path)
    sent = len(desk.worker.sent)
    save(file, 1)
    desk.session.look_at_files()
    assert len(desk.worker.sent) == sent
    desk.session.remember(replace(desk.session.settings, retrace_on_save=True))
    save(file, 2)
    desk.session.look_at_files()
    assert isinstance(desk.worker.last, m.OpenModule)
    desk.failed("SyntaxError: invalid syntax")
    sent = len(desk.worker.sent)
    desk.session.look_at_files()
    assert len(desk.worker.sent) == sent, "a file that does not open is not tried again until it is saved again"
    save(file, 3)
    desk.session.look_at_files()
    assert len(desk.worker.sent) == sent + 1


def test_that_a_file_saved_while_it_is_traced_is_traced_again_afterwards(desk: Desk, tmp_path: Path) -> None:
    from dataclasses import replace

    file, helper = traced_file(desk, tmp_path)
    desk.session.remember(replace(desk.session.settings, retrace_on_save=True))
    desk.session.trace(reopen=True)
    open_file(desk, file, helper)
    save(file, 1)
    desk.session.look_at_files()
    desk.chosen()
    desk.traced()
    desk.traced()
    assert isinstance(desk.worker.last, m.OpenModule)


def test_that_what_was_traced_stays_when_the_module_does_not_open_again(desk: Desk, tmp_path: Path) -> None:
    traced_file(desk, tmp_path)
    before = [row.trace for row in desk.session.state.rows]
    panes = desk.session.views.panes
    desk.session.trace(reopen=True)
    assert states(desk) == [RowState.WAITING] * 2
    desk.failed("SyntaxError: invalid syntax")
    assert states(desk) == [RowState.TRACED] * 2
    assert [row.trace for row in desk.session.state.rows] == before
    assert desk.session.views.panes == panes
    module = desk.session.state.module
    assert module is not None
    assert module.error is not None
    desk.session.trace()
    assert isinstance(desk.worker.last, m.OpenModule)


def refuse(desk: Desk) -> None:
    """What a worker says in which TensorFlow has been used before."""
    error = ErrorRecord("FreshWorkerError", "Physical devices cannot be modified after being initialized")
    desk.session.worker_received(m.Failed(desk.generation, error, 3), "")


def test_that_a_module_that_needs_an_unused_worker_gets_one_once_and_all_is_asked_again(desk: Desk) -> None:
    desk.open_and_trace("1", "2")
    desk.session.trace(reopen=True)
    refuse(desk)
    assert desk.worker.discarded == 1
    assert isinstance(desk.worker.last, m.OpenModule)
    desk.opened()
    desk.chosen()
    desk.traced()
    desk.traced()
    assert states(desk) == [RowState.TRACED] * 2


def test_that_a_module_that_an_unused_worker_refuses_too_is_told_of(desk: Desk) -> None:
    desk.session.open("double.py")
    refuse(desk)
    assert desk.worker.discarded == 0
    module = desk.session.state.module
    assert module is not None
    assert module.error is not None
    assert module.error.message.startswith("Physical devices")


def test_that_other_options_trace_a_fresh_function_and_are_told_in_chips(desk: Desk) -> None:
    desk.open_and_trace("1")
    desk.session.set_options(FunctionOptions(autograph=False, reduce_retracing=True))
    assert desk.worker.last == m.ChooseFunction(desk.generation, "double", False, False, True)
    sent = len(desk.worker.sent)
    desk.session.set_options(FunctionOptions(autograph=False, reduce_retracing=True))
    assert len(desk.worker.sent) == sent
    function = desk.session.state.function
    assert function is not None
    assert options_words(function.options) == ("no AutoGraph", "reduce_retracing")
    assert options_words(FunctionOptions(jit_compile=True)) == ("jit_compile",)
    assert options_words(FunctionOptions()) == ()
