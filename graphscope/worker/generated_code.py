"""What AutoGraph made of each function that a trace entered, with the user's line of each of its lines."""

from __future__ import annotations

import re
import types
from collections import Counter
from typing import Dict, Iterable, List, Optional, Tuple

from graphscope.protocol.records import GeneratedRecord
from graphscope.worker.conversion_map import ConversionMap

Lines = Dict[int, Tuple[str, int]]

_FACTORY = re.compile(r"    def inner_factory\(")
_RETURN = re.compile(r"        return \w+$")
_CARRIER = re.compile(r"\s*def (?!tf__)\w+\(")
"""The functions that AutoGraph cuts a statement's parts into: what is in them belongs to the statement."""
_MARGIN = " " * 8


def generated_records(conversions: ConversionMap, entered: Iterable[types.CodeType]) -> Tuple[GeneratedRecord, ...]:
    """One record for each of the user's functions that was converted, in the order in which they were entered."""
    found: Dict[str, GeneratedRecord] = {}
    for code in entered:
        file = conversions.generated_file(code)
        if file and file not in found and conversions.is_users(file):
            record = _record(code.co_name, conversions.texts[file], conversions.user_lines(file))
            if record is not None:
                found[file] = record
    return tuple(found.values())


def _record(name: str, text: str, places: Lines) -> Optional[GeneratedRecord]:
    if not places:
        return None
    file = Counter(place[0] for place in places.values()).most_common(1)[0][0]
    rows = text.split("\n")
    first, last = _body(rows)
    own = {number: line for number, (there, line) in places.items() if there == file}
    told = _filled(rows, own)[first:last]
    kept = [row[len(_MARGIN) :] if row.startswith(_MARGIN) else row for row in rows[first:last]]
    line = min((each for each in told if each), default=0)
    return GeneratedRecord(name, file, line, "\n".join(kept), tuple(told))


def _body(rows: List[str]) -> Tuple[int, int]:
    """The rows of the function itself, without the factories around it."""
    first = next((index + 1 for index, row in enumerate(rows) if _FACTORY.match(row)), 0)
    last = next((index for index in range(len(rows) - 1, first, -1) if _RETURN.match(rows[index])), len(rows))
    while first < last and not rows[first].strip():
        first += 1
    return first, last


def _filled(rows: List[str], own: Dict[int, int]) -> List[int]:
    """The user's line of each row, 0 where it has none; what only carries a statement's state is that statement's."""
    found: List[int] = []
    around: List[Tuple[int, int]] = []
    for number, row in enumerate(rows, start=1):
        indent = len(row) - len(row.lstrip())
        if row.strip():
            while around and around[-1][0] >= indent:
                around.pop()
        line = own.get(number, around[-1][1] if around and row.strip() else 0)
        found.append(line)
        if _CARRIER.match(row) and line:
            around.append((indent, line))
    return found
