"""What desktops and software centres read of Graphscope: entry, metadata and icon agree and are installed."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import graphscope

ROOT = Path(__file__).resolve().parents[2]
ID = "io.github.graphscope.Graphscope"


def _entry(path: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


def test_that_the_entry_and_the_metadata_tell_of_the_same_program() -> None:
    entry = _entry(ROOT / "packaging" / f"{ID}.desktop")
    metadata = ElementTree.parse(ROOT / "packaging" / f"{ID}.metainfo.xml")
    assert metadata.findtext("id") == ID == entry["Icon"] == metadata.findtext("icon")
    assert metadata.findtext("launchable") == f"{ID}.desktop"
    assert metadata.findtext("name") == entry["Name"]
    assert metadata.findtext("summary") == entry["Comment"]
    assert metadata.findtext("project_license") == "Apache-2.0"


def test_that_the_metadata_and_the_changelog_tell_of_this_version() -> None:
    metadata = ElementTree.parse(ROOT / "packaging" / f"{ID}.metainfo.xml")
    releases = [release.get("version") for release in metadata.iter("release")]
    assert releases[0] == graphscope.__version__
    assert f"## [{graphscope.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_that_the_entry_is_installed_and_removed_again_with_a_path_that_needs_quotes(tmp_path: Path) -> None:
    checkout = tmp_path / "a $check out"
    program = checkout / ".venv" / "bin" / "graphscope"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    shutil.copytree(ROOT / "packaging", checkout / "packaging")
    shutil.copytree(ROOT / "resources" / "icons", checkout / "resources" / "icons")
    share = tmp_path / "share"

    _install(checkout, share)
    entry = _entry(share / "applications" / f"{ID}.desktop")
    assert entry["Exec"] == f'"{checkout}/.venv/bin/graphscope" %f'.replace("$", "\\\\$")
    assert entry["TryExec"] == str(program)
    assert (share / "icons" / "hicolor" / "scalable" / "apps" / f"{ID}.svg").is_file()

    _install(checkout, share, "--remove")
    assert [path for path in share.rglob(f"{ID}*") if path.is_file()] == []


def _install(checkout: Path, share: Path, *options: str) -> None:
    command = ["bash", str(checkout / "packaging" / "install_desktop.sh"), *options]
    subprocess.run(command, env={**os.environ, "XDG_DATA_HOME": str(share)}, check=True, capture_output=True)
