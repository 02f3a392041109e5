"""Settings come back as they were, and nothing that a file holds is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphscope.session.settings import MOST_RECENT_FILES, Settings, SettingsFile, settings_file


def test_that_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "graphscope" / "settings.json")
    settings = Settings(("a.py",), "dark", "AdnQ", {"down": (600, 334)}, True)
    file.save(settings)
    assert SettingsFile(file.file).load() == settings
    assert [each.name for each in (tmp_path / "graphscope").iterdir()] == ["settings.json"]


MALFORMED = ["", "{", "[]", '{"theme": 3}', '{"recent_files": "a.py"}', '{"splitters": {"a": ["x"]}}']


@pytest.mark.parametrize("text", MALFORMED)
def test_that_a_malformed_file_is_put_aside_and_told_of(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    file = SettingsFile(path)
    assert file.load() == Settings()
    assert "kept as" in file.complaint
    file.save(Settings(theme="dark"))
    assert (tmp_path / "settings.json.malformed").read_text(encoding="utf-8") == text


def test_that_a_second_malformed_file_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for text in ("one", "two"):
        path.write_text(text, encoding="utf-8")
        SettingsFile(path).load()
    kept = sorted(each.read_text(encoding="utf-8") for each in tmp_path.iterdir())
    assert kept == ["one", "two"]


def test_that_what_a_newer_version_wrote_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "dark", "future": [1, 2]}', encoding="utf-8")
    file = SettingsFile(path)
    file.save(file.load())
    assert json.loads(path.read_text(encoding="utf-8"))["future"] == [1, 2]


def test_that_a_folder_that_cannot_be_written_is_told_and_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    file = SettingsFile(tmp_path / "file" / "settings.json")
    file.save(Settings())
    assert "could not be saved" in file.complaint


def test_that_the_latest_file_comes_first_and_once() -> None:
    settings = Settings()
    for number in range(20):
        settings = settings.with_recent(f"{number}.py")
    settings = settings.with_recent("15.py")
    assert settings.recent_files[:2] == ("15.py", "19.py")
    assert len(settings.recent_files) == MOST_RECENT_FILES


def test_that_settings_lie_in_the_users_config_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "graphscope" / "settings.json"
