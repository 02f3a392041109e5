"""SearchMatches: what a search found in the panes, as one long list that is never written out; and how it is asked."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphscope.analysis.picture import NodeId, Picture
from graphscope.model.op_graph import OpGraph
from graphscope.model.trace import ConcreteFunction

if TYPE_CHECKING:
    from graphscope.analysis.edges import Rows
    from graphscope.analysis.places import Places

# numpy and the search itself are imported where they are used: the window opens without them.


@dataclass(frozen=True, eq=False)
class SearchWish:
    """What is looked for, and where: each pane's place, graph and picture."""

    text: str
    panes: tuple[tuple[int, ConcreteFunction, Picture], ...]
    sources: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Match:
    """One op that was found."""

    pane: int
    graph: OpGraph
    row: int

    @property
    def node(self) -> NodeId:
        """Its identity."""
        return self.graph.function, self.graph.names[self.row]

    @property
    def line(self) -> int | None:
        """The user's innermost line that made it."""
        stack = self.graph.stacks[self.row]
        return stack[-1].line if stack else None


@dataclass(frozen=True, eq=False)
class SearchMatches:
    """The ops that were found and can be seen, pane by pane; how many more are hidden; and all of them by pane."""

    text: str = ""
    parts: tuple[tuple[int, OpGraph, Rows], ...] = ()
    hidden: int = 0
    problem: str = ""
    places: Mapping[int, Places] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ends", tuple(itertools.accumulate(len(rows) for _, _, rows in self.parts)))

    _ends: Sequence[int] = field(init=False, default=())

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, place: int) -> Match:
        part = bisect.bisect_right(self._ends, place)
        pane, graph, rows = self.parts[part]
        return Match(pane, graph, int(rows[place - (self._ends[part] - len(rows))]))

    def is_like(self, other: SearchMatches) -> bool:
        """Whether the same ops were found in the same panes."""
        import numpy as np

        return (self.text, len(self.parts)) == (other.text, len(other.parts)) and all(
            one[:2] == two[:2] and np.array_equal(one[2], two[2])
            for one, two in zip(self.parts, other.parts, strict=True)
        )


def find(wish: SearchWish) -> SearchMatches:
    """Search every pane."""
    from graphscope.analysis.search import search

    parts, places, hidden = [], {}, 0
    for pane, concrete, picture in wish.panes:
        found = search(concrete, wish.text, wish.sources)
        if found.problem:
            return SearchMatches(wish.text, problem=found.problem)
        places[pane] = found.places
        for graph, rows in found.places:
            shown = rows[_shown(picture, graph, rows)]
            hidden += len(rows) - len(shown)
            if len(shown):
                parts.append((pane, graph, shown))
    return SearchMatches(wish.text, tuple(parts), hidden, "", places)


def _shown(picture: Picture, graph: OpGraph, rows: Rows) -> Rows:
    import numpy as np

    from graphscope.analysis.box_of import BoxOf

    boxes = picture.box_of
    if isinstance(boxes, BoxOf):
        return np.flatnonzero(boxes.shown(graph.function, rows))
    return np.flatnonzero([(graph.function, graph.names[row]) in boxes for row in rows.tolist()])
