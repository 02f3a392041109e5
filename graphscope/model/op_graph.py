"""OpGraph: one function's graph of ops, kept as columns; an OpNode is a view of one row, made when asked for."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

Attribute = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the user's source on the way to an op. For a notebook, ``file`` ends in ``#cell=N``."""

    file: str
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Constant:
    """The value of a Const, whole where it is small, else told by its statistics."""

    dtype: str
    shape: tuple[int, ...]
    text: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Argument:
    """A placeholder: a parameter of the function, or a tensor captured from outside."""

    node: int
    name: str
    captured: bool
    variable: bool
    spec: str


@dataclass(frozen=True, slots=True)
class OpNode:
    """One op. Its identity is (function name, node name); ``index`` is its row and holds in this graph only."""

    index: int
    name: str
    op_type: str
    inputs: tuple[tuple[int, int], ...]
    """(source node, source output) of each data input."""
    control_inputs: tuple[int, ...]
    outputs: tuple[str, ...]
    """dtype and shape of each output, ``float32[?, 4]``."""
    attributes: Mapping[str, Attribute]
    device: str
    frames: tuple[Frame, ...]
    """The user's own frames, outermost first."""
    calls: Mapping[str, tuple[str, ...]]
    """Attribute → names of the functions that the op calls."""
    constant: Constant | None
    argument: Argument | None


@dataclass(frozen=True)
class OpGraph:
    """The graph of one function: entry i of each column tells of node i."""

    function: str
    names: tuple[str, ...]
    op_types: tuple[str, ...]
    inputs: tuple[tuple[int, ...], ...]
    """Per node, flat pairs: source node, source output, …"""
    control_inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[str, ...], ...]
    attributes: tuple[Mapping[str, Attribute], ...]
    devices: tuple[str, ...]
    stacks: tuple[tuple[Frame, ...], ...]
    calls: Mapping[int, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    constants: Mapping[int, Constant] = field(default_factory=dict)
    arguments: tuple[Argument, ...] = ()
    results: tuple[tuple[int, int], ...] = ()
    input_names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    flops: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Op type → floating-point operations, and how many ops of that type TensorFlow could say it of."""

    def __len__(self) -> int:
        return len(self.names)

    def node(self, index: int) -> OpNode:
        """Row ``index`` as an OpNode."""
        flat = self.inputs[index]
        return OpNode(
            index=index,
            name=self.names[index],
            op_type=self.op_types[index],
            inputs=tuple(zip(flat[::2], flat[1::2], strict=True)),
            control_inputs=self.control_inputs[index],
            outputs=self.outputs[index],
            attributes=self.attributes[index],
            device=self.devices[index],
            frames=self.stacks[index],
            calls=self.calls.get(index, {}),
            constant=self.constants.get(index),
            argument=self.argument_of.get(index),
        )

    def __iter__(self) -> Iterator[OpNode]:
        return (self.node(index) for index in range(len(self)))

    @functools.cached_property
    def index_of(self) -> Mapping[str, int]:
        """Node name → row."""
        return {name: index for index, name in enumerate(self.names)}

    @functools.cached_property
    def argument_of(self) -> Mapping[int, Argument]:
        """Row of a placeholder → the argument it stands for."""
        return {argument.node: argument for argument in self.arguments}

    @functools.cached_property
    def edge_count(self) -> int:
        """Number of data edges and control edges."""
        return sum(len(flat) // 2 for flat in self.inputs) + sum(map(len, self.control_inputs))

    @functools.cached_property
    def op_counts(self) -> Counter[str]:
        """Op type → number of nodes."""
        return Counter(self.op_types)

    @functools.cached_property
    def consumers(self) -> tuple[tuple[int, ...], ...]:
        """Per node, the rows that take its outputs or wait for it, each once, in row order."""
        found: list[dict[int, None]] = [{} for _ in self.names]
        for index, flat in enumerate(self.inputs):
            for source in flat[::2]:
                found[source][index] = None
        for index, sources in enumerate(self.control_inputs):
            for source in sources:
                found[source][index] = None
        return tuple(tuple(each) for each in found)

    @functools.cached_property
    def answers(self) -> dict[object, Any]:
        """What analysis has worked out about this graph, by question; kept exactly as long as the graph is."""
        return {}

    def to_networkx(self) -> nx.MultiDiGraph:
        """The graph for algorithms that want one: nodes are rows, edges carry ``output`` or ``control``."""
        # Imported when wanted only: it takes longer than the rest of the window's start.
        import networkx as nx

        graph = nx.MultiDiGraph(function=self.function)
        for index, (name, op_type) in enumerate(zip(self.names, self.op_types, strict=True)):
            graph.add_node(index, name=name, op_type=op_type)
        for index, flat in enumerate(self.inputs):
            for source, output in zip(flat[::2], flat[1::2], strict=True):
                graph.add_edge(source, index, output=output, control=False)
            for source in self.control_inputs[index]:
                graph.add_edge(source, index, output=-1, control=True)
        return graph
