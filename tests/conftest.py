"""How the tests are run side by side."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

from listbuilder.__main__ import RUBBISH_OF_A_SCREEN


def pytest_configure() -> None:
    """Look for rubbish as seldom as the builder does; a tenth of the tests' time went into it. Nothing is timed."""
    gc.set_threshold(RUBBISH_OF_A_SCREEN)
    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: the builder's tests wait about as long as they work."""
    return (os.cpu_count() or 1) + 1
