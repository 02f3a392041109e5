"""Tests of the command line's grammar: what words ask for, and how wrong ones are refused."""

from __future__ import annotations

import pytest

from graphscope.command_line.optimising import inputs_for
from graphscope.command_line.parser import parse
from graphscope.command_line.requests import (
    FunctionsAsked,
    GrapplerWish,
    Target,
    TraceAsked,
    WindowAsked,
    WorkerSettings,
)
from graphscope.errors import UsageError


def test_that_no_words_ask_for_the_empty_window() -> None:
    assert parse([]) == WindowAsked(None, WorkerSettings())


def test_that_the_window_is_asked_for_with_all_its_options() -> None:
    words = ["model.py", "--function", "f", "--signature", "int32[]", "--signature", "", "--screenshot", "w.png"]
    words += ["--size", "1600x1000", "--view", "B=after", "--select", "op:while", "--theme", "dark"]
    asked = parse([*words, "--python", "ssh host python3"])
    target = Target("model.py", function="f", signatures=("int32[]", ""))
    worker = WorkerSettings("ssh host python3")
    assert asked == WindowAsked(target, worker, "w.png", (1600, 1000), {"B": "after"}, "op:while", "dark")


def test_that_trace_is_asked_for_with_all_its_options() -> None:
    words = ["trace", "m.py", "--function", "f", "--signature", "3", "--signature", "x=-1, y=2", "--grappler", "run"]
    words += ["--grappler-option", "constant_folding=False", "--grappler-option", "min_graph_nodes=-1", "--xla"]
    words += ["--grappler-input", "-1", "--grappler-input", "x=tf.ones([2]), y=2"]
    words += ["--export", "a.svg", "--export", "b.png", "--json", "-", "--timeout", "2.5", "--no-autograph"]
    target = Target("m.py", function="f", signatures=("3", "x=-1, y=2"), autograph=False)
    assert parse(words) == TraceAsked(
        target,
        WorkerSettings(timeout=2.5),
        GrapplerWish("run", {"constant_folding": False, "min_graph_nodes": -1}, ("-1", "x=tf.ones([2]), y=2")),
        True,
        ("a.svg", "b.png"),
        "-",
    )


def test_that_functions_takes_a_path_and_a_file() -> None:
    assert parse(["functions", "pkg.mod", "--json", "o.json"]) == FunctionsAsked(
        Target("pkg.mod"), WorkerSettings(), "o.json"
    )


def test_that_what_follows_two_dashes_is_the_scripts() -> None:
    asked = parse(["trace", "m.py", "--function", "f", "--", "--json", "x", "--", "-v"])
    assert isinstance(asked, TraceAsked)
    assert asked.target.script_arguments == ("--json", "x", "--", "-v")
    assert asked.json is None


@pytest.mark.parametrize("signature", ["-x", "-x, 2", "-1", "-1,2", "", " ", "a b"])
def test_that_a_signature_may_be_any_text(signature: str) -> None:
    asked = parse(["trace", "m.py", "--function", "f", "--signature", signature, "--xla"])
    assert isinstance(asked, TraceAsked)
    assert asked.target.signatures == (signature,)


