"""What is asked of Grappler for one signature, and what came of it: values and words, no worker."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphscope.errors import UsageError
from graphscope.model.grappler import GrapplerRun
from graphscope.protocol.optimizer_options import OPTIMIZER_OPTIONS, Value, option_value

RUN = "run"
STATIC = "static"
Options = tuple[tuple[str, Value], ...]
_MOST_TOLD = 2


@dataclass(frozen=True)
class Setting:
    """How a pane wants Grappler: ``mode`` '' is the one chosen for the window, ``options`` those that are changed.

    ``only`` names the one pass that is run, which is static.
    """

    mode: str = ""
    options: Options = ()
    only: str = ""

    @property
    def words(self) -> str:
        """``no remapping``; '' where nothing is changed."""
        told = [_told(name, value) for name, value in self.options]
        changed = told if len(told) <= _MOST_TOLD else [f"{len(told)} options changed"]
        return ", ".join([*([f"{self.only} alone"] if self.only else []), *changed])


AS_CHOSEN = Setting()


@dataclass(frozen=True)
class Wish:
    """All that a result depends on, so that one that is there need not be made again."""

    mode: str = RUN
    options: Options = ()
    inputs: str | None = None
    """What the function is called with, as an argument list; None for values made from the signature."""
    only: str = ""


@dataclass
class Outcome:
    """What came of a wish, or that it is still waited for, or why nothing came."""

    run: GrapplerRun | None = None
    waits: bool = False
    error: str = ""


@dataclass
class Outcomes:
    """The outcomes of one signature; ``wish`` is the one that is of interest now."""

    wish: Wish = Wish()
    known: dict[Wish, Outcome] = field(default_factory=dict)

    def of(self, wish: Wish) -> Outcome:
        """What is known; nothing where it was not asked for."""
        return self.known.get(wish) or Outcome()

    def showing(self, setting: Setting) -> Wish:
        """Of what is known, the wish that a pane with that setting shows; the one of interest where none fits."""
        found = [
            wish
            for wish in (self.wish, *self.known)
            if (wish.options, wish.only) == (setting.options, setting.only) and setting.mode in ("", wish.mode)
        ]
        return found[0] if found else self.wish

    def forget_unfinished(self, error: str = "") -> None:
        """Of what is waited for nothing will come; ``error`` says so where the user should know."""
        for wish in [wish for wish, outcome in self.known.items() if outcome.waits]:
            del self.known[wish]
            if error:
                self.known[wish] = Outcome(error=error)


def changed_options(values: dict[str, Value]) -> Options:
    """The options that are not as TensorFlow has them, in the order in which they are listed."""
    return tuple(
        (name, values[name])
        for name, option in OPTIMIZER_OPTIONS.items()
        if name in values and values[name] != option.default
    )


def read_options(told: Mapping[str, str]) -> Options:
    """The options of a run by the words in which they were kept; those that are not known here are left out."""
    values: dict[str, Value] = {}
    for name, words in told.items():
        with contextlib.suppress(UsageError):
            values[name] = option_value(name, words)
    return changed_options(values)


def _told(name: str, value: Value) -> str:
    option = OPTIMIZER_OPTIONS[name]
    if not option.is_switch:
        return f"{option.title} {value}"
    # "No pruning" and "no Grappler at all" are said as they are called.
    return option.title if value else f"no {option.title}"
