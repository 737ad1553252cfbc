"""Lists of the trial faction, worked out without a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.diagnostics.messages import word_fix
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.model import Roster
from listbuilder.rules.roster import build_roster
from listbuilder.validation.engine import validate
from tests.cases.case_files import factions

SYSTEM = Library.open(user=False).system("aof-3.2")


def roster(*units: dict[str, Any], points: int | None = None, force_org: bool = False) -> Roster:
    """Work a list out; units are named without their faction."""
    written = [{**unit, "unit": f"trial/{unit['unit']}"} for unit in units]
    head = {"format": 1, "system": "aof-3.2", "points": points, "force_org": force_org}
    return build_roster(parse_list({**head, "units": written}).army, SYSTEM, factions())


def finding(code: str, worked_out: Roster) -> Diagnostic:
    """Give the finding of a code."""
    return next(found for found in validate(worked_out) if found.code == code)


def sentences(fixes: Sequence[Fix]) -> list[str]:
    """Give what a player reads of fixes."""
    return [word_fix(fix, "en") for fix in fixes]
