"""Edits: pure functions from a list to a list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Half, SystemId, UnitRef, Upgrade
from listbuilder.model.ids import column_letters
from listbuilder.rules.edits import (
    AddEntry,
    AddUpgrade,
    AssignNewId,
    AttachHero,
    CombineEntry,
    DetachHero,
    DuplicateEntry,
    MoveEntries,
    RemoveEntry,
    RemoveUpgrade,
    RenameEntry,
    SetExperience,
    SetNotes,
    SetUpgrades,
    SplitEntry,
    apply_edits,
    next_entry_id,
    set_details,
)

A, B, C, Z = EntryId("a"), EntryId("b"), EntryId("c"), EntryId("z")


@pytest.fixture
def army() -> ArmyList:
    spears = Entry(id=A, unit=UnitRef("trial/spears"), upgrades=(Upgrade("pike"), Upgrade("crossbow", 2)))
    return ArmyList(
        name="Test",
        system=SystemId("aof-3.2"),
        entries=(
            spears,
            Entry(id=B, unit=UnitRef("trial/captain"), joins=A, name="Otto"),
            Entry(id=C, unit=UnitRef("trial/spears"), combined=Half((Upgrade("pike"),), {"colour": "red"})),
        ),
    )


def ids(army: ArmyList) -> list[str]:
    return [entry.id for entry in army.entries]


def get(army: ArmyList, entry_id: str) -> Entry:
    entry = army.find_entry(entry_id)
    assert entry is not None
    return entry


def test_add_at_the_end_or_after_an_entry(army: ArmyList) -> None:
    assert ids(AddEntry(UnitRef("trial/riders"))(army)) == ["a", "b", "c", "d"]
    assert ids(AddEntry(UnitRef("trial/riders"), after=A)(army)) == ["a", "d", "b", "c"]


def test_removing_a_host_detaches_its_heroes(army: ArmyList) -> None:
    new_army = RemoveEntry(A)(army)
    assert ids(new_army) == ["b", "c"]
    assert get(new_army, "b").joins is None


def test_removing_one_duplicate_id_keeps_the_join(army: ArmyList) -> None:
    double = ArmyList(name="", system=SystemId("x"), entries=(army.entries[0], army.entries[0], army.entries[1]))
    assert get(RemoveEntry(A)(double), "b").joins == "a"


def test_duplicate_follows_the_original_and_is_detached(army: ArmyList) -> None:
    copied = DuplicateEntry(B)(army)
    assert ids(copied) == ["a", "b", "d", "c"]
    assert (get(copied, "d").name, get(copied, "d").joins) == ("Otto", None)


@pytest.mark.parametrize(("by", "order"), [(1, "cba"), (2, "cba"), (99, "cba"), (-1, "abc"), (0, "abc")])
def test_move_stops_at_the_ends(army: ArmyList, by: int, order: str) -> None:
    assert ids(MoveEntries((A,), by)(army)) == list(order)


def test_rename_and_note_and_experience(army: ArmyList) -> None:
    changed = apply_edits(army, [RenameEntry(A, "  Iron "), SetNotes(A, "front"), SetExperience(A, 7, ("brave",))])
    entry = get(changed, "a")
    assert (entry.name, entry.notes, entry.xp, entry.traits) == ("Iron", "front", 7, ("brave",))
    assert get(apply_edits(changed, [RenameEntry(A, " "), SetNotes(A, "")]), "a").name is None


def test_take_increments_only_the_last_pick(army: ArmyList) -> None:
    assert get(AddUpgrade(A, "crossbow")(army), "a").upgrades == (Upgrade("pike"), Upgrade("crossbow", 3))
    assert get(AddUpgrade(A, "pike")(army), "a").upgrades == (Upgrade("pike"), Upgrade("crossbow", 2), Upgrade("pike"))


def test_take_replaces_rivals(army: ArmyList) -> None:
    new_army = AddUpgrade(A, "glaive", instead_of=("pike", "glaive"))(army)
    assert get(new_army, "a").upgrades == (Upgrade("crossbow", 2), Upgrade("glaive"))


def test_put_back_removes_the_last_pick(army: ArmyList) -> None:
    assert get(RemoveUpgrade(A, "crossbow")(army), "a").upgrades == (Upgrade("pike"), Upgrade("crossbow"))
    assert get(RemoveUpgrade(A, "crossbow", remove_all=True)(army), "a").upgrades == (Upgrade("pike"),)
    with pytest.raises(EditError):
        RemoveUpgrade(A, "banner")(army)


def test_picks_keep_extra_fields_of_halves(army: ArmyList) -> None:
    changed = get(AddUpgrade(C, "shields", (0, 1))(army), "c")
    assert changed.upgrades == (Upgrade("shields"),)
    assert changed.combined is not None
    assert changed.combined.upgrades == (Upgrade("pike"), Upgrade("shields"))
    assert changed.combined.extra == {"colour": "red"}


def test_picking_without_second_half_is_refused(army: ArmyList) -> None:
    with pytest.raises(EditError):
        AddUpgrade(A, "shields", (1,))(army)


def test_set_picks(army: ArmyList) -> None:
    assert get(SetUpgrades(A, (Upgrade("x"),))(army), "a").upgrades == (Upgrade("x"),)


def test_combining_moves_attached_heroes(army: ArmyList) -> None:
    whole = CombineEntry(C, other=A)(army)
    assert ids(whole) == ["b", "c"]
    assert get(whole, "b").joins == "c"
    assert get(whole, "c").combined == Half((Upgrade("pike"), Upgrade("crossbow", 2)))


def test_split_keeps_or_drops_the_second_half(army: ArmyList) -> None:
    apart = SplitEntry(C)(army)
    assert ids(apart) == ["a", "b", "c", "d"]
    assert get(apart, "d").upgrades == (Upgrade("pike"),)
    assert ids(SplitEntry(C)(replace(army, entries=army.entries[::-1]))) == ["c", "d", "b", "a"], (
        "right after the first"
    )
    assert get(SplitEntry(C, drop_second_half=True)(army), "c").combined is None
    with pytest.raises(EditError):
        SplitEntry(A)(army)


def test_join_and_part(army: ArmyList) -> None:
    assert get(DetachHero(B)(army), "b").joins is None
    assert get(AttachHero(B, C)(army), "b").joins == "c"
    with pytest.raises(EditError):
        AttachHero(B, EntryId("z"))(army)


def test_reidentify(army: ArmyList) -> None:
    assert ids(AssignNewId(1)(army)) == ["a", "d", "c"]
    with pytest.raises(EditError):
        AssignNewId(3)(army)


@pytest.mark.parametrize("index", [0, -1])
def test_reidentify_first_and_last_entry(army: ArmyList, index: int) -> None:
    position = index % len(army.entries)
    changed = AssignNewId(position)(army).entries
    assert [old.id != new.id for old, new in zip(army.entries, changed, strict=True)].index(True) == position
    assert len({entry.id for entry in changed}) == len(changed)
    for beyond in (-1, len(army.entries)):
        with pytest.raises(EditError):
            AssignNewId(beyond)(army)


def test_details_change_only_the_header(army: ArmyList) -> None:
    changed = set_details(points=1500, force_org=True)(army)
    assert (changed.points, changed.force_org, changed.entries) == (1500, True, army.entries)
    with pytest.raises(EditError):
        set_details(entries=())(army)


@pytest.mark.parametrize(
    "edit",
    [
        RemoveEntry(EntryId("z")),
        MoveEntries((EntryId("z"),), 1),
        AddUpgrade(EntryId("z"), "x"),
        DetachHero(EntryId("z")),
    ],
)
def test_edits_of_missing_entries_are_refused(army: ArmyList, edit: RemoveEntry) -> None:
    with pytest.raises(EditError):
        edit(army)


def test_new_ids_are_unused(army: ArmyList) -> None:
    assert [column_letters(number) for number in (0, 25, 26, 51, 52, 701, 702)] == [
        "a",
        "z",
        "aa",
        "az",
        "ba",
        "zz",
        "aaa",
    ]
    waiting = ArmyList(name="", system=SystemId("x"), entries=(Entry(id=A, unit=UnitRef("t/u"), joins=B),))
    assert next_entry_id(waiting) == "c"
    assert next_entry_id(army) == "d"


def test_edit_labels_do_not_affect_equality() -> None:
    assert RemoveEntry(A, subject="Spears") == RemoveEntry(A, subject="Speere")
    assert hash(RemoveEntry(A, subject="Spears")) == hash(RemoveEntry(A, subject="Speere"))
    assert RemoveEntry(A, subject="Spears") != RemoveEntry(B, subject="Spears")
