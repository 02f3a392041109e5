"""What TensorFlow says of arguments that do not fit a function, in a few words and in the notation of signatures."""

from __future__ import annotations

import re
from typing import Optional

_UNBOUND = re.compile(
    r"Binding inputs to tf\.function failed due to `(?P<why>.*?)`\. Received args.*? for signature: (?P<takes>.*)\.$",
    re.DOTALL,
)
_SPEC = re.compile(
    r"TensorSpec\(shape=(?:\((?P<dims>[^()]*)\)|<unknown>|None), dtype=tf\.(?P<dtype>\w+), name=[^()]*\)"
)
_CAST = re.compile(r"Can ?not cast (?P<given>.*) to (?P<wanted>.*)$", re.DOTALL)
_BEGINNING = "the signature does not fit the function, which takes"
_OWN = re.compile(rf"{_BEGINNING} (?P<takes>.*?): (?P<why>[^:]*(?:: '[^']*')?)$", re.DOTALL)
ADVICE = "Change the signature so that it fits the function."


def unbound_words(message: str) -> Optional[str]:
    """``message`` without all that was received; None where it is about something else."""
    found = _UNBOUND.match(message)
    if found is None:
        return None
    return f"{_BEGINNING} {_notation(found['takes'])}: {_reason(_notation(found['why']))}"


def why_unbound(message: str) -> Optional[str]:
    """The reason alone, of words that ``unbound_words`` gave."""
    found = _OWN.match(message)
    return found["why"] if found is not None else None


def _notation(text: str) -> str:
    return _SPEC.sub(_spec, text)


def _spec(found: "re.Match[str]") -> str:
    return f"{found['dtype']}[{'...' if found['dims'] is None else found['dims'].rstrip(',')}]"


def _reason(why: str) -> str:
    cast = _CAST.match(why)
    return f"{cast['given']} is no {cast['wanted']}" if cast is not None else why
