"""Tests of the HTML page: well-formed, self-contained, safe from names in the user's code, with every pass in it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from graphscope.export.html_page import to_html
from graphscope.export.look import load_theme
from graphscope.export.report import Report
from graphscope.model.grappler import GrapplerPass, GrapplerRun, PassChange
from graphscope.model.trace import ConcreteFunction
from tests.analysis.small_graphs import graph_of
from tests.export.reported import FILE, report

NASTY = "</script></style><script>alert('&')</script><img src=x onerror=y>\x01\""
SOURCE = (
    f"import tensorflow as tf\n\n\n\ndef step(x):\n    name = {NASTY!r}\n    if x > 0:\n        return x\n\nother = 1\n"
)
VOID = {"meta", "input", "br"}


class Reader(HTMLParser):
    """Reads as a browser does, where scripts and styles end at their end tag whatever is in them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()


def with_passes() -> Report:
    """The report with a run of which every pass is known: one fuses, one changes nothing, one is on a function."""
    first = graph_of("f", [("x", "_Arg", ""), ("a", "MatMul", "x x"), ("b", "Relu", "a"), ("r", "_Retval", "b")])
    body = graph_of("g", [("y", "_Arg", ""), ("c", "Neg", "y")])
    fused = PassChange(("a",), graph_of("f", [("x", "", ""), ("b", "_FusedMatMul", "x x")]))
    negated = PassChange((), graph_of("g", [("y", "", ""), ("c", "Abs", "y")]))
    passes = (
        GrapplerPass(0, "remapper", 4, 3, 4, 3, True, 0.4, change=fused),
        GrapplerPass(0, "loop_optimizer", 3, 3, 3, 3, False, 0.1, change=PassChange((), graph_of("f", []))),
        GrapplerPass(1, "arithmetic_optimizer", 2, 2, 1, 1, True, 0.1, "g", negated),
    )
    run = GrapplerRun("run", ConcreteFunction(first), ConcreteFunction(first), passes, "x: <b>", "CPU:0")
    return replace(report(), grappler={0: replace(run, first=ConcreteFunction(first, {"g": body}))})


def nasty() -> Report:
    """The report with a name that is markup wherever the user's code gives one."""
    whole = with_passes()
    trace = replace(whole.traces[0], signature=f"x: {NASTY}", output=NASTY)
    error = replace(whole.traces[2].error, message=NASTY, advice=NASTY, file=f"/{NASTY}")
    failed = replace(whole.traces[2], error=error, reasons=tuple(replace(r, before=NASTY) for r in trace.reasons))
    run = replace(whole.grappler[0], inputs=NASTY, options={NASTY: NASTY})
    function = replace(whole.function, name=NASTY)
    return replace(whole, function=function, traces=(trace, failed, *whole.traces[2:]), grappler={0: run})


@pytest.mark.parametrize("shown", [report(), with_passes(), nasty()], ids=["plain", "passes", "nasty"])
def test_that_a_page_is_well_formed_and_loads_nothing(shown: Report) -> None:
    page = to_html(shown, {FILE: SOURCE})
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    tree = ElementTree.fromstring(page.partition("\n")[2])
    local = Counter(element.tag.rpartition("}")[2].lower() for element in tree.iter())
    assert local == reader.tags
    assert (reader.tags["script"], reader.tags["style"], reader.tags["img"]) == (1, 1, 0)
    assert not [(tag, name) for tag, name, _ in reader.attributes if name == "src" or name.startswith("on")]
    assert all(value.startswith("#") for _, name, value in reader.attributes if name == "href")
    assert "@import" not in page
    assert "url(" not in page
    ids = [value for _, name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert {value[1:] for _, name, value in reader.attributes if name == "href"} <= set(ids)


def test_that_a_page_shows_the_text_of_names_that_are_markup() -> None:
    words = "".join(ElementTree.fromstring(to_html(nasty(), {FILE: SOURCE}).partition("\n")[2]).itertext())
    assert words.count("</script></style><script>alert('&')</script><img src=x onerror=y>") >= 6
    assert "\x01" not in words


def test_that_statements_are_told_beside_the_lines_of_their_function() -> None:
    page = ElementTree.fromstring(to_html(report(), {FILE: SOURCE}).partition("\n")[2])
    (source,) = [each for each in page.iter(_html("table")) if each.get("class") == "source"]
    rows = ["|".join("".join(cell.itertext()) for cell in row) for row in source.iter(_html("tr"))]
    assert [row.partition("|")[0] for row in rows] == ["5", "6", "7", "8"]
    assert rows[2] == "7|    if x > 0:|if in the graph ×2: StatelessIf"


def test_that_each_pass_that_changed_something_has_its_words_and_its_graph() -> None:
    page = ElementTree.fromstring(to_html(with_passes(), {}).partition("\n")[2])
    steps = {each.get("id"): each for each in page.iter(_html("section")) if "-pass-" in (each.get("id") or "")}
    assert list(steps) == ["A-pass-0", "A-pass-1", "A-pass-3"]
    words = {name: "".join(step.itertext()) for name, step in steps.items()}
    assert "MatMul + Relu became _FusedMatMul in remapper" in words["A-pass-1"]
    assert "It worked on the function g" in words["A-pass-3"]
    drawings = {name: step.findall(".//{http://www.w3.org/2000/svg}svg") for name, step in steps.items()}
    assert {name: len(found) for name, found in drawings.items()} == dict.fromkeys(steps, 1)
    assert "_FusedMatMul" in "".join(drawings["A-pass-1"][0].itertext())
    listed = [each for each in page.iter(_html("li")) if each.get("class") in ("changed", "same")]
    assert [each.get("class") for each in listed] == ["changed", "same", "changed"]


def test_that_from_pass_to_pass_what_stays_keeps_its_place_and_what_is_gone_is_seen_where_it_was() -> None:
    page = ElementTree.fromstring(to_html(with_passes(), {}).partition("\n")[2])
    steps = {each.get("id"): each for each in page.iter(_html("section")) if "-pass-" in (each.get("id") or "")}

    def places(step: str) -> dict[str, tuple[str, float]]:
        texts = steps[step].iter("{http://www.w3.org/2000/svg}text")
        return {each.text or "": (each.get("x") or "", float(each.get("y") or 0)) for each in texts}

    before, after = places("A-pass-0"), places("A-pass-1")
    assert before["_Retval"] == after["_Retval"]
    assert before["_Arg"] == after["_Arg"]
    assert abs(before["MatMul"][1] - after["MatMul"][1]) < 20
    assert "Relu" in before
    assert "Relu" not in after


def test_that_every_colour_of_a_drawing_has_a_light_and_a_dark_one() -> None:
    page = to_html(with_passes(), {})
    used = set(re.findall(r"var\((--[\w-]+)\)", page))
    assert "--g0" in used
    for name in used:
        light, dark = re.findall(rf"{name}:([^;]+);", page)
        assert {light, dark} == {"none"} or light.startswith("#")
    assert not re.search(r'(?:fill|stroke)="#', page)
    panes = [load_theme(name).colours["pane"] for name in ("light", "dark")]
    assert re.findall(r"--pane:([^;]+);", page) == panes


def _html(name: str) -> str:
    return f"{{http://www.w3.org/1999/xhtml}}{name}"
