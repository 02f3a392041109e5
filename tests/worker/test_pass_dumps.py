"""The graphs after the passes on disk: a private folder with a limit, gone afterwards however the worker ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graphscope.analysis.pass_graphs import known_passes
from graphscope.errors import UsageError, WorkerError
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model.from_protocol import grappler_run
from graphscope.model.grappler import GrapplerRun
from graphscope.protocol import messages as m
from graphscope.protocol.private_folder import PRIVATE_FOLDER, new_private_folder
from graphscope.worker.pass_dumps import PassDumps

MODULE = Path(__file__).parent / "modules" / "passes.py"
SECONDS = 120.0


def asked(worker: BlockingWorker, function: str, signature: str, **more: object) -> GrapplerRun:
    worker.ask(m.OpenModule(0, str(MODULE)), SECONDS)
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    reply, _ = worker.ask(m.RunGrappler(0, signature, **more), SECONDS)
    return grappler_run(reply.grappler)


def test_that_a_folder_that_holds_too_much_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE_FOLDER, str(tmp_path))
    graphs = tmp_path / "passes" / "graphs"
    with PassDumps(1000) as dumps:
        (graphs / "first.pb").write_bytes(bytes(1001))
        assert dumps.became_full(SECONDS)
        with pytest.raises(OSError, match="Not a directory"):
            (graphs / "second.pb").write_bytes(b"x")
    assert Path(dumps.path_of(str(graphs / "first.pb"))).read_bytes() == bytes(1001)
    dumps.remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.worker
def test_that_graphs_end_at_the_limit_and_the_rest_of_the_run_stands() -> None:
    environment = {**grappler_environment(), PRIVATE_FOLDER: new_private_folder()}
    with BlockingWorker((sys.executable,), environment) as worker:
        run = asked(worker, "dense", "float32[None, 4]", disk_limit=0)
        assert run.error is None
        assert run.after is not None
        assert len(run.passes) > known_passes(run)
        assert run.stopped.startswith("The graphs after the passes took all of the 0 bytes that they may take on disk")
        assert not (Path(environment[PRIVATE_FOLDER]) / "passes").exists()
        again = asked(worker, "dense", "float32[None, 4]")
        assert (known_passes(again), again.stopped) == (len(again.passes), "")
        with pytest.raises(UsageError, match="no pass 'remaper' that could be run alone"):
            asked(worker, "dense", "float32[None, 4]", mode="static", only="remaper")
        with pytest.raises(UsageError, match="the runtime runs all passes"):
            asked(worker, "dense", "float32[None, 4]", only="remapper")
        alone = asked(worker, "dense", "float32[None, 4]", mode="static", only="remapper")
        assert alone.after is not None
        assert alone.after.graph.op_counts["_FusedMatMul"] == 1
        assert {each.name for each in alone.passes} <= {"remapper", "tfg_optimizer"}


@pytest.mark.worker
def test_that_a_pass_that_aborts_is_named_and_its_folder_is_gone() -> None:
    environment = {**grappler_environment(), PRIVATE_FOLDER: new_private_folder()}
    with BlockingWorker((sys.executable,), environment) as worker:
        with pytest.raises(WorkerError) as raised:
            asked(worker, "dense", "float32[None, 4]", mode="static", only="auto_parallel")
        assert "running the pass auto_parallel" in raised.value.message
        assert "num_replicas" in raised.value.message
    assert not Path(environment[PRIVATE_FOLDER]).exists()


@pytest.mark.worker
def test_that_the_folder_of_a_worker_that_is_killed_in_its_run_is_gone() -> None:
    environment = {**grappler_environment(), PRIVATE_FOLDER: new_private_folder()}
    with BlockingWorker((sys.executable,), environment) as worker, pytest.raises(WorkerError, match="SIGKILL"):
        asked(worker, "dies_in_the_run", "float32[]")
    assert not Path(environment[PRIVATE_FOLDER]).exists()
