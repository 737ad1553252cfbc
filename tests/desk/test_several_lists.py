"""Several lists per player: a shared core, one faction, heroes in the same units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from listbuilder.listfiles.files import parse_list
from listbuilder.model import Event, EventId, ListSetRules, Roster, TeamRules, Text
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.checks.list_sets import check_lists, check_team
from tests.cases.case_files import factions, library

CORE = [{"id": "a", "unit": "trial/riders"}, {"id": "s", "unit": "trial/spears"}]


def roster(*more: Mapping[str, object], units: Sequence[Mapping[str, object]] | None = None) -> Roster:
    raw = {"format": 1, "name": "List", "system": "aof-3.2", "units": [*(CORE if units is None else units), *more]}
    return build_roster(parse_list(raw).army, library().system("aof-3.2"), factions())


def event(**asked: object) -> Event:
    return Event(id=EventId("cup"), name=Text("Cup"), list_set=ListSetRules(**asked))  # type: ignore[arg-type]


def find_codes(*rosters: Roster, **asked: object) -> list[str]:
    return [finding.code for finding in check_lists(rosters, event(number=len(rosters), **asked))]


SIDE = {"id": "x", "unit": "trial/troll"}
OTHER_SIDE = {"id": "y", "unit": "trial/squires"}


def test_lists_share_a_core() -> None:
    cost = roster().cost
    assert find_codes(roster(SIDE), roster(OTHER_SIDE), core=cost) == []
    assert find_codes(roster(SIDE), roster(OTHER_SIDE), core=cost + 1) == ["EVT017"]


def test_core_units_must_have_the_same_choices() -> None:
    named = roster(units=[{**CORE[0], "name": "Gallopers"}, CORE[1]])
    assert find_codes(roster(), named, core=roster().cost) == [], "names do not matter"
    combined = roster(units=[{**CORE[0], "combined": {}}, CORE[1]])
    assert find_codes(roster(), combined, core=roster().cost) == ["EVT017"]


def test_number_of_lists_is_checked() -> None:
    assert [finding.code for finding in check_lists([roster()], event(number=2))] == ["EVT016"]
    assert [finding.code for finding in check_lists([roster()] * 2, event(number=1))] == ["EVT016"]


def test_all_lists_use_one_faction() -> None:
    nomads = {"id": "n", "unit": "strangers/nomads"}
    assert find_codes(roster(), roster(nomads)) == ["EVT018"]
    assert find_codes(roster(), roster(nomads), one_faction=False) == []


@pytest.mark.parametrize(("joins_kept", "codes"), [(True, ["EVT019"]), (False, [])])
def test_core_heroes_keep_their_units(joins_kept: bool, codes: list[str]) -> None:
    inside, alone = {"id": "h", "unit": "trial/captain", "joins": "s"}, {"id": "h", "unit": "trial/captain"}
    assert find_codes(roster(inside), roster(alone), joins_kept=joins_kept) == codes
    assert find_codes(roster(inside), roster(inside), joins_kept=joins_kept) == []


def test_event_sets_the_roster_size() -> None:
    sized = replace(event(number=1), points=750)
    assert replace(roster(), event=sized).points_limit == 750


def test_team_size_and_factions() -> None:
    def team_findings(played: list[tuple[str, dict[str, str]]], **asked: object) -> list[tuple[str, dict[str, object]]]:
        cup = replace(event(), teams=TeamRules(**asked))  # type: ignore[arg-type]
        findings = check_team("Köln", played, cup)
        return [
            (finding.code, {name: finding.params[name] for name in finding.params if name not in ("team", "event")})
            for finding in findings
        ]

    kim, robin = ("Kim", {"trial": "Trial", "x": "X"}), ("Robin", {"trial": "Trial"})
    assert team_findings([kim, robin]) == []
    assert team_findings([kim, robin], size=2) == []
    assert team_findings([kim], size=2) == [("EVT021", {"n": 1, "wanted": 2})]
    assert team_findings([kim, robin], factions_once=True) == [
        ("EVT020", {"faction": "Trial", "players": ("Kim", "Robin")})
    ]
