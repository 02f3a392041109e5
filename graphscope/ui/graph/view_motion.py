"""ViewMotion: moves a pane's view to where it should be, at once or in a short glide; it decides nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from graphscope.ui.graph.view_transform import View

GLIDE = 130
"""Milliseconds a glide takes."""


class ViewMotion(QObject):
    """A glide from one view to another, in which the scale changes by equal ratios in equal times."""

    def __init__(self, parent: QObject, show: Callable[[View], None]) -> None:
        super().__init__(parent)
        self._show = show
        self._start, self.target = View(), View()
        self.enabled = True
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(GLIDE)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._on_value)

    @property
    def running(self) -> bool:
        """Whether a glide is under way."""
        return self._animation.state() == QVariantAnimation.State.Running

    def go(self, start: View, target: View, glide: bool = True) -> None:
        """Go from ``start`` to ``target``."""
        self._animation.stop()
        self._start, self.target = start, target
        if glide and self.enabled:
            self._animation.start()
        else:
            self._show(target)

    def stop(self) -> None:
        """Stay where the view is."""
        self._animation.stop()

    def _on_value(self, share: float) -> None:
        self._show(self.target if share >= 1.0 else between(self._start, self.target, share))


def between(start: View, target: View, share: float) -> View:
    """The view a share of the way from one to another; a point that both show in one place stays there throughout."""
    scale = math.exp(math.log(start.scale) * (1 - share) + math.log(target.scale) * share)
    if math.isclose(start.scale, target.scale, rel_tol=1e-6):
        done = share
    else:
        done = (1 / scale - 1 / start.scale) / (1 / target.scale - 1 / start.scale)
    return View(scale, start.x + (target.x - start.x) * done, start.y + (target.y - start.y) * done)
