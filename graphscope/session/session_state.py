"""What the parts of a session share: module, function, rows, worker, output; it changes nothing by itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphscope.capture.capture import Capture
from graphscope.launch.limited_text import LimitedText
from graphscope.protocol.messages import Ready
from graphscope.session.followed_ops import Followed
from graphscope.session.module_opening import ChosenFunction, OpenedModule, SourceTexts
from graphscope.session.observers import Change, Observers
from graphscope.session.settings import Settings
from graphscope.session.signature_rows import SignatureRows


@dataclass(frozen=True)
class WorkerStatus:
    """What the status line tells of a worker. ``activity`` is '' when it waits for something to do."""

    ready: Ready | None = None
    activity: str = ""
    done: int = 0
    total: int = 0
    ending: str = ""
    advice: str = ""


@dataclass(frozen=True)
class Notice:
    """A sentence for the status line; ``fault`` where something could not be done."""

    text: str = ""
    fault: bool = True


@dataclass
class SessionState:
    """The shared state, with those who want to hear of its changes."""

    observers: Observers = field(default_factory=Observers)
    module: OpenedModule | None = None
    function: ChosenFunction | None = None
    capture: Capture | None = None
    """What is open, where it was not traced here."""
    rows: SignatureRows = field(default_factory=SignatureRows)
    sources: SourceTexts = field(default_factory=SourceTexts)
    worker: WorkerStatus = field(default_factory=WorkerStatus)
    optimisers: dict[str, WorkerStatus] = field(default_factory=dict)
    """Grappler's and XLA's, by name, while they work; who told last stands last."""
    settings: Settings = field(default_factory=Settings)
    output: LimitedText = field(default_factory=LimitedText)
    notice: Notice = field(default_factory=Notice)
    pass_marks: bool = True
    """Whether a pane that shows the graph after a pass marks what that pass did, not what differs from other panes."""
    pass_ghosts: bool = True
    """Whether such a pane shows also what the pass took away, where it stood."""
    followed: Followed | None = None
    """What was selected before the passes were stepped through."""
    step: str = ""
    """What is being done; said above the first thing that it prints."""

    _printed_line_end: bool = True

    @property
    def optimiser(self) -> WorkerStatus:
        """What the optimiser does that told last, of those still at work."""
        return next(reversed(self.optimisers.values()), WorkerStatus())

    def tell(self, *changes: Change) -> None:
        """Tell everyone of changes."""
        self.observers.tell(*changes)

    def say(self, text: str, fault: bool = True) -> None:
        """Tell the user something that changes nothing else."""
        self.notice = Notice(text, fault)
        self.tell(Change.NOTICE)

    def print(self, text: str) -> None:
        """Add to the output, under what was being done."""
        if self.step:
            self.output.add(f"{'' if self._printed_line_end else chr(10)}── {self.step}\n")
            self.step = ""
        self.output.add(text)
        self._printed_line_end = text.endswith("\n")
        self.tell(Change.OUTPUT)