@pytest.mark.parametrize("path", ["./trace", "./record", "trace.py"])
def test_that_a_file_named_like_a_command_is_opened_by_its_path(path: str) -> None:
    asked = parse([path])
    assert isinstance(asked, WindowAsked)
    assert asked.target == Target(path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("trace", "PATH"),
        ("trace m.py", "--function"),
        ("trace m.py --function=", "--function is empty"),
        ("trace m.py --function f --signature", "--signature"),
        ("trace m.py --function f --signature --xla", "--signature"),
        ("trace m.py --function f --grappler fast", "fast"),
        ("trace m.py --function f --grappler-option remapping=False", "--grappler"),
        ("trace m.py --function f --grappler run --grappler-option remaping=False", "remaping"),
        ("trace m.py --function f --grappler run --grappler-option remapping", "has no value"),
        ("trace m.py --function f --grappler run --grappler-option remapping=perhaps", "neither True nor False"),
        ("trace m.py --function f --grappler run --grappler-option min_graph_nodes=x", "whole number"),
        ("trace m.py --function f --export-xla after --export hlo.svg", "--export-xla needs --xla"),
        ("trace m.py --function f --xla --export-xla optimised --export hlo.svg", "optimised"),
        ("trace m.py --function f --func g", "--func"),
        ("trace m.py n.py --function f", "n.py"),
        ("trace m.py --function f --save t.json", "--save t.json is no .gscope file"),
        ("trace m.py --function f --timeout 0", "--timeout 0"),
        ("trace m.py --function f --timeout soon", "--timeout soon"),
        ("trace m.py --function f --timeout nan", "--timeout nan"),
        ("trace t.gscope --function f", "t.gscope is a capture"),
        ("t.gscope --function f", "t.gscope is a capture"),
        ("t.gscope -- 3", "t.gscope is a capture"),
        ("functions", "PATH"),
        ("record train.py", "does not have `graphscope record` yet"),
        ("diff a.gscope b.gscope", "does not have `graphscope diff` yet"),
        ("check m.py --function f --max-traces 1", "does not have `graphscope check` yet"),
        ("m.py --signature 3", "--signature needs --function"),
        ("--function f", "no module is named"),
        ("m.py --size 1600", "--size 1600"),
        ("m.py --size 10x10", "out of bounds"),
        ("m.py --view after", "--view after"),
        ("m.py --view A=later", "later"),
        ("m.py --select 17", "--select 17"),
        ("m.py --select line:x", "--select line:x"),
        ("m.py --select line:0", "--select line:0"),
        ("--nonsense", "--nonsense"),
    ],
)
def test_that_wrong_use_is_told_with_what_to_do(words: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(words.split())
    assert said in raised.value.message
    assert raised.value.advice
    assert raised.value.exit_code == 2


def test_that_a_mistyped_option_of_grappler_is_guessed() -> None:
    with pytest.raises(UsageError) as raised:
        parse(["trace", "m.py", "--function", "f", "--grappler", "run", "--grappler-option", "remaping=False"])
    assert raised.value.advice.startswith("Did you mean remapping? There are: arithmetic_optimization, ")


@pytest.mark.parametrize("words", [["--help"], ["trace", "--help"], ["functions", "--help"], ["--version"]])
def test_that_help_and_version_end_well(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        parse(words)
    assert raised.value.code == 0
    assert "graphscope" in capsys.readouterr().out


def test_that_inputs_are_one_for_each_signature_or_one_for_all() -> None:
    target = Target("m.py", function="f", signatures=("int32[]", "int32[2]", "3"))
    assert inputs_for(target, ()) == (None, None, None)
    assert inputs_for(target, ("",)) == ("", "", "")
    assert inputs_for(target, ("1", "[1, 2]", "3")) == ("1", "[1, 2]", "3")
    with pytest.raises(UsageError, match="given 2 times for 3 signatures"):
        inputs_for(target, ("1", "2"))


@pytest.mark.parametrize("grappler", [[], ["--grappler", "static"]])
def test_that_inputs_without_a_run_are_wrong_use(grappler: list[str]) -> None:
    with pytest.raises(UsageError, match="--grappler-input needs --grappler run"):
        parse(["trace", "m.py", "--function", "f", "--grappler-input", "3", *grappler])


def test_that_one_pass_alone_is_static_and_one_that_there_is() -> None:
    words = ["trace", "m.py", "--function", "f", "--grappler-only"]
    asked = parse([*words, "remapper", "--grappler", "static"])
    assert isinstance(asked, TraceAsked)
    assert asked.grappler.only == "remapper"
    with pytest.raises(UsageError, match="--grappler-only needs --grappler static"):
        parse([*words, "remapper", "--grappler", "run"])
    with pytest.raises(UsageError, match="--grappler-only remaper names no pass") as raised:
        parse([*words, "remaper", "--grappler", "static"])
    assert "remapper" in raised.value.advice
