"""Reads a graph that TensorFlow dumped, as bytes or as text; what it is a graph of is no matter."""

from __future__ import annotations

from typing import Any, Optional

_BINARY = ".pb"


def dumped_graph(path: str) -> Optional[Any]:
    """The GraphDef in a file, None where there is none or where it is cut short."""
    import tensorflow as tf
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

    try:
        with open(path, "rb") as stream:
            data = stream.read()
        return tf.compat.v1.GraphDef.FromString(data) if path.endswith(_BINARY) else _from_text(data)
    except (OSError, DecodeError, tf.errors.OpError):
        return None


def _from_text(data: bytes) -> Any:
    """TensorFlow's own op reads text far quicker than protobuf's Python does."""
    import tensorflow as tf

    if data.startswith(b"goo.gle"):
        data = data.partition(b"\n")[2]  # a remark that protobuf writes since 2024 and does not read
    fields = ("node", "library")
    _, values = tf.io.decode_proto(data, "tensorflow.GraphDef", fields, [tf.string] * 2, message_format="text")
    graph = tf.compat.v1.GraphDef()
    graph.node.extend(map(tf.compat.v1.NodeDef.FromString, values[0].numpy().ravel()))
    for library in values[1].numpy().ravel():
        graph.library.MergeFromString(library)
    return graph
