"""What every session test starts from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fake_worker import Desk


@pytest.fixture
def desk() -> Desk:
    """A session whose workers are stood in for."""
    return Desk()
