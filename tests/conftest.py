"""How the tests are run side by side."""

from __future__ import annotations

import os


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: the builder's tests wait about as long as they work."""
    return (os.cpu_count() or 1) + 1
