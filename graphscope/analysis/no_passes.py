"""Why a Grappler run tells of no pass at all, in a sentence; what passes did is told elsewhere."""

from __future__ import annotations

from graphscope.model.grappler import GrapplerRun

_LEFT_ALONE = 4
"""TensorFlow's own min_graph_nodes."""


def why_no_passes(run: GrapplerRun) -> str:
    """The reason, as far as it is known from what was asked for and how big the graph is; '' where passes are told."""
    if run.passes or run.after is None:
        return ""
    if run.options.get("disable_meta_optimizer") == "True":
        return "No pass ran, since all were switched off (disable_meta_optimizer). This is the graph as it came."
    least, size = int(run.options.get("min_graph_nodes") or _LEFT_ALONE), len(run.after.graph)
    if size < (least or _LEFT_ALONE):
        told = f"{size} op{'' if size == 1 else 's'}"
        return (
            f"No pass ran, since Grappler leaves a graph of fewer than {least or _LEFT_ALONE} ops alone, and this one "
            f"has {told}. With min_graph_nodes=-1 it would not."
        )
    return "TensorFlow told of no pass: the graphs before and after Grappler are all that is known."
