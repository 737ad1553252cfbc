"""Checks stop at the time limit, even without a timer signal."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from listbuilder.crash_guard import OutOfTimeError, time_limit
from listbuilder.library import Library
from listbuilder.model import ArmyList, SystemId
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.checks import run_checks


def test_checks_stop_at_the_time_limit() -> None:
    system = Library.open(user=False).system("aof-3.2")
    inspection = CheckContext(build_roster(ArmyList(name="", system=SystemId("aof-3.2")), system, {}))

    def late() -> None:
        with time_limit(-1):
            run_checks(inspection)

    with ThreadPoolExecutor(1) as other:
        assert other.submit(run_checks, inspection).result() is not None
        with pytest.raises(OutOfTimeError):
            other.submit(late).result()
