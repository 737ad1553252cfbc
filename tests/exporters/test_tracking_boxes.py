"""Tick boxes match the models of a unit, and half strength is marked where morale is tested."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.model import ArmyList, Entry, EntryId, NamedId
from listbuilder.rules.trackers import TokenPool, UnitTracker, WoundTrack, WoundTrackKind
from listbuilder.sheet import SheetUnit
from listbuilder.sheet.model import TickBoxes
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.sheet.unit_blocks import build_tick_boxes
from tests.exporters.sheet_samples import ARMY, BOOK, FACTION, SYSTEM, both, document, entry, roster
from tests.sentences import sentence

LOSSES = ("models", "tough", "wounds")


def boxes(*entries: Entry, key: str = "a") -> tuple[SheetUnit, dict[str, tuple[list[int], int]]]:
    unit = document(army=army(*entries)).sheet.units[0]
    chosen = unit if unit.entry_id == key else unit.attached_heroes[0]
    return chosen, {
        tick_box.id: ([len(group) for group in tick_box.groups], tick_box.half_strength_box)
        for tick_box in chosen.tick_boxes
        if tick_box.id in LOSSES
    }


def army(*entries: Entry) -> ArmyList:
    return replace(ARMY, entries=entries)


def test_one_tough_model_keeps_unit_normal():
    sheet_unit, counted = boxes(entry("a", "ratmen", "weapon-team"))
    assert counted == {"models": ([5, 4], 5), "tough": ([3], 0)}
    assert [rule.text for rule in sheet_unit.rules] == []
    assert [item.contents for item in sheet_unit.items] == ["Tough(3), Gun (A3)"]
    assert {stat.id: stat.value for stat in sheet_unit.stats}["tough"] == "\N{EN DASH}/3"
    assert {stat.id: stat.value for stat in sheet_unit.stats}["wounds"] == "12"


def test_half_strength_counts_attached_heroes():
    alone = boxes(entry("a", "bowmen"))[1]
    assert alone == {"models": ([5], 3)}
    host = boxes(entry("a", "mire-troll"), entry("b", "champion", joins="a"))[1]
    assert host == {"tough": ([3, 3, 3], 6)}
    hero = boxes(entry("a", "mire-troll"), entry("b", "champion", joins="a"), key="b")[1]
    assert hero == {"tough": ([3], 0)}


def test_single_model_halves_by_its_wounds():
    assert boxes(entry("a", "champion"))[1] == {"tough": ([3], 2)}


def strip(*bands: tuple[str, WoundTrackKind, int, int], half: int = 0, rounds: int = 0, tokens: int = 0) -> UnitTracker:
    states = (NamedId("shaken", both("Shaken", "Angeschlagen")),) if rounds else ()
    held = (TokenPool(EntryId("b"), 2, tokens),) if tokens else ()
    built = tuple(WoundTrack(EntryId(name), kind, models, wounds) for name, kind, models, wounds in bands)
    return UnitTracker(EntryId("a"), built, half, held, rounds, states)


def build_boxes(name: str, tracker: UnitTracker, language: str = "en") -> tuple[TickBoxes, ...]:
    """Return the boxes of the unit `a` or of its attached hero `b`."""
    [roster_entry] = [entry for entry in roster().entries if entry.id == name]
    return tuple(build_tick_boxes(roster_entry, tracker, RuleLabeller(SYSTEM, {BOOK: FACTION}, language)))


@pytest.mark.parametrize(("half", "host", "hero"), [(0, 0, 0), (1, 1, 0), (10, 10, 0), (11, 0, 1), (13, 0, 3)])
def test_half_strength_box_is_marked_once(half: int, host: int, hero: int) -> None:
    tracker = strip(("a", WoundTrackKind.PLAIN, 10, 1), ("b", WoundTrackKind.HERO, 1, 3), half=half)
    assert [[box.half_strength_box for box in build_boxes(name, tracker)] for name in "ab"] == [[host], [hero]]


@pytest.mark.parametrize(("half", "marked"), [(3, 3), (4, 4), (9, 9)])
def test_bands_of_one_kind_share_a_row(half: int, marked: int) -> None:
    [row] = build_boxes("a", strip(("a", WoundTrackKind.TOUGH, 1, 3), ("a", WoundTrackKind.TOUGH, 1, 6), half=half))
    assert (row.id, row.label, [len(run) for run in row.groups], row.half_strength_box) == (
        "tough",
        sentence("sheet.box.wounds"),
        [3, 6],
        marked,
    )


def test_unit_with_too_many_boxes_has_none() -> None:
    hero = ("b", WoundTrackKind.HERO, 1, 3)
    assert [box.count for box in build_boxes("a", strip(("a", WoundTrackKind.PLAIN, 120, 1), hero))] == [120]
    assert build_boxes("a", strip(("a", WoundTrackKind.PLAIN, 121, 1), hero)) == ()
    assert build_boxes("a", strip(("a", WoundTrackKind.PLAIN, 100, 1), ("a", WoundTrackKind.TOUGH, 7, 3), hero)) == ()
    assert [box.count for box in build_boxes("b", strip(("a", WoundTrackKind.PLAIN, 121, 1), hero))] == [3]


def test_host_has_rounds_and_states_caster_has_tokens() -> None:
    tracker = strip(("a", WoundTrackKind.PLAIN, 2, 1), ("b", WoundTrackKind.HERO, 1, 3), rounds=3, tokens=6)
    assert [(box.id, box.label, box.groups) for box in build_boxes("a", tracker, "de")][:2] == [
        ("rounds", sentence("sheet.box.rounds", "de"), (("1", "2", "3"),)),
        ("state:shaken", "Angeschlagen", (("",),)),
    ]
    assert [(box.id, box.count) for box in build_boxes("a", tracker)][2:] == [("models", 2)]
    assert [(box.id, box.count) for box in build_boxes("b", tracker)] == [("tough", 3), ("tokens", 6)]


@pytest.mark.parametrize(
    ("band", "kind"),
    [
        ((WoundTrackKind.PLAIN, 5, 1), "models"),
        ((WoundTrackKind.TOUGH, 2, 3), "tough"),
        ((WoundTrackKind.HERO, 1, 1), "wounds"),
        ((WoundTrackKind.HERO, 1, 3), "tough"),
        ((WoundTrackKind.MARKERS, 1, 5), "wounds"),
    ],
)
def test_boxes_are_labelled_by_what_they_count(band: tuple[WoundTrackKind, int, int], kind: str) -> None:
    labels = {box: sentence(f"sheet.box.{box}", "de") for box in ("models", "wounds")}
    labels["tough"] = labels["wounds"]
    assert [(box.id, box.label) for box in build_boxes("a", strip(("a", *band)), "de")] == [(kind, labels[kind])]
