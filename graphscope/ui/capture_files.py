"""CaptureFiles: reads and writes captures off the window's thread; it is the session's CapturePort."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from graphscope.capture.capture import Capture
from graphscope.errors import CaptureError, GraphscopeError
from graphscope.ui.latest_wish import LatestWish

LAST_SECONDS = 20.0
"""How long a capture may still take to be written when the window is closed."""
_REPORT = "Report it with the message in the terminal."


class _OvertakenError(Exception):
    """Another capture is to be read by now."""


class CaptureReader(LatestWish[str]):
    """Reads the newest of the captures that it is asked for."""

    done = Signal(object)
    refused = Signal(object)
    progressed = Signal(str, int, int)

    def work(self, wish: str, generation: int) -> None:
        """Read it, telling how far it is."""
        from graphscope.capture.read_capture import read_capture  # not needed for the first paint

        def show(activity: str, number: int, total: int) -> None:
            if self.is_old(generation):
                raise _OvertakenError
            self.tell(lambda: self.progressed.emit(activity, number, total), generation, last=False)

        try:
            capture = read_capture(wish, show)
        except _OvertakenError:
            return
        except CaptureError as error:
            self._refuse(error, generation)
            return
        self.tell(lambda: self.done.emit(capture), generation)

    def broke(self, wish: str) -> None:
        """Nobody waits for what will not come."""
        self.refused.emit(CaptureError(f"{wish} could not be read, by a bug in Graphscope", advice=_REPORT))

    def _refuse(self, error: CaptureError, generation: int) -> None:
        self.tell(lambda: self.refused.emit(error), generation)


class CaptureWriter(LatestWish[tuple[str, Capture]]):
    """Writes captures; what has begun to be written is written to its end."""

    done = Signal(str)
    failed = Signal(object)

    def work(self, wish: tuple[str, Capture], generation: int) -> None:
        """Write it, whole or not at all."""
        from graphscope.capture.write_capture import capture_bytes  # not needed for the first paint
        from graphscope.export.written_file import write_bytes

        path, capture = wish
        try:
            write_bytes(path, capture_bytes(capture))
        except GraphscopeError as error:
            self._fail(error, generation)
            return
        self.tell(lambda: self.done.emit(path), generation)

    def broke(self, wish: tuple[str, Capture]) -> None:
        """Nobody takes for saved what is not."""
        self.failed.emit(CaptureError(f"{wish[0]} was not written, by a bug in Graphscope", advice=_REPORT))

    def _fail(self, error: GraphscopeError, generation: int) -> None:
        self.tell(lambda: self.failed.emit(error), generation)


class CaptureFiles(QObject):
    """The two together."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.reader = CaptureReader("reading captures", self)
        self.writer = CaptureWriter("writing captures", self)

    def read(self, path: str) -> None:
        """Read a capture; what is still being read has been overtaken."""
        self.reader.want(path)

    def write(self, path: str, capture: Capture) -> None:
        """Write a capture."""
        self.writer.want((path, capture))

    def cancel(self) -> None:
        """Read no further."""
        self.reader.cancel()

    def shut_down(self) -> None:
        """End both threads; a capture that is being written is written first."""
        self.reader.shut_down()
        self.writer.finish(LAST_SECONDS)
