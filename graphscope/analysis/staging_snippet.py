"""StagingSnippet: one mistake of staging in a sentence and in lines; which there are is said elsewhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StagingSnippet:
    """One kind of mistake. ``before`` fails with it and ``after`` traces, both called ``f``, with ``signature``.

    ``happened`` tells it in a sentence, in which ``{name}`` stands for the variable.
    """

    kind: str
    happened: str
    signature: str
    before: str
    after: str
