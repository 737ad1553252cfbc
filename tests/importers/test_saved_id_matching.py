"""Matching a saved list to a book: option ids, halves, labels and joins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.importers.army_forge.saved.fields import FindingCollector, UnitRecord
from listbuilder.importers.army_forge.saved.id_matching import (
    IdMatcher,
    UnitLinks,
    _merge_halves,
    _stated_label,
    _stated_name,
    find_upgrade_by_ids,
)
from listbuilder.importers.army_forge.saved.tabletop_export import (
    collect_rule_descriptions,
    find_price_differences,
    find_unknown_equipment,
    find_version_differences,
    match_stated_prices,
)
from listbuilder.model import Faction, FactionId, Option, Section, Text, Unit, UnitId, Upgrade
from tests.unit.making import faction, option, section, unit


def record(selection: str = "s", name: str = "u", **more: Any) -> UnitRecord:
    plain = UnitRecord({}, selection, "b", "u", name, (), False, None, None, None, 0, ())
    return plain._replace(**more)


def with_keys(part: Option, *keys: str) -> Option:
    return replace(part, foreign_ids=keys)


def with_section_keys(part: Section, *keys: str) -> Section:
    return replace(part, foreign_ids=keys)


def book(**units: Unit) -> Faction:
    """Return a book of units with these foreign ids."""
    return replace(faction(*units.values()), unit_ids_by_foreign_id={key: subject.id for key, subject in units.items()})


AXES = with_section_keys(
    section("upgrade", with_keys(option("Axe (A1)"), "k1"), with_keys(option("Bow (A1)"), "k2", "k2")), "s1"
)
TRICKS = with_section_keys(
    section("upgrade", with_keys(option("Fear"), "k3"), with_keys(option("Fast"), "k1")), "s2", "s3"
)
SUBJECT = unit(AXES, TRICKS)


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (("s1", "k1"), "axe"),
        (("s2", "k1"), "fast"),
        (("s3", "k1"), "fast"),
        (("s1", "k3"), "fear"),
        (("gone", "k2"), "bow"),
        (("gone", "k1"), None),
        (("s1", "gone"), None),
    ],
)
def test_options_match_by_section_or_uniquely(ids: tuple[str, str], expected: str | None) -> None:
    pick = find_upgrade_by_ids(SUBJECT, *ids)
    assert (pick.option if pick is not None else None) == expected


def test_first_of_two_equal_options_matches() -> None:
    twins = with_section_keys(
        section("upgrade", with_keys(option("Axe (A1)"), "k"), with_keys(option("Bow (A1)"), "k")), "s"
    )
    assert find_upgrade_by_ids(unit(twins), "s", "k") == Upgrade("axe")


def test_unmatched_option_keeps_its_ids() -> None:
    collector = FindingCollector()
    picks = (("s1", "k1"), ("s1", "k1"), ("s9", "k9"))
    (entry,) = IdMatcher({"b": book(u=SUBJECT)}, {"b": FactionId("test")}, collector).build_entries(
        [record(upgrade_ids=picks)]
    )
    assert entry.upgrades == (Upgrade("axe", 2), Upgrade("s9/k9"))
    (finding,) = collector.findings
    assert (finding.code, finding.on, finding.params["what"]) == ("IMP002", "a", "s9/k9")


def test_units_of_missing_book_keep_their_titles() -> None:
    records = [
        record("1", "Moon Guard", unit="u/1", upgrade_ids=(("s", "k"),)),
        record("2", "u/1", unit="u/1"),
        record("3", "?", unit=""),
    ]
    entries = IdMatcher({}, {"b": FactionId("moon")}, FindingCollector()).build_entries(records)
    assert [entry.unit for entry in entries] == ["moon/moon-guard", "moon/u1", "moon/unknown"]
    assert [entry.called for entry in entries] == ["Moon Guard", None, None]
    assert entries[0].upgrades == (Upgrade("s/k"),)


@pytest.mark.parametrize(
    ("name", "own", "title"), [("Guard", None, "Guard"), ("?", None, None), ("u", None, None), ("Marn", "Marn", None)]
)
def test_title_excludes_ids_and_custom_names(name: str, own: str | None, title: str | None) -> None:
    assert _stated_name(record(name=name, own_name=own)) == title


def test_combining_halves_merges_their_fields() -> None:
    first = record(own_name="Marn", notes="a", xp=3, traits=("Old", "Wise"))
    second = record(own_name="Other", notes="b", xp=5, traits=("Wise", "Tall"))
    both = _merge_halves(first, second)
    assert (both.own_name, both.notes, both.xp, both.traits) == ("Marn", "a\nb", 5, ("Old", "Wise", "Tall"))
    assert _merge_halves(first, first).notes == "a", "not twice"
    turned = _merge_halves(record(), second)
    assert (turned.own_name, turned.notes, turned.xp) == ("Other", "b", 5)
    assert _merge_halves(record(), record()).notes is None
    assert _merge_halves(record(traits=("Tall", "Tall")), record()).traits == ("Tall",), "even if the second is silent"
    assert _merge_halves(second, first).xp == 5


def test_label_comes_from_the_matching_pick() -> None:
    picks = ["odd", {}, {"option": {"uid": "a", "id": "x", "label": "A"}}, {"option": {"id": "b", "label": "B" * 201}}]
    raw = {"selectedUpgrades": [*picks, {"option": {"uid": "c"}}]}
    labels = [_stated_label(record(raw=raw), key) for key in ("a", "x", "b", "c", "d")]
    assert labels == ["A", "A", "B" * 200, "", ""]
    assert _stated_label(record(raw={"selectedUpgrades": "odd"}), "a") == ""


def link_units(*records: UnitRecord) -> tuple[UnitLinks, FindingCollector]:
    collector = FindingCollector()
    return UnitLinks(records, lambda index: f"unit {index}", collector), collector


def test_linked_halves_become_one_entry() -> None:
    links, collector = link_units(
        record("a", combined=True), record("x"), record("b", combined=True, joins="a"), record("h", joins="b")
    )
    assert (links.second_halves, links.entry_indexes) == ({0: 2}, [0, 1, 3])
    assert [links.entry_of(index) for index in range(4)] == ["a", "b", "a", "c"]
    assert (links.joined_entry(3), links.joined_entry(2), links.joined_entry(1)) == ("a", None, None)
    assert collector.findings == []


def test_join_to_nothing_is_kept() -> None:
    links, _ = link_units(record("x", joins="b"), record("y"), record("z", joins="nobody"))
    assert (links.joined_entry(0), links.joined_entry(2)) == ("b?", "nobody")


def test_circular_halves_use_the_files_first() -> None:
    links, collector = link_units(
        record("a", combined=True, joins="c"),
        record("b", combined=True, joins="a"),
        record("c", combined=True, joins="b"),
    )
    assert links.second_halves == {0: 1}
    assert [(finding.code, finding.on) for finding in collector.findings] == [("CMB009", "a"), ("CMB006", "b")]


def test_half_leading_into_a_circle_is_third() -> None:
    links, collector = link_units(
        record("z", combined=True, joins="b"),
        record("a", combined=True, joins="b"),
        record("b", combined=True, joins="a"),
    )
    assert links.second_halves == {1: 0}
    assert [(finding.code, finding.on) for finding in collector.findings] == [("CMB009", "a"), ("CMB006", "b")]


def test_records_without_id_are_never_linked() -> None:
    links, collector = link_units(record(""), record(""), record("a"), record("h", joins="a"))
    assert (links.second_halves, links.joined_entry(3), collector.findings) == ({}, "c", [])


def test_halves_of_different_books_are_not_combined() -> None:
    links, collector = link_units(
        record("z", combined=True), record("a", combined=True), record("b", combined=True, joins="a", book="other")
    )
    assert links.second_halves == {}
    findings = [(finding.code, finding.on, finding.params["unit"]) for finding in collector.findings]
    assert findings == [("CMB008", "a", "unit 0"), ("CMB007", "c", "unit 2")]
    assert collector.findings[1].params["other"] == "unit 1"


def priced_unit(key: str, cost: int, *arms: str) -> Unit:
    armed = unit(AXES, arms=list(arms))
    return replace(armed, id=UnitId(key), cost=cost, name=Text(key.upper()))


def priced_record(key: str, cost: object, *things: object) -> UnitRecord:
    return record(name=f"file {key}", unit=key, raw={"cost": cost, "loadout": list(things)})


def test_file_prices_are_compared_with_the_book() -> None:
    held = book(u=priced_unit("u", 100), v=priced_unit("v", 50))
    records = [priced_record("u", 100), priced_record("v", 60), priced_record("w", 70), priced_record("v", 60)]
    assert [(subject.id, cost) for subject, cost in match_stated_prices(held, records)] == [("u", 100), ("v", 60)]
    assert [
        (price_difference.code, price_difference.params) for price_difference in find_price_differences(held, records)
    ] == [("IMP012", {"unit": Text("V"), "stated": 60, "points": 50})]
    differences = [
        (difference.params["unit"], difference.params["stated"], difference.params["points"])
        for difference in find_version_differences(held, records)
    ]
    assert differences == [("file v", 60, 50), ("file w", 70, None)]
    (odd,) = find_version_differences(held, [priced_record("v", "60")])
    assert (odd.code, odd.params["stated"], odd.params["version"]) == ("IMP032", 0, "1")


def test_equipment_unknown_to_the_unit_is_reported() -> None:
    held = book(u=priced_unit("u", 100, "Sword (A1)"))
    things = [{"name": "Swords"}, {"name": "Axe"}, {"name": "Gun"}, "odd", {"name": " "}]
    (finding,) = find_unknown_equipment(held, [priced_record("u", 100, *things)])
    assert (finding.code, finding.params["things"], finding.params["unit"]) == ("IMP033", ("Gun",), Text("U"))
    assert (
        list(
            find_unknown_equipment(
                held, [priced_record("u", 100, {"name": "Sword"}), priced_record("w", 1, {"name": "Gun"})]
            )
        )
        == []
    )
    (many,) = find_unknown_equipment(
        held, [priced_record("u", 100, *[{"name": f"Gun {number}"} for number in range(101)])]
    )
    assert many.params["things"] == tuple(f"Gun {number}" for number in range(100))


def test_first_rule_text_is_kept_without_braces() -> None:
    bearer = record(
        raw={
            "rules": [{"name": "Glow", "description": "second"}, {"name": "Howl", "description": "a {b}\n c"}],
            "weapons": [{"specialRules": [{"name": "Moon Beam", "description": "x" * 1_001}, "odd"]}, "odd"],
        }
    )
    raw = {"specialRules": [{"name": "Glow", "description": "first"}, {"name": "Mute", "description": " "}]}
    assert collect_rule_descriptions(raw, [bearer]) == {"glow": "first", "howl": "a (b) c", "moon-beam": "x" * 1_000}
