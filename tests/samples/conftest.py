"""One worker for all samples, since starting TensorFlow takes longer than tracing any of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from graphscope.launch.blocking_worker import BlockingWorker


@pytest.fixture(scope="session")
def worker() -> Iterator[BlockingWorker]:
    with BlockingWorker((sys.executable,)) as running:
        yield running
