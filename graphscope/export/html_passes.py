"""Grappler's pipeline in an HTML page: every pass with what it changed in words and as a graph, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphscope.analysis.pass_graphs import graph_after
from graphscope.analysis.pass_origins import Origin, origins
from graphscope.analysis.picture import NodeId
from graphscope.export.exhibits import Exhibit
from graphscope.export.html_figures import Figures
from graphscope.export.markup import Markup, joined, tag
from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.model.trace import ConcreteFunction

_MOST_ORIGINS = 30
_MOST_DRAWN = 40
"""Passes that are drawn: a page should open in a moment, and be sent by mail."""
_NEW = frozenset({"fused", "folded", "inlined", "renamed", "added", "became"})
_STAYS = frozenset({"rewired", "moved", "changed"})
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Pipeline:
    """One run, and ``key``, the letter of the signature whose graph it is on."""

    key: str
    run: GrapplerRun


def pipeline(shown: Pipeline, figures: Figures, tell: Tell) -> Markup:
    """The list of passes, and a part for each that changed something; '' where no pass is known."""
    run = shown.run
    if not run.passes:
        return Markup("")
    steps = [_first(shown, figures)] if run.first is not None else []
    drawn = 0
    for index, one in enumerate(run.passes):
        if not one.changed:
            continue
        draws = drawn < _MOST_DRAWN and one.change is not None
        drawn += draws
        tell(f"drawing {shown.key} after {one.name}")
        steps.append(_step(shown, index, figures if draws else None))
    choice = tag("label", tag("input", type="checkbox", class_="all"), " passes that changed nothing, too")
    items = tag("ol", *_items(shown), class_="passes")
    listed = tag("nav", tag("p", choice, class_="script"), items, aria_label=f"Passes of {shown.key}")
    return tag("div", listed, tag("div", *steps, class_="steps"), class_="pipeline")


def _items(shown: Pipeline) -> Iterator[Markup]:
    if shown.run.first is not None:
        size = f"{len(shown.run.first.graph):,} ops"
        link = tag("a", "before the first pass", href=f"#{_anchor(shown, -1)}")
        yield tag("li", link, " ", tag("small", size))
    for index, one in enumerate(shown.run.passes):
        told = f"{one.name} {one.iteration}"
        link = tag("a", told, href=f"#{_anchor(shown, index)}") if one.changed else tag("span", told)
        of = [f" in {one.function}"] if one.function else []
        yield tag(
            "li", link, " ", tag("small", _sizes(one), *of), class_="changed" if one.changed else "same", title=one.name
        )


def _first(shown: Pipeline, figures: Figures) -> Markup:
    first = shown.run.first
    assert first is not None
    exhibit = Exhibit(f"{shown.key} first", f"{shown.key}  as it came to the first pass", first)
    words = "The runtime inlines calls, takes branches and loops apart and places ops before Grappler's first pass."
    heading = tag("h4", "Before the first pass")
    return tag("section", heading, tag("p", words), figures.figure(exhibit), id=_anchor(shown, -1))


def _step(shown: Pipeline, index: int, figures: Figures | None) -> Markup:
    one = shown.run.passes[index]
    heading = tag("h4", f"{one.name}, iteration {one.iteration}")
    told = origins(shown.run, index) if one.change is not None else ()
    where = f" It worked on the function {one.function}." if one.function else ""
    parts = [heading, tag("p", f"{_sizes(one)}.{where}"), *_words(told)]
    after = _graph(shown.run, index)
    if figures is not None and after is not None:
        exhibit = Exhibit(f"{shown.key} {index}", f"{shown.key}  after {one.name}, iteration {one.iteration}", after)
        parts.append(figures.figure(exhibit, *_marked(told, after)))
    elif after is None:
        parts.append(tag("p", shown.run.stopped or "The graph after this pass is not known.", class_="muted"))
    else:
        parts.append(tag("p", f"Only the first {_MOST_DRAWN} changes are drawn here; the window draws all."))
    return tag("section", *parts, id=_anchor(shown, index))


def _graph(run: GrapplerRun, index: int) -> ConcreteFunction | None:
    """The graph that the pass worked on, after it."""
    found, name = graph_after(run, index), run.passes[index].function
    if found is None or not name:
        return found
    body = found.functions.get(name)
    return None if body is None else ConcreteFunction(body, found.functions)


def _marked(told: tuple[Origin, ...], after: ConcreteFunction) -> tuple[frozenset[NodeId], frozenset[NodeId]]:
    """The ops that are new, and those that changed."""
    function = after.graph.function
    there = after.graph.index_of
    new = frozenset((function, each.node) for each in told if each.kind in _NEW and each.node in there)
    return new, frozenset((function, each.node) for each in told if each.kind in _STAYS and each.node in there)


def _words(told: tuple[Origin, ...]) -> Iterator[Markup]:
    """What was done, those that say the same together, and no more than can be read."""
    if not told:
        return
    counts = Counter(each.words for each in told)
    lines = [f"{words} (×{count})" if count > 1 else words for words, count in counts.items()]
    more = len(lines) - _MOST_ORIGINS
    lines = lines[:_MOST_ORIGINS] + ([f"and {more:,} more"] if more > 0 else [])
    yield tag("ul", *(tag("li", each) for each in lines), class_="origins")


def _sizes(one: GrapplerPass) -> Markup:
    nodes, edges = (one.nodes_before, one.nodes_after), (one.edges_before, one.edges_after)
    told = [f"{name} {_change(*sizes)}" for name, sizes in (("ops", nodes), ("edges", edges))]
    return joined([", ".join([*told, f"{one.milliseconds:.3g} ms"])])


def _change(before: int, after: int) -> str:
    return f"{before:,} → {after:,}" if before != after else f"{after:,}"


def _anchor(shown: Pipeline, index: int) -> str:
    return f"{shown.key}-pass-{index + 1}"
