"""The passes of one Grappler run, read from what TensorFlow logged; where the lines come from is no matter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import AbstractSet, Dict, Iterable, List, Set, Tuple

from graphscope.protocol.records import PassRecord

_LINE = re.compile(r"(?P<thread>\d+) (?P<words>.*)")
_RUN = re.compile(r"Starting optimization for grappler item: (?P<name>\S+)")
_ITEM = re.compile(r"Optimize GrapplerItem: item\.id=(?P<name>\S+) ")
_ITERATION = re.compile(r"Starting optimization iteration (?P<number>\d+)")
_PASS = re.compile(
    r"(?P<name>[\w.-]+)(?:\{.*\})?: Graph size after: (?P<nodes>\d+) nodes \((?P<more_nodes>[-+]?\d+)\), "
    r"(?P<edges>\d+) edges \((?P<more_edges>[-+]?\d+)\), time = (?P<time>[\d.e+-]+)ms"
)
_DUMP = re.compile(
    r"Dumped Graph to (?P<path>.*/(?P<when>before|after)_MetaOptimizer(?:_iteration_\d+"
    r"(?:_(?P<name>[a-z]\w*?)(?:\{.*\})?)?)?_\d+(?:_\d+)?\.\w+)$"
)


@dataclass
class ToldPass:
    """A pass, and the file that holds the graph after it; '' where there is none."""

    record: PassRecord
    path: str = ""


@dataclass
class ToldFunction:
    """A function that was optimised: the file of its graph before the first pass, '' where there is none."""

    name: str
    first: str = ""
    passes: List[ToldPass] = field(default_factory=list)


def told_functions(function: str, others: AbstractSet[str], lines: Iterable[str]) -> Tuple[ToldFunction, ...]:
    """What was optimised: ``function`` first, of its last run where there were several, then those of ``others``.

    A pass that declined to do anything is not logged, and is not among them.
    """
    reader = _Reader(function, others)
    for line in lines:
        found = _LINE.match(line)
        if found is not None:
            reader.read(found["thread"], found["words"])
    return tuple(each for each in reader.functions.values() if each.passes)


class _Thread:
    """What one thread is at."""

    def __init__(self) -> None:
        self.run = ""
        self.told: ToldFunction = ToldFunction("")
        self.iteration = 0
        self.seen: Set[str] = set()
        self.numbered = False


class _Reader:
    """Reads line by line; functions that are called run when they are optimised, several at the same time."""

    def __init__(self, function: str, others: AbstractSet[str]) -> None:
        self.functions: Dict[str, ToldFunction] = {function: ToldFunction(function)}
        self._function = function
        self._others = others
        self._threads: Dict[str, _Thread] = {}

    def read(self, thread: str, words: str) -> None:
        """One line of ``thread``."""
        at = self._threads.setdefault(thread, _Thread())
        run, item, iteration = _RUN.match(words), _ITEM.match(words), _ITERATION.match(words)
        if run is not None:
            self._begin_run(at, run["name"])
        elif item is not None:
            self._begin_item(at, item["name"])
        elif iteration is not None:
            at.iteration, at.seen, at.numbered = int(iteration["number"]), set(), True
        else:
            self._read_work(at, words)

    def _begin_run(self, at: _Thread, name: str) -> None:
        at.run = name
        if name == self._function:
            self.functions = {name: ToldFunction(name)}
        # An other function that is called twice is optimised twice, and alike: the first time is told.
        at.told = ToldFunction("") if name in self.functions and name != self._function else self._wanted(name)

    def _begin_item(self, at: _Thread, name: str) -> None:
        at.iteration, at.seen, at.numbered = 0, set(), False
        if name != at.run or name == self._function:
            # The function's own graph once more, or a body that is optimised in the course of it.
            at.told = self._wanted(name)

    def _wanted(self, name: str) -> ToldFunction:
        if name != self._function and name not in self._others:
            return ToldFunction("")
        return self.functions.setdefault(name, ToldFunction(name))

    def _read_work(self, at: _Thread, words: str) -> None:
        done, dump = _PASS.match(words), _DUMP.match(words)
        if done is not None:
            # Without the numbers in the log: in an iteration, every pass runs once.
            if done["name"] in at.seen and not at.numbered:
                at.iteration, at.seen = at.iteration + 1, set()
            at.seen.add(done["name"])
            at.told.passes.append(ToldPass(_record(at, done, self._function)))
        elif dump is not None and not at.told.passes:
            if dump["when"] == "before":
                at.told.first = at.told.first or dump["path"]
        elif dump is not None:
            last = at.told.passes[-1]
            # A pass that works on the whole library has no dump of its own; that of its iteration is as good, and so
            # is what the next ones begin with.
            if not last.path and dump["name"] in (None, last.record.name):
                last.path = dump["path"]


def _record(at: _Thread, done: "re.Match[str]", function: str) -> PassRecord:
    nodes, edges = int(done["nodes"]), int(done["edges"])
    more_nodes, more_edges = int(done["more_nodes"]), int(done["more_edges"])
    return PassRecord(
        iteration=at.iteration,
        name=done["name"],
        nodes_before=nodes - more_nodes,
        nodes_after=nodes,
        edges_before=edges - more_edges,
        edges_after=edges,
        changed=bool(more_nodes or more_edges),
        milliseconds=float(done["time"]),
        function="" if at.told.name == function else at.told.name,
    )
