"""LatestWish: a thread that works on the newest of its wishes, dropping those overtaken; on what, a subclass says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

Wish = TypeVar("Wish")


class LatestWish(QObject, Generic[Wish]):
    """Works off the window's thread. A subclass gives ``work`` and emits its signals through ``tell``."""

    _done = Signal(object, int, bool)
    _broke = Signal(object, object, int)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._generation = 0
        self._waiting: tuple[int, Wish] | None = None
        self._wake = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self.busy = False
        """Until the last answer has been told in the window's thread."""
        self._done.connect(self._pass_on)
        self._broke.connect(self._raise_again)

    def work(self, wish: Wish, generation: int) -> None:
        """Do it, in the thread. Long work asks ``is_old`` now and then."""
        raise NotImplementedError

    def broke(self, wish: Wish) -> None:
        """A bug ended the work on it: tell those who wait that nothing comes."""

    def want(self, wish: Wish) -> None:
        """Have this worked on next; what is under way has been overtaken."""
        with self._wake:
            self._generation += 1
            self._waiting = (self._generation, wish)
            self.busy = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._wake.notify()

    def cancel(self) -> None:
        """Drop what is wished for."""
        with self._wake:
            self._generation += 1
            self._waiting = None
            self.busy = False

    def shut_down(self) -> None:
        """Tell nothing any more, and let the thread end."""
        with self._wake:
            self._closed = True
            self._generation += 1
            self._waiting = None
            self.busy = False
            self._wake.notify()

    def finish(self, seconds: float) -> None:
        """Let what was begun or waits be done, for so long at most; tell nothing any more."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(seconds)

    def is_old(self, generation: int) -> bool:
        """Whether a newer wish has overtaken that one."""
        return generation != self._generation

    def rest(self, seconds: float, generation: int) -> None:
        """In the thread, do nothing for so long, or until something newer is wanted."""
        with self._wake:
            self._wake.wait_for(lambda: self._closed or self.is_old(generation), seconds)

    def tell(self, emit: Callable[[], None], generation: int, last: bool = True) -> None:
        """Emit, in the window's thread, unless it comes too late; the lock keeps an object that is gone from it."""
        with self._wake:
            if not self._closed and not self.is_old(generation):
                self._done.emit(emit, generation, last)

    def _pass_on(self, emit: Callable[[], None], generation: int, last: bool) -> None:
        if not self._closed and not self.is_old(generation):
            self.busy = self.busy and not last
            emit()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._waiting is not None or self._closed)
                if self._waiting is None:
                    return
                waiting, self._waiting = self._waiting, None
            try:
                self.work(waiting[1], waiting[0])
            except Exception as bug:  # noqa: BLE001 - raised again where it is told, and the thread lives on
                self._pass_bug(waiting[1], bug, waiting[0])

    def _pass_bug(self, wish: Wish, bug: Exception, generation: int) -> None:
        with self._wake:
            if not self._closed:
                self._broke.emit(wish, bug, generation)

    def _raise_again(self, wish: Wish, bug: Exception, generation: int) -> None:
        """In the window's thread, whose hook tells the user of it."""
        if self._closed:
            return
        if not self.is_old(generation):
            self.busy = False
            self.broke(wish)
        raise bug
