"""Upgrade rows: which are shown, what each half has taken, and what keys change."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import Entry, Half, RosterEntry, Upgrade
from listbuilder.rules.upgrade_actions import EditOrRefusal, Refusal, RefusalReason, build_combine_edit
from listbuilder.tui.editor.unit_rows import (
    UpgradeRow,
    add_upgrade,
    find_upgrade_row,
    list_upgrade_rows,
    remove_upgrade,
    toggle_upgrade,
)
from tests.tui.small_faction import entry, fen_army

BOW, LONG, HORN, SPEAR, AXES = "pick:two:bow", "pick:bows:long", "pick:music:horn", "pick:all:spear", "pick:all:"


class Band:
    """A unit of five models, optionally combined."""

    def __init__(self, library: Library, *entries: Entry, combined: bool = False) -> None:
        self.session = fen_army(library, *(entries or (entry("a", "band"),)))
        if combined:
            self.session.apply(build_combine_edit(self.worked))

    @property
    def worked(self) -> RosterEntry:
        return self.session.roster.entries[0]

    def at(self, key: str) -> UpgradeRow:
        upgrade_row = find_upgrade_row(self.worked, key)
        assert upgrade_row is not None
        return upgrade_row

    def taken(self, key: str) -> tuple[int, ...]:
        return self.at(key).counts(self.worked)

    def do(self, deed: EditOrRefusal) -> None:
        assert not isinstance(deed, Refusal)
        assert self.session.apply(deed)

    def toggle(self, key: str, half: int = 0) -> None:
        self.do(toggle_upgrade(self.session.roster, self.worked, self.at(key), half))

    def more(self, key: str) -> EditOrRefusal:
        return add_upgrade(self.session.roster, self.worked, self.at(key))

    def fewer(self, key: str) -> EditOrRefusal:
        return remove_upgrade(self.session.roster, self.worked, self.at(key))


def shown(band: Band) -> list[tuple[str, tuple[int, ...]]]:
    return [(place.key.removeprefix("pick:"), place.halves) for place in list_upgrade_rows(band.worked)]


def test_only_sections_with_targets_are_shown(fen: Library) -> None:
    band = Band(fen)
    assert [key for key, _ in shown(band)] == [
        "all:",
        "all:spear",
        "all:pike",
        "two:bow",
        "two:sling",
        "music:horn",
        "hides:hide",
    ]
    assert {halves for _, halves in shown(band)} == {(0,)}
    assert band.taken(AXES) == (1,)
    assert find_upgrade_row(band.worked, LONG) is None
    band.toggle(BOW)
    assert "bows:long" in [key for key, _ in shown(band)]


def test_combined_unit_has_a_mark_per_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    assert dict(shown(band)) == {
        **dict.fromkeys(("all:", "all:spear", "all:pike"), (0,)),
        **dict.fromkeys(("two:bow", "two:sling", "music:horn", "hides:hide"), (0, 1)),
    }
    band.toggle(BOW, 1)
    assert band.taken(LONG) == (0, 0), "shown where one of the halves has a target"


def test_differing_halves_show_the_first(fen: Library) -> None:
    band = Band(fen, entry("a", "band", upgrades=(Upgrade("spear"),), combined=Half(())))
    assert (band.taken(SPEAR), band.taken(AXES)) == ((1,), (0,))


def test_more_fills_halves_then_overfills_first(fen: Library) -> None:
    band = Band(fen, combined=True)
    seen = []
    for _ in range(5):
        band.do(band.more(BOW))
        seen.append(band.taken(BOW))
    assert seen == [(1, 0), (2, 0), (2, 1), (2, 2), (3, 2)], "what breaks a rule is told and not refused"
    for wanted in ((3, 1), (3, 0), (2, 0)):
        band.do(band.fewer(BOW))
        assert band.taken(BOW) == wanted, "from the last half that has it"


def test_more_goes_to_the_half_with_target(fen: Library) -> None:
    band = Band(fen, combined=True)
    band.toggle(BOW, 1)
    band.do(band.more(LONG))
    assert band.taken(LONG) == (0, 1)
    assert band.more(LONG) == Refusal(RefusalReason.NO_TARGET, "Bow")


def test_single_model_option_is_once_per_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    band.do(band.more(HORN))
    assert band.taken(HORN) == (1, 0)
    band.do(band.more(HORN))
    assert band.taken(HORN) == (1, 1)
    refused = band.more(HORN)
    assert isinstance(refused, Refusal)
    assert refused.reason is RefusalReason.FULL
    band.toggle(HORN)
    assert band.taken(HORN) == (0, 1), "a key without a half means the first"


def test_option_not_taken_cannot_be_returned(fen: Library) -> None:
    for combined in (False, True):
        refused = Band(fen, combined=combined).fewer(BOW)
        assert isinstance(refused, Refusal)
        assert refused.reason is RefusalReason.NOT_TAKEN


def test_row_names_its_option_and_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    place = band.at(BOW)
    chosen = place.slot(band.worked, 1)
    assert (chosen.entry, chosen.option, chosen.half) == (band.worked.id, place.option, 1)
    assert UpgradeRow(place.section, place.option).halves == (0,)
