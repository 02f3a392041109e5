"""What a connection tells of its worker: a message, something printed, the end; frozen, and free of threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from graphscope.launch.ending import Ending
from graphscope.protocol.messages import Reply


@dataclass(frozen=True)
class Arrived:
    """A reply. For one that ends a request, ``output`` is what was printed since the one before it."""

    message: Reply
    output: str = ""


@dataclass(frozen=True)
class Printed:
    """Something the worker printed, as it came; the same text is in the ``output`` of the step's last reply."""

    text: str


@dataclass(frozen=True)
class Ended:
    """The worker is gone; nothing comes after this. ``output`` is what it printed since its last final reply."""

    ending: Ending
    sentence: str
    advice: str = ""
    output: str = ""


Event = Union[Arrived, Printed, Ended]
