"""What the XLA tab tells in its table: how many instructions of each kind there are before and after, and in words."""

from __future__ import annotations

from collections import Counter

from graphscope.model.grappler import XlaCompilation

HEADINGS = ("instruction", "before", "optimised", "difference", "")
Cells = tuple[tuple[str, ...], bool]


def xla_rows(compiled: XlaCompilation) -> list[Cells]:
    """All instructions, then each opcode, those that changed most first; what did not change is muted."""
    before, after = compiled.ops_before, compiled.ops_after
    found = [_cells("all", compiled.instructions_before, compiled.instructions_after, "")]
    names = sorted({*before, *after}, key=lambda each: (-abs(after.get(each, 0) - before.get(each, 0)), each))
    for name in names:
        note = _kinds(compiled) if name == "fusion" else ""
        found.append(_cells(name, before.get(name, 0), after.get(name, 0), note))
    return found


def compiled_words(compiled: XlaCompilation) -> str:
    """``Compiled for any values of these shapes on CPU:0, on a copy with jit_compile=True``."""
    device = compiled.device.rpartition("/device:")[2]
    words = [
        f"Compiled for {compiled.inputs}" if compiled.inputs else "Compiled",
        *([f"on {device}"] if device else []),
    ]
    copy = "" if compiled.own_jit else ", on a copy with jit_compile=True"
    return " ".join([f"{' '.join(words)}{copy}.", compiled.unchecked]).rstrip()


def _cells(name: str, before: int, after: int, note: str) -> Cells:
    change = after - before
    told = "" if not change else f"{'+' if change > 0 else '−'}{abs(change):,}"
    return (name, f"{before:,}", f"{after:,}", told, note), not change


def _kinds(compiled: XlaCompilation) -> str:
    """``3 kLoop, 1 kOutput``."""
    graphs = () if compiled.after is None else (compiled.after.graph, *compiled.after.functions.values())
    kinds = Counter(
        str(told.get("kind", ""))
        for graph in graphs
        for op_type, told in zip(graph.op_types, graph.attributes, strict=True)
        if op_type == "fusion"
    )
    return ", ".join(f"{count} {kind}" for kind, count in kinds.most_common() if kind)
