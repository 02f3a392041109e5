"""Every sample, traced by the real worker and compared with what its own comments say."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from graphscope.export.summary import letter
from graphscope.launch.blocking_worker import BlockingWorker
from graphscope.launch.grappler_environment import grappler_environment
from graphscope.model import from_protocol
from graphscope.model.trace import Trace
from graphscope.protocol import messages as m
from tests.samples.expectations import SAMPLES, expectations, sample_files

SECONDS = 120.0
STAGEABLE = (ast.If, ast.While, ast.For)


@pytest.mark.worker
@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.stem)
def test_that_a_sample_comes_out_as_its_comments_say(worker: BlockingWorker, file: Path) -> None:
    said = expectations(file)
    opened, _ = worker.ask(m.OpenModule(0, str(file)), SECONDS)
    suggested = {each.expression: list(each.suggestions) for each in opened.functions if each.suggestions}
    assert suggested == {name: [call.signature for call in calls] for name, calls in said.functions.items()}
    traces = {name: _traces(worker, name, suggested[name]) for name in said.functions}
    for name, calls in said.functions.items():
        assert [_outcome(trace) for trace in traces[name]] == [call.outcome for call in calls]
    every = [trace for each in traces.values() for trace in each]
    assert _statements(every, file) == said.statements
    assert {trace.error.line for trace in every if trace.error is not None} == said.error_lines


def _traces(worker: BlockingWorker, function: str, signatures: list[str]) -> list[Trace]:
    worker.ask(m.ChooseFunction(0, function), SECONDS)
    traces: list[Trace] = []
    for number, signature in enumerate(signatures):
        reply, output = worker.ask(m.TraceSignature(0, number, signature), SECONDS)
        traces.append(from_protocol.trace(reply.trace, output, traces))
    return traces


def _outcome(trace: Trace) -> str:
    if trace.outcome == "reused":
        assert trace.reuses is not None
        return f"reused {letter(trace.reuses)}"
    if trace.error is not None:
        return f"failed {trace.error.type}"
    changes = ", ".join(dict.fromkeys(reason.change for reason in trace.reasons))
    return f"{trace.outcome} because {changes}" if changes else trace.outcome


def _statements(traces: list[Trace], file: Path) -> dict[int, frozenset[str]]:
    """Line → what became of its statement in any of the traces."""
    found: dict[int, set[str]] = {}
    for trace in traces:
        for each in trace.control_flow:
            if Path(each.file) == file and each.outcome != "not reached":
                found.setdefault(each.line, set()).add(" ".join((each.outcome, *dict.fromkeys(each.op_types))))
    return {line: frozenset(outcomes) for line, outcomes in found.items()}


@pytest.mark.worker
def test_that_grappler_does_what_the_playground_says() -> None:
    file = SAMPLES / "grappler_playground.py"
    with BlockingWorker((sys.executable,), grappler_environment()) as running:
        running.ask(m.OpenModule(0, str(file)), SECONDS)
        for call in expectations(file).calls:
            (traced,) = _traces(running, call.function, [call.signature])
            reply, _ = running.ask(m.RunGrappler(0, call.signature), SECONDS)
            run = from_protocol.grappler_run(reply.grappler)
            assert traced.concrete is not None
            assert run.after is not None, run.error
            verb, op_type = call.grappler.split()
            before, after = (each.graph.op_counts[op_type] for each in (traced.concrete, run.after))
            assert after < before if verb == "fewer" else before < after, call


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.stem)
def test_that_a_sample_says_what_becomes_of_each_statement(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    said = expectations(file)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lines = {node.lineno for each in functions for node in ast.walk(each) if isinstance(node, STAGEABLE)}
    assert lines == set(said.statements)
    assert said.calls


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.stem)
def test_that_a_sample_teaches_three_readers(file: Path) -> None:
    words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    assert all(f"\n{reader}. " in words for reader in ("Beginner", "Developer", "Researcher"))
    assert f"({file.name})" in (SAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.worker
def test_that_the_fifty_steps_print_their_ratio_when_they_are_run() -> None:
    script = SAMPLES / "fifty_matrix_steps.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=SECONDS, check=True)
    last = done.stdout.splitlines()[-1]
    ratio = float(last.removeprefix("the graph is ").removesuffix(" times as fast"))
    assert ratio > 1
