"""The window's look can change while it is open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from graphscope.export.look import THEMES, load_theme
from graphscope.ui.fonts import mono_font, ui_font
from graphscope.ui.theme import AppTheme, apply_theme, palette_of, style_sheet

pytestmark = pytest.mark.gui


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    qapp.setStyleSheet("")


@pytest.mark.parametrize("name", THEMES)
def test_that_every_theme_dresses_the_application(application: QApplication, qtbot: QtBot, name: str) -> None:
    button = QPushButton("Trace")
    qtbot.addWidget(button)
    theme = apply_theme(application, name)
    image = button.grab().toImage()
    assert button.palette().color(QPalette.ColorRole.ButtonText).name() == theme.colours["text"].lower()
    assert image.pixelColor(8, button.height() // 2).name() == theme.colours["panel"].lower()


@pytest.mark.parametrize("name", THEMES)
def test_that_no_name_is_left_unfilled_in_the_style_sheet(name: str) -> None:
    assert "$" not in style_sheet(load_theme(name))


def test_that_the_bundled_fonts_are_used(application: QApplication) -> None:
    apply_theme(application, "light")
    assert QFontInfo(ui_font()).family() == "Inter"
    assert QFontInfo(ui_font(12, 600)).weight() == 600
    assert QFontInfo(mono_font()).family() == "JetBrains Mono"
    assert QFontInfo(application.font()).pixelSize() == 13


def test_that_the_systems_choice_is_followed_until_the_user_makes_one(application: QApplication, qtbot: QtBot) -> None:
    hints = application.styleHints()
    look = AppTheme(application)
    try:
        assert look.theme.name == "light"
        with qtbot.waitSignal(look.changed):
            hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
        assert look.theme.name == "dark"
        with qtbot.waitSignal(look.changed):
            look.choose("high_contrast")
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
        assert look.theme.name == "high_contrast"
    finally:
        look.deleteLater()


def test_that_presenting_enlarges_the_type(application: QApplication) -> None:
    look = AppTheme(application, "light")
    look.set_pixels(18)
    assert application.font().pixelSize() == 18
    assert "font-size: 18px" in application.styleSheet()
    look.deleteLater()


def test_that_what_is_disabled_is_greyed() -> None:
    palette = palette_of(load_theme("light"))
    enabled = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Text)
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) != enabled
