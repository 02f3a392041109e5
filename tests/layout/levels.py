"""Levels and diagrams for tests of layout, made by hand and by hypothesis, and the rules that every placement holds."""

from __future__ import annotations

from hypothesis import strategies as st

from graphscope.layout.level import Level, LevelPlacement
from graphscope.layout.placement import Diagram, Item, Link

EPSILON = 0.01


@st.composite
def levels(draw: st.DrawFn, most: int = 40) -> Level:
    """Levels of any shape: cycles, self-links, doubled links, pieces that hang together with nothing."""
    count = draw(st.integers(0, most))
    size = st.tuples(st.sampled_from([120.0, 190.0, 400.0]), st.sampled_from([36.0, 36.0, 58.0, 300.0]))
    sizes = tuple(draw(st.lists(size, min_size=count, max_size=count)))
    if not count:
        return Level(())
    end = st.integers(0, count - 1)
    links = draw(st.lists(st.tuples(end, end, st.just(1)), max_size=2 * count))
    return Level(sizes, tuple(links), draw(st.sampled_from(["down", "right"])))


def chain(count: int) -> Level:
    """Boxes one below the other."""
    return Level(((160.0, 36.0),) * count, tuple((number, number + 1, 1) for number in range(count - 1)))


def unrolled(rounds: int, size: int = 16) -> Level:
    """An unrolled loop on one flat level: rounds of ops, each fed by the one before, a weight and a skip."""
    links, last, count = [], 2, 3
    for _ in range(rounds):
        begin = count
        for step in range(size):
            links.append((last, count, 1))
            if step % 4 == 1:
                links.append((step % 2, count, 1))
            if step % 5 == 4:
                links.append((begin, count, 1))
            last, count = count, count + 1
    return Level(tuple((120.0 + number * 37 % 100 // 4 * 4, 36.0) for number in range(count)), tuple(links))


def tangle(count: int) -> Level:
    """Boxes linked across and across: quick for our own layers, minutes for dot."""
    links = [(number, (number * 7 + step * 13) % count, 1) for number in range(count) for step in range(1, 6)]
    return Level(((120.0, 36.0),) * count, tuple(link for link in links if link[0] != link[1]))


def nested(direction: str = "down") -> Diagram:
    """An op, a loop with its condition and body side by side, and an op behind it."""
    items = {
        "x": Item("x", 190, 36),
        "while": Item("while", 240, 48, ("condition", "body"), header=24),
        "condition": Item("condition", 120, 40, ("less",), header=16),
        "less": Item("less", 120, 36),
        "body": Item("body", 120, 40, ("i", "add", "mul"), header=16),
        "i": Item("i", 120, 36),
        "add": Item("add", 120, 36),
        "mul": Item("mul", 120, 36),
        "y": Item("y", 190, 36),
    }
    links = (Link("x", "while"), Link("while", "y"), Link("x", "y"), Link("i", "add"), Link("i", "mul"))
    return Diagram(items, ("x", "while", "y"), links, direction)


def check(level: Level, placed: LevelPlacement) -> None:
    """No two boxes overlap, everything is inside of the drawing, and every way ends on the borders of its boxes."""
    boxes = [(x, y, x + width, y + height) for (x, y), (width, height) in zip(placed.corners, level.sizes, strict=True)]
    for left, top, right, bottom in boxes:
        assert min(left, top) >= -EPSILON
        assert right <= placed.width + EPSILON
        assert bottom <= placed.height + EPSILON
    order = sorted(boxes)
    for number, (_, top, right, bottom) in enumerate(order):
        for other in order[number + 1 :]:
            if other[0] >= right - EPSILON:
                break
            assert other[1] >= bottom - EPSILON or other[3] <= top + EPSILON
    for (source, target, _), way in zip(level.links, placed.ways, strict=True):
        assert on_border(way.points[0], boxes[source])
        assert on_border(way.points[-1], boxes[target])
        if way.curved:
            assert len(way.points) % 3 == 1


def on_border(point: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    (x, y), (left, top, right, bottom) = point, box
    inside = left - EPSILON <= x <= right + EPSILON and top - EPSILON <= y <= bottom + EPSILON
    return inside and min(abs(x - left), abs(x - right), abs(y - top), abs(y - bottom)) <= EPSILON
