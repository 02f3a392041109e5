"""Pictures with placements made by hand, for tests and trials of the canvas that need neither tracing nor layout."""

from __future__ import annotations

from graphscope.analysis.picture import Box, Picture, Wire
from graphscope.layout.placement import Placement, Rect, Route

Drawn = tuple[Picture, Placement]


def op(name: str, title: str, subtitle: str = "", look: str = "op", parent: str = "") -> Box:
    return Box(name, "op", title, subtitle, look, nodes=(("f", name),), parent=parent)


def straight(source: str, target: str, rects: dict[str, Rect]) -> Route:
    a, b = rects[source], rects[target]
    return Route(source, target, ((a.x + a.width / 2, a.y + a.height), (b.x + b.width / 2, b.y)))


def picture_of(boxes: list[Box], wires: tuple[Wire, ...], rects: dict[str, Rect], routes: tuple[Route, ...]) -> Drawn:
    right = max(rect.x + rect.width for rect in rects.values())
    bottom = max(rect.y + rect.height for rect in rects.values())
    roots = tuple(box.id for box in boxes if not box.parent)
    box_of = {node: box.id for box in boxes for node in box.nodes}
    return Picture({box.id: box for box in boxes}, roots, wires, box_of), Placement(rects, routes, right, bottom)


def clip_loop() -> Drawn:
    """The left pane of the design's picture: ops, a group, an open loop with a condition and a closed branch."""
    rects = {
        "x": Rect(50, 0, 190, 36),
        "dropout": Rect(50, 68, 190, 36),
        "matmul": Rect(50, 136, 190, 36),
        "while": Rect(0, 206, 420, 140),
        "cond": Rect(16, 240, 140, 92),
        "body": Rect(168, 240, 240, 92),
        "less": Rect(36, 270, 100, 30),
        "if": Rect(228, 262, 120, 62),
        "add": Rect(50, 380, 190, 36),
    }
    wires = (
        Wire("x", "dropout", label="float32[?, 4]"),
        Wire("dropout", "matmul"),
        Wire("matmul", "while"),
        Wire("while", "add", 3, "3 tensors"),
        Wire("x", "while", control=True),
    )
    routes = (
        *(straight(a, b, rects) for a, b in (("x", "dropout"), ("dropout", "matmul"))),
        Route("matmul", "while", ((145, 172), (145, 206))),
        Route("while", "add", ((145, 346), (145, 380))),
        Route("x", "while", ((240, 22), (320, 52), (332, 132), (332, 206)), curved=True),
    )
    return picture_of(_clip_loop_boxes(), wires, rects, routes)


def _clip_loop_boxes() -> list[Box]:
    return [
        op("x", "Placeholder", "x", "argument"),
        Box("dropout", "group", "dropout", "line 11 · 8 ops · only in A", "group", can_open=True),
        op("matmul", "MatMul", "matmul", "matrix"),
        Box(
            "while",
            "region",
            "while · line 17",
            "StatelessWhile “while”",
            "while",
            "↻",
            children=("cond", "body"),
            can_open=True,
            is_open=True,
        ),
        Box("cond", "part", "condition: i < steps", "", "part-while", children=("less",), parent="while", is_open=True),
        Box("body", "part", "body", "", "part-while", children=("if",), parent="while", is_open=True),
        op("less", "Less", "", "math", "cond"),
        Box("if", "region", "if", "line 18 ▸ 2 branches", "if", "◆", parent="body", can_open=True),
        op("add", "AddV2", "for k · unrolled ×2 · line 22", "math"),
    ]


def opened_branch() -> Drawn:
    """An open branch with both its sides, closed regions of each kind in two sizes, and every look of an op."""
    looks = ["math", "matrix", "constant", "argument", "variable", "captured", "data", "effect", "result", "op"]
    boxes = [op(look, look.capitalize(), f"a box of look {look}", look) for look in looks]
    rects = {look: Rect(0, 46 * at, 190, 36) for at, look in enumerate(looks)}
    then, other = ("then", "else")
    boxes.append(
        Box(
            "if",
            "region",
            "if · line 12",
            "tf.cond by hand",
            "if",
            "◆",
            children=(then, other),
            can_open=True,
            is_open=True,
        )
    )
    rects["if"] = Rect(230, 0, 420, 160)
    for at, part in enumerate((then, other)):
        boxes.append(Box(part, "part", part, "", "part-if", children=(f"{part} op",), parent="if", is_open=True))
        boxes.append(op(f"{part} op", "Mul", f"{part}/mul", "math", part))
        rects[part] = Rect(244 + 202 * at, 36, 190, 110)
        rects[f"{part} op"] = Rect(256 + 202 * at, 70, 150, 36)
    for at, (look, glyph) in enumerate((("if", "◆"), ("while", "↻"), ("call", "ƒ"), ("group", "×12"))):
        kind = "group" if look == "group" else "region"
        for size, height in (("small", 36), ("large", 66)):
            boxes.append(Box(f"{look} {size}", kind, look, "14 ops · line 3", look, glyph, can_open=True))
            rects[f"{look} {size}"] = Rect(230 + (0 if size == "small" else 210), 180 + 76 * at, 190, height)
    wires = (Wire("math", "matrix"), Wire("if", "if large"))
    routes = (
        straight("math", "matrix", rects),
        Route("if", "if large", ((560, 160), (560, 180))),
    )
    return picture_of(boxes, wires, rects, routes)


def grid(count: int, columns: int = 0) -> Drawn:
    """That many ops in rows, each wired to the one below it."""
    columns = columns or max(1, round((count * 0.45) ** 0.5))
    looks = ("math", "matrix", "constant", "argument", "op", "data")
    boxes = [op(f"n{i}", f"Op{i % 97}", f"name_{i}", looks[i % 6]) for i in range(count)]
    rects = {f"n{i}": Rect(230 * (i % columns), 76 * (i // columns), 190, 36) for i in range(count)}
    pairs = [(f"n{i}", f"n{i + columns}") for i in range(count - columns)]
    wires = tuple(Wire(a, b, label="float32[8, 4]") for a, b in pairs)
    return picture_of(boxes, wires, rects, tuple(straight(a, b, rects) for a, b in pairs))
