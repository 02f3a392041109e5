"""Connected pieces of a level, those of several boxes first; no coordinates."""

from __future__ import annotations

from collections.abc import Sequence


def connected_pieces(count: int, links: Sequence[tuple[int, int, int]]) -> list[tuple[list[int], list[int]]]:
    """(boxes, links) of each piece, both ascending. Pieces keep the order of their first box, lone boxes come last."""
    leader = list(range(count))
    for source, target, _ in links:
        one, other = _root(leader, source), _root(leader, target)
        leader[max(one, other)] = min(one, other)
    pieces: dict[int, tuple[list[int], list[int]]] = {}
    for node in range(count):
        pieces.setdefault(_root(leader, node), ([], []))[0].append(node)
    for number, (source, _, _) in enumerate(links):
        pieces[_root(leader, source)][1].append(number)
    found = list(pieces.values())
    return [piece for piece in found if len(piece[0]) > 1] + [piece for piece in found if len(piece[0]) == 1]


def _root(leader: list[int], node: int) -> int:
    while leader[node] != node:
        leader[node] = leader[leader[node]]
        node = leader[node]
    return node
