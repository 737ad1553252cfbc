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
            self.session.apply(build_combine_edit(self.roster_entry))

    @property
    def roster_entry(self) -> RosterEntry:
        return self.session.roster.entries[0]

    def at(self, key: str) -> UpgradeRow:
        upgrade_row = find_upgrade_row(self.roster_entry, key)
        assert upgrade_row is not None
        return upgrade_row

    def counts_of(self, key: str) -> tuple[int, ...]:
        return self.at(key).counts(self.roster_entry)

    def do(self, deed: EditOrRefusal) -> None:
        assert not isinstance(deed, Refusal)
        assert self.session.apply(deed)

    def toggle(self, key: str, half: int = 0) -> None:
        self.do(toggle_upgrade(self.session.roster, self.roster_entry, self.at(key), half))

    def more(self, key: str) -> EditOrRefusal:
        return add_upgrade(self.session.roster, self.roster_entry, self.at(key))

    def fewer(self, key: str) -> EditOrRefusal:
        return remove_upgrade(self.session.roster, self.roster_entry, self.at(key))


def list_row_keys(band: Band) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (upgrade_row.key.removeprefix("pick:"), upgrade_row.halves)
        for upgrade_row in list_upgrade_rows(band.roster_entry)
    ]


def test_only_sections_with_targets_are_shown(fen: Library) -> None:
    band = Band(fen)
    assert [key for key, _ in list_row_keys(band)] == [
        "all:",
        "all:spear",
        "all:pike",
        "two:bow",
        "two:sling",
        "music:horn",
        "hides:hide",
    ]
    assert {halves for _, halves in list_row_keys(band)} == {(0,)}
    assert band.counts_of(AXES) == (1,)
    assert find_upgrade_row(band.roster_entry, LONG) is None
    band.toggle(BOW)
    assert "bows:long" in [key for key, _ in list_row_keys(band)]


def test_combined_unit_has_a_mark_per_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    assert dict(list_row_keys(band)) == {
        **dict.fromkeys(("all:", "all:spear", "all:pike"), (0,)),
        **dict.fromkeys(("two:bow", "two:sling", "music:horn", "hides:hide"), (0, 1)),
    }
    band.toggle(BOW, 1)
    assert band.counts_of(LONG) == (0, 0), "shown where one of the halves has a target"


def test_differing_halves_show_the_first(fen: Library) -> None:
    band = Band(fen, entry("a", "band", upgrades=(Upgrade("spear"),), combined=Half(())))
    assert (band.counts_of(SPEAR), band.counts_of(AXES)) == ((1,), (0,))


def test_more_fills_halves_then_overfills_first(fen: Library) -> None:
    band = Band(fen, combined=True)
    counts = []
    for _ in range(5):
        band.do(band.more(BOW))
        counts.append(band.counts_of(BOW))
    assert counts == [(1, 0), (2, 0), (2, 1), (2, 2), (3, 2)], "what breaks a rule is told and not refused"
    for expected in ((3, 1), (3, 0), (2, 0)):
        band.do(band.fewer(BOW))
        assert band.counts_of(BOW) == expected, "from the last half that has it"


def test_more_goes_to_the_half_with_target(fen: Library) -> None:
    band = Band(fen, combined=True)
    band.toggle(BOW, 1)
    band.do(band.more(LONG))
    assert band.counts_of(LONG) == (0, 1)
    assert band.more(LONG) == Refusal(RefusalReason.NO_TARGET, "Bow")


def test_single_model_option_is_once_per_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    band.do(band.more(HORN))
    assert band.counts_of(HORN) == (1, 0)
    band.do(band.more(HORN))
    assert band.counts_of(HORN) == (1, 1)
    refused = band.more(HORN)
    assert isinstance(refused, Refusal)
    assert refused.reason is RefusalReason.FULL
    band.toggle(HORN)
    assert band.counts_of(HORN) == (0, 1), "a key without a half means the first"


def test_option_not_taken_cannot_be_returned(fen: Library) -> None:
    for combined in (False, True):
        refused = Band(fen, combined=combined).fewer(BOW)
        assert isinstance(refused, Refusal)
        assert refused.reason is RefusalReason.NOT_TAKEN


def test_row_names_its_option_and_half(fen: Library) -> None:
    band = Band(fen, combined=True)
    bow_row = band.at(BOW)
    chosen = bow_row.slot(band.roster_entry, 1)
    assert (chosen.entry, chosen.option, chosen.half) == (band.roster_entry.id, bow_row.option, 1)
    assert UpgradeRow(bow_row.section, bow_row.option).halves == (0,)
