"""The bundled fonts: loaded into Qt once per application, and handed out at a size; nothing relies on system fonts."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase

from graphscope import bundled_files
from graphscope.errors import GraphscopeError
from graphscope.export.look import FAMILIES, TYPES, Type

UI_PIXELS = 13
MONO_PIXELS = 12


def load_fonts() -> None:
    """Make the bundled fonts known to Qt; loading them again does nothing."""
    loaded = set(QFontDatabase.families())
    for file in sorted(bundled_files.resource("fonts").glob("*.[ot]tf")):
        family = "Inter" if file.name.startswith("Inter") else "JetBrains Mono"
        if family in loaded and _has_style(family, file.stem.partition("-")[2]):
            continue
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise GraphscopeError(f"the font {file.name} cannot be loaded", advice="install Graphscope again")


def ui_font(pixels: float = UI_PIXELS, weight: int = 400) -> QFont:
    """The window's own font."""
    return font_of(Type(pixels, weight))


def mono_font(pixels: float = MONO_PIXELS, weight: int = 400) -> QFont:
    """The monospace font, for source, signatures and names."""
    return font_of(Type(pixels, weight, "mono"))


def role_font(role: str) -> QFont:
    """The font of a role of text in a picture."""
    return font_of(TYPES[role])


def font_of(type_: Type) -> QFont:
    """A type as a font without hinting, so that text keeps its proportions at every zoom."""
    font = QFont()
    font.setFamilies([family for family in FAMILIES[type_.family] if not family.endswith(("serif", "monospace"))])
    font.setPixelSize(max(1, round(type_.pixels)))
    font.setWeight(QFont.Weight(type_.weight))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    return font


def _has_style(family: str, style: str) -> bool:
    return style in {each.replace(" ", "") for each in QFontDatabase.styles(family)}
