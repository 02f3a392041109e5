"""What the README shows is what the program does: its console blocks are run, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Times and versions are another machine's; all else must be the same to the letter.
VARYING = re.compile(r"(?<=traced in )[\d.]+ m?s|TensorFlow \S+, Python \S+")


def _examples() -> list[tuple[str, str]]:
    """Each command in a console block, with what the README says it prints."""
    blocks = "\n".join(re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE))
    parts = re.split(r"^\$ (.*)\n", blocks, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.worker
@pytest.mark.parametrize(("command", "told"), _examples())
def test_that_a_command_prints_what_the_readme_says(command: str, told: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "graphscope"
    run = [sys.executable, "-m", "graphscope", *arguments]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert VARYING.sub("…", done.stdout).strip() == VARYING.sub("…", told).strip()


def test_that_the_readme_shows_commands() -> None:
    assert len(_examples()) >= 2


def test_that_links_between_documents_lead_somewhere() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    links = [
        (document, target)
        for document in documents
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
        if not target.startswith("http")
    ]
    assert len(links) > 10
    assert [(document.name, target) for document, target in links if not (document.parent / target).exists()] == []
