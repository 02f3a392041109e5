"""What is remembered between runs, in one JSON file; one that cannot be read is put aside, never overwritten."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import typing
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

MOST_RECENT_FILES = 10


@dataclass(frozen=True)
class Settings:
    """The values; ``theme`` is light, dark or system."""

    recent_files: tuple[str, ...] = ()
    theme: str = "system"
    geometry: str = ""
    """The window's place and size, as Qt gives it, in base 64."""
    splitters: Mapping[str, tuple[int, ...]] | None = None
    grappler_run_explained: bool = False
    retrace_on_save: bool = False
    linked_views: bool = True
    """Whether panes move together."""
    columns: int = 0
    """Panes in a row of the grid; 0 is all of them."""

    def with_recent(self, path: str) -> Settings:
        """These settings with ``path`` at the top of the recent files."""
        others = tuple(each for each in self.recent_files if each != path)
        return replace(self, recent_files=(path, *others)[:MOST_RECENT_FILES])


def settings_file() -> Path:
    """Where the settings lie for this user."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(base) / "graphscope" / "settings.json"


class SettingsFile:
    """Reads and writes the settings. ``file`` None keeps them in memory only (screenshots, tests)."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._unknown: dict[str, Any] = {}
        self.complaint = ""

    def load(self) -> Settings:
        """The settings; the defaults where there is no file. A malformed file is put aside and told of."""
        if self.file is None or not self.file.is_file():
            return Settings()
        try:
            body = json.loads(self.file.read_text(encoding="utf-8"))
            if not isinstance(body, dict):
                raise ValueError("not a JSON object")
            return self._settings(body)
        except (OSError, ValueError) as error:
            self.complaint = self._put_aside(str(error))
            return Settings()

    def save(self, settings: Settings) -> None:
        """Write the settings whole or not at all; fields of a newer version are kept. Sets ``complaint`` on failure."""
        if self.file is None:
            return
        body = {**self._unknown, **asdict(settings)}
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.file.parent, prefix="settings", suffix=".part")
            try:
                with open(handle, "w", encoding="utf-8") as stream:
                    json.dump(body, stream, indent=1)
                os.replace(name, self.file)
            except OSError:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
        except OSError as error:
            self.complaint = f"The settings could not be saved: {error.strerror} ({self.file})"

    def _settings(self, body: dict[str, Any]) -> Settings:
        known = {each.name for each in fields(Settings)}
        self._unknown = {key: value for key, value in body.items() if key not in known}
        values = {}
        for name, hint in typing.get_type_hints(Settings).items():
            if name in body:
                values[name] = _checked(name, hint, body[name])
        return Settings(**values)

    def _put_aside(self, why: str) -> str:
        assert self.file is not None
        aside = self.file.with_name(self.file.name + ".malformed")
        number = 1
        while aside.exists():
            number += 1
            aside = self.file.with_name(f"{self.file.name}.malformed{number}")
        with contextlib.suppress(OSError):
            os.replace(self.file, aside)
        return f"The settings could not be read and start anew; the old file is kept as {aside} ({why})"


def _checked(name: str, hint: Any, value: Any) -> Any:
    if name == "recent_files":
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
    elif name == "splitters":
        if value is None:
            return None
        if isinstance(value, dict) and all(_is_integers(each) for each in value.values()):
            return {key: tuple(each) for key, each in value.items()}
    elif isinstance(value, hint) and not (hint is int and isinstance(value, bool)):
        return value
    raise ValueError(f"{name} is not understood")


def _is_integers(value: Any) -> bool:
    return isinstance(value, list) and all(type(each) is int for each in value)
