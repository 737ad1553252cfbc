"""An army at a glance."""

from __future__ import annotations

import pytest
from hypothesis import given

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Faction, Half, Roster, System, UnitRef
from listbuilder.rules.army_summary import ArmySummary, build_summary
from listbuilder.rules.roster_builder import build_roster
from tests.properties.strategies import SETTINGS, armies
from tests.unit.making import faction, unit

LIBRARY = Library.open(user=False)


def worked_out(*entries: tuple[str, str], system: str = "aof-3.5", points: int | None = 1000) -> Roster:
    built = tuple(Entry(id=EntryId(ident), unit=UnitRef(f"human-empire/{name}")) for ident, name in entries)
    return LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system(system).id, points=points, entries=built))


def test_points_by_role_in_system_order() -> None:
    roster = worked_out(("a", "infantrymen"), ("b", "champion"), ("c", "infantrymen"), ("d", "knights"))
    summary = build_summary(roster)
    costs = {entry.id: entry.cost for entry in roster.entries}
    assert [(part.role, part.name.to("de"), part.units) for part in summary.roles] == [
        ("heroes", "Helden", 1),
        ("core", "Kerntruppen", 2),
        ("cavalry", "Kavallerie", 1),
    ]
    assert [part.points for part in summary.roles] == [costs["b"], costs["a"] + costs["c"], costs["d"]]
    assert [part.models for part in summary.roles] == [1, 20, 5]
    assert sum(part.share for part in summary.roles) == pytest.approx(1)


def test_ungrouped_units_are_heroes_or_other() -> None:
    hero, men = unit(rules=["Hero"], size=1), unit()
    system = LIBRARY.system("aof-3.2")
    for subject, role in ((hero, "hero"), (men, "")):
        book = faction(subject)
        army = ArmyList(name="", system=system.id, entries=(Entry(id=EntryId("a"), unit=subject.ref),))
        [part] = build_summary(build_roster(army, system, {book.id: book})).roles
        assert part.role == role
        assert part.name.en == role.capitalize()


def test_attacks_by_range_and_armour_piercing() -> None:
    subject = unit(
        size=5,
        arms=["5x Blade (A1, Deadly(3))", '4x Bow (24", A2, AP(1))', 'Cannon (24", A3, AP(4))', "Pike (A2, AP(1))"],
    )
    book, system = faction(subject), LIBRARY.system("aof-3.2")
    entry = Entry(id=EntryId("a"), unit=subject.ref, combined=Half())
    summary = build_summary(
        build_roster(ArmyList(name="", system=system.id, entries=(entry,)), system, {book.id: book})
    )
    assert [
        (attack_group.range, attack_group.armour_piercing, attack_group.attacks)
        for attack_group in summary.attack_groups
    ] == [(0, 0, 10), (0, 1, 4), (24, 1, 16), (24, 4, 6)]
    assert [(row.range, row.attacks) for row in summary.attacks_by_range()] == [(0, 14), (24, 22)]
    assert [(row.armour_piercing, row.attacks) for row in summary.attacks_by_piercing()] == [(0, 10), (1, 20), (4, 6)]
    assert summary.attacks_by_range()[0].share == 14 / 36


def test_casters_and_their_tokens() -> None:
    summary = build_summary(worked_out(("a", "mage-council"), ("b", "infantrymen")))
    council = LIBRARY.faction("human-empire", "aof-3.5").units["mage-council"]
    assert (summary.casters, summary.tokens) == (1, council.size)


def test_empty_army_summary() -> None:
    summary = build_summary(worked_out(points=None))
    empty = ArmySummary(
        points=0, points_limit=None, models=0, wounds=0, activations=0, roles=(), attack_groups=(), casters=0, tokens=0
    )
    assert summary == empty
    assert summary.attacks_by_range() == ()


@SETTINGS
@given(armies())
def test_summary_parts_add_up(example: tuple[ArmyList, System, Faction]) -> None:
    army, system, book = example
    roster = build_roster(army, system, {book.id: book})
    summary = build_summary(roster)
    assert sum(part.points for part in summary.roles) == summary.points == roster.cost
    assert sum(part.models for part in summary.roles) == summary.models <= summary.wounds
    assert sum(part.units for part in summary.roles) == len(roster.entries) >= summary.activations
    for volleys in (summary.attack_groups, summary.attacks_by_range(), summary.attacks_by_piercing()):
        assert sum(volley.attacks for volley in volleys) == sum(
            attack_group.attacks for attack_group in summary.attack_groups
        )
        assert not volleys or sum(volley.share for volley in volleys) == pytest.approx(1)
