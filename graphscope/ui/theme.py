"""The window's look: Fusion with our palette, style sheet and fonts, which can change while the window is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from graphscope import bundled_files
from graphscope.export.look import Theme, load_theme
from graphscope.ui.fonts import MONO_PIXELS, UI_PIXELS, load_fonts, ui_font

SYSTEM = "system"
_ROLES: Mapping[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "panel",
    QPalette.ColorRole.AlternateBase: "pane",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "panel",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "bad",
    QPalette.ColorRole.ToolTipBase: "tooltip",
    QPalette.ColorRole.ToolTipText: "tooltip_text",
    QPalette.ColorRole.PlaceholderText: "placeholder",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "accent_text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.LinkVisited: "link",
    QPalette.ColorRole.Light: "panel",
    QPalette.ColorRole.Midlight: "hover",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Shadow: "line",
}
_DISABLED = (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText)


class AppTheme(QObject):
    """The theme in use: the user's choice, or the system's until the user makes one."""

    changed = Signal(object)
    """Carries the new Theme."""

    def __init__(self, application: QApplication, choice: str = SYSTEM, pixels: float = UI_PIXELS) -> None:
        super().__init__(application)
        self._application = application
        self._pixels = pixels
        self.choice = choice
        self._system = system_theme()
        self.theme = self._apply()
        application.styleHints().colorSchemeChanged.connect(self._on_system_change)

    def choose(self, choice: str) -> None:
        """Use the theme called so (one of look.THEMES), or follow the system (``system``)."""
        self.choice = choice
        self._refresh()

    def set_pixels(self, pixels: float) -> None:
        """Set the size of the window's type; presenting enlarges it."""
        self._pixels = pixels
        self._refresh()

    def _on_system_change(self, scheme: Qt.ColorScheme) -> None:
        self._system = theme_of(scheme)
        if self.choice == SYSTEM:
            self._refresh()

    def _refresh(self) -> None:
        self.theme = self._apply()
        self.changed.emit(self.theme)

    def _apply(self) -> Theme:
        name = self._system if self.choice == SYSTEM else self.choice
        return apply_theme(self._application, name, self._pixels)


def apply_theme(application: QApplication, name: str = SYSTEM, pixels: float = UI_PIXELS) -> Theme:
    """Dress the whole application in a theme; may be called again at any time."""
    theme = load_theme(system_theme() if name == SYSTEM else name)
    load_fonts()
    if not application.styleSheet():
        application.setStyle("Fusion")
    application.setFont(ui_font(pixels))
    application.setPalette(palette_of(theme))
    application.setStyleSheet(style_sheet(theme, pixels))
    return theme


def system_theme() -> str:
    """The theme that goes with the system's colour scheme."""
    return theme_of(QApplication.styleHints().colorScheme())


def theme_of(scheme: Qt.ColorScheme) -> str:
    """The theme that goes with a colour scheme; the light one where the system has no wish."""
    return "dark" if scheme == Qt.ColorScheme.Dark else "light"


def palette_of(theme: Theme) -> QPalette:
    """The theme's colours as Qt's palette, for what the style sheet does not reach."""
    palette = QPalette()
    for role, name in _ROLES.items():
        palette.setColor(role, QColor(theme.colours[name]))
    for role in _DISABLED:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.colours["placeholder"]))
    return palette


def style_sheet(theme: Theme, pixels: float = UI_PIXELS) -> str:
    """The style sheet with the theme's colours and the sizes of type filled in."""
    template = bundled_files.resource("themes", "window.qss").read_text(encoding="utf-8")
    sizes = {
        "size": pixels,
        "small": max(10, pixels - 2),
        "mono": pixels - UI_PIXELS + MONO_PIXELS,
        "status": max(10, pixels - 1),
    }
    icons = {"icons": bundled_files.resource("icons").as_posix(), "tone": "light" if theme.dark else "dark"}
    whole = {name: f"{value:g}" for name, value in sizes.items()}
    return Template(re.sub(r"/\*.*?\*/", "", template, flags=re.S)).substitute(theme.colours, **whole, **icons)
