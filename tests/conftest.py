"""How the tests are run side by side, away from everything that is the user's own."""

from __future__ import annotations

import gc
import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from listbuilder.__main__ import BUILDER_GC_THRESHOLD

OWN = ("CACHE", "STATE", "CONFIG", "LISTS")


def pytest_configure(config: pytest.Config) -> None:
    """Collect garbage as rarely as the builder does, which saves a tenth of the time."""
    if not hasattr(config, "workerinput"):  # the processes of a run share its folders
        _leave_home(config)
    gc.set_threshold(BUILDER_GC_THRESHOLD)
    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")


def _leave_home(config: pytest.Config) -> None:
    """Use temporary folders, so that no test reads or writes the folders of the user."""
    home = tempfile.TemporaryDirectory(prefix="listbuilder-tests-")
    config.add_cleanup(home.cleanup)
    for name in OWN:
        os.environ[f"LISTBUILDER_{name}"] = os.path.join(home.name, name.lower())  # noqa: PTH118  # a variable is text
    os.environ["LISTBUILDER_DATA"] = ""


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: the builder's tests wait about as long as they work."""
    return (os.cpu_count() or 1) + 1
