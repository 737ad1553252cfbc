"""Rosters of the trial faction, built without a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.model import Roster
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from tests.cases.case_files import factions
from tests.plain_values import plain_fix

SYSTEM = Library.open(user=False).system("aof-3.2")


def roster(*units: dict[str, Any], points: int | None = None, force_org: bool = False) -> Roster:
    """Build a roster; units are named without their faction."""
    written = [{**unit, "unit": f"trial/{unit['unit']}"} for unit in units]
    head = {"format": 1, "system": "aof-3.2", "points": points, "force_org": force_org}
    return build_roster(parse_list({**head, "units": written}).army, SYSTEM, factions())


def finding(code: str, worked_out: Roster) -> Diagnostic:
    """Return the first finding of a code."""
    return next(finding for finding in validate(worked_out) if finding.code == code)


def plain_fixes(fixes: Sequence[Fix]) -> list[object]:
    """Return fixes as their keys and parameters."""
    return [plain_fix(fix) for fix in fixes]


def remove(unit: str) -> object:
    """Write the fix that removes a unit, in its plain form."""
    return {"fix.remove": {"unit": unit}}


def give_up(unit: str, *options: str, saved: int) -> object:
    """Write the fix that gives up upgrades to save points, in its plain form."""
    part = {"option": [[option] for option in options], "unit": unit}
    return {"fix.give-up": {"what": [{"part.picks": part}], "saved": saved}}


def put_back(unit: str, option: str) -> dict[str, object]:
    """Write the fix that puts an upgrade back, in its plain form."""
    return {"fix.put-back": {"option": [[option]], "unit": unit}}


def copies_of(unit: str, first: int, last: int, cost: int) -> list[str]:
    """Name numbered copies of a unit, in their plain form."""
    step = 1 if first <= last else -1
    return [f"{unit} #{number} ({cost})" for number in range(first, last + step, step)]
