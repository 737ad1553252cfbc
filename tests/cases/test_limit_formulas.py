"""The four formulas of force organisation, at the limit and one beyond."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, SystemId, UnitRef
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from tests.cases.case_files import FOLDER, library, make_faction

TABLE = yaml.safe_load((FOLDER / "sums.yaml").read_text(encoding="utf-8"))
ROWS = [(system, points, allowed) for system, rows in TABLE.items() for points, allowed in rows.items()]
CODES = {"heroes": "ORG001", "copies": "ORG002", "units": "ORG004"}


def judge(system: str, points: int, units: list[str], cost: int = 5) -> list[Diagnostic]:
    """Judge a list of these units, of a generated faction."""
    raw: dict[str, Any] = {"id": "many", "systems": [system], "version": "1", "name": "Many", "packages": {}}
    raw["units"] = [
        {
            "id": unit,
            "name": unit,
            "size": 5,
            "quality": 5,
            "defense": 5,
            "cost": cost,
            "rules": ["Hero"] * ("hero" in unit),
        }
        for unit in dict.fromkeys(units)
    ]
    faction = make_faction(raw)
    entries = [Entry(id=EntryId(f"e{index}"), unit=UnitRef(f"many/{unit}")) for index, unit in enumerate(units)]
    army = ArmyList(
        name="Sums",
        system=SystemId(system),
        points=points,
        force_org=True,
        books={faction.id: BookPin("1")},
        entries=tuple(entries),
    )
    return list(validate(build_roster(army, library().system(system), {faction.id: faction})))


def units_of(counted: str, number: int) -> list[str]:
    if counted == "copies":
        return ["same"] * number
    return [f"{'hero' if counted == 'heroes' else 'unit'}-{index}" for index in range(number)]


@pytest.mark.parametrize("counted", ["heroes", "copies", "units"])
@pytest.mark.parametrize(("system", "points", "allowed"), ROWS)
def test_limit_allows_the_maximum_and_no_more(system: str, points: int, allowed: dict[str, int], counted: str) -> None:
    most = allowed[counted]
    assert not [finding for finding in judge(system, points, units_of(counted, most)) if finding.code == CODES[counted]]
    beyond = [
        finding for finding in judge(system, points, units_of(counted, most + 1)) if finding.code == CODES[counted]
    ]
    assert [(finding.params["n"], finding.params["most"]) for finding in beyond] == [(most + 1, most)]


@pytest.mark.parametrize(("system", "points", "allowed"), ROWS)
def test_share_allows_the_maximum_and_no_more(system: str, points: int, allowed: dict[str, int]) -> None:
    cap = allowed["share"]
    assert judge(system, points, ["big"], cap) == []
    [finding] = judge(system, points, ["big"], cap + 1)
    assert (finding.code, finding.on, finding.params["cap"], finding.params["over"]) == ("ORG003", "e0", cap, 1)
