"""Grappler's pipeline in an HTML page: every pass with what it changed in words and as a graph, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from graphscope.analysis.loop_variables import with_loop_variables
from graphscope.analysis.pass_graphs import graph_after
from graphscope.analysis.pass_origins import Origin, origins
from graphscope.analysis.picture import NodeId
from graphscope.export.exhibits import Exhibit
from graphscope.export.html_figures import Figures, Marks
from graphscope.export.markup import Markup, joined, tag
from graphscope.export.version_drawing import WholeDrawing
from graphscope.model.grappler import GrapplerPass, GrapplerRun
from graphscope.model.trace import ConcreteFunction, Statement

_MOST_ORIGINS = 30
_MOST_DRAWN = 40
"""Passes that are drawn: a page should open in a moment, and be sent by mail."""
_NEW = frozenset({"fused", "folded", "inlined", "renamed", "added", "became"})
_STAYS = frozenset({"rewired", "moved", "changed"})
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Pipeline:
    """One run, and ``key``, the letter of the signature whose graph it is on; ``traced`` names what loops carry."""

    key: str
    run: GrapplerRun
    traced: ConcreteFunction | None = None
    statements: tuple[Statement, ...] | None = None


@dataclass(frozen=True, eq=False)
class _Drawn:
    """The graphs that are drawn, by the pass after which they are; those of the outermost function in one drawing."""

    graphs: Mapping[int, ConcreteFunction]
    whole: WholeDrawing | None
    outermost: tuple[int, ...]

    def before(self, index: int) -> ConcreteFunction | None:
        """The graph of the outermost function that is drawn before that one."""
        earlier = [each for each in self.outermost if each < index]
        return self.graphs[max(earlier)] if earlier else None


def pipeline(shown: Pipeline, figures: Figures, tell: Tell) -> Markup:
    """The list of passes, and a part for each that changed something; '' where no pass is known."""
    run = shown.run
    if not run.passes:
        return Markup("")
    tell(f"drawing {shown.key} through all passes")
    drawn = _drawn(shown, figures)
    steps = [_first(shown, drawn, figures)] if run.first is not None else []
    for index, one in enumerate(run.passes):
        if one.changed:
            tell(f"drawing {shown.key} after {one.name}")
            steps.append(_step(shown, index, drawn, figures))
    choice = tag("label", tag("input", type="checkbox", class_="all"), " passes that changed nothing, too")
    items = tag("ol", *_items(shown), class_="passes")
    listed = tag("nav", tag("p", choice, class_="script"), items, aria_label=f"Passes of {shown.key}")
    return tag("div", listed, tag("div", *steps, class_="steps"), class_="pipeline")


def _drawn(shown: Pipeline, figures: Figures) -> _Drawn:
    run = shown.run
    known = [index for index, one in enumerate(run.passes) if one.changed and one.change is not None][:_MOST_DRAWN]
    own = [index for index in known if not run.passes[index].function]
    graphs = {index: found for index in (-1, *own) if (found := _graph(run, index)) is not None}
    if shown.traced is not None:
        traced = shown.traced
        graphs = {i: replace(each, graph=with_loop_variables(each.graph, traced)) for i, each in graphs.items()}
    whole = figures.whole(list(graphs.values()), shown.statements) if graphs else None
    others = {index: found for index in known if index not in own and (found := _graph(run, index)) is not None}
    return _Drawn({**graphs, **others}, whole, tuple(graphs))


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


def _first(shown: Pipeline, drawn: _Drawn, figures: Figures) -> Markup:
    assert drawn.whole is not None
    exhibit = Exhibit(f"{shown.key} first", f"{shown.key}  as it came to the first pass", drawn.graphs[-1])
    words = "The runtime inlines calls, takes branches and loops apart and places ops before Grappler's first pass."
    heading = tag("h4", "Before the first pass")
    figure = figures.version(exhibit, drawn.whole, Marks())
    return tag("section", heading, tag("p", words), figure, id=_anchor(shown, -1))


def _step(shown: Pipeline, index: int, drawn: _Drawn, figures: Figures) -> Markup:
    one = shown.run.passes[index]
    heading = tag("h4", f"{one.name}, iteration {one.iteration}")
    told = origins(shown.run, index) if one.change is not None else ()
    where = f" It worked on the function {one.function}." if one.function else ""
    parts = [heading, tag("p", f"{_sizes(one)}.{where}"), *_words(told)]
    after = drawn.graphs.get(index)
    if after is not None:
        exhibit = Exhibit(f"{shown.key} {index}", f"{shown.key}  after {one.name}, iteration {one.iteration}", after)
        added, changed = _marked(told, after)
        alone = one.function or drawn.whole is None
        whole = figures.whole([after], shown.statements) if alone or drawn.whole is None else drawn.whole
        parts.append(figures.version(exhibit, whole, Marks(added, changed, None if alone else drawn.before(index))))
    elif one.change is None or _graph(shown.run, index) is None:
        parts.append(tag("p", shown.run.stopped or "The graph after this pass is not known.", class_="muted"))
    else:
        parts.append(tag("p", f"Only the first {_MOST_DRAWN} changes are drawn here; the window draws all."))
    return tag("section", *parts, id=_anchor(shown, index))


def _graph(run: GrapplerRun, index: int) -> ConcreteFunction | None:
    """The graph that the pass worked on, after it; for -1 the one that came to the first pass."""
    found, name = graph_after(run, index), run.passes[index].function if index >= 0 else ""
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
