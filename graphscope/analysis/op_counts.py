"""Op counts: how many ops of each type a graph has, with and without the functions nested in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from graphscope.analysis.search import functions_of
from graphscope.model.trace import ConcreteFunction


def op_counts(concrete: ConcreteFunction) -> Counter[str]:
    """Op type → number, each nested function counted once however often it is called."""
    total: Counter[str] = Counter()
    for graph in functions_of(concrete):
        total.update(graph.op_counts)
    return total


def counts_by_function(concrete: ConcreteFunction) -> Mapping[str, Counter[str]]:
    """Function → op type → number, the outermost graph first."""
    return {graph.function: graph.op_counts for graph in functions_of(concrete)}


def node_count(concrete: ConcreteFunction) -> int:
    """Every op of the graph and of the functions nested in it."""
    return sum(map(len, functions_of(concrete)))
