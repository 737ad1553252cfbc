"""Two lists side by side."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from listbuilder.diff.lists import LinePair, compare_side_by_side
from listbuilder.diff.loadouts import DiffStatus
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Faction, Half, Roster, System, UnitRef, Upgrade
from listbuilder.rules.roster_builder import build_roster
from tests.properties.strategies import SETTINGS, armies
from tests.sentences import sentence

LIBRARY = Library.open(user=False)


def entry(ident: str, unit: str, *picks: str) -> Entry:
    return Entry(id=EntryId(ident), unit=UnitRef(f"human-empire/{unit}"), upgrades=tuple(map(Upgrade, picks)))


def worked_out(*entries: Entry, name: str = "Vale", points: int | None = 1000) -> Roster:
    return LIBRARY.roster(ArmyList(name=name, system=LIBRARY.system("aof-3.5").id, points=points, entries=entries))


def shown(old: Roster, new: Roster, language: str = "en") -> list[str]:
    return [
        f"{pair.status.value}: {pair.left.text if pair.left else '-'} | {pair.right.text if pair.right else '-'}"
        for pair in compare_side_by_side(old, new, language)[1:]
    ]


MEN = entry("a", "infantrymen", "sergeant")
KNIGHTS = entry("b", "knights")
HERO = replace(entry("c", "champion"), name="Otto", joins=EntryId("a"))


def test_identical_lists_have_identical_lines() -> None:
    roster = worked_out(MEN, KNIGHTS)
    pairs = compare_side_by_side(roster, roster, "en")
    assert {pair.status for pair in pairs} == {DiffStatus.SAME}
    assert [pair.left.text for pair in pairs] == ["Vale", "Infantrymen ×10", "Sergeant", "Knights ×5"]
    assert [pair.left.points for pair in pairs][:2] == [roster.cost, roster.entries[0].cost]
    assert [pair.left.entry for pair in pairs] == [None, "a", "a", "b"]
    assert [pair.left.depth for pair in pairs] == [0, 0, 1, 0]


def test_added_removed_and_changed_lines_are_marked() -> None:
    old = worked_out(MEN, KNIGHTS)
    new = worked_out(replace(MEN, upgrades=(Upgrade("musician"),)), entry("d", "marksmen"))
    assert shown(old, new) == [
        "changed: Infantrymen ×10 | Infantrymen ×10",
        "removed: Sergeant | -",
        "added: - | Musician",
        "removed: Knights ×5 | -",
        "added: - | Marksmen ×5",
    ]


def test_removed_lines_keep_their_position() -> None:
    marksmen = entry("d", "marksmen")
    assert shown(worked_out(KNIGHTS, marksmen), worked_out(marksmen))[0] == "removed: Knights ×5 | -"


def test_attached_heroes_are_indented() -> None:
    pairs = compare_side_by_side(worked_out(HERO, KNIGHTS, MEN), worked_out(MEN, KNIGHTS, HERO), "en")
    assert [(pair.right.text, pair.right.depth) for pair in pairs[1:]] == [
        ("Infantrymen ×10", 0),
        ("Sergeant", 1),
        ("Otto, Champion", 1),
        ("Knights ×5", 0),
    ]


def test_upgrades_of_attached_heroes_indent_deepest() -> None:
    armed = replace(HERO, upgrades=(Upgrade("horse"),))
    pairs = compare_side_by_side(worked_out(MEN, armed), worked_out(MEN, armed), "en")
    assert [(pair.left.text, pair.left.depth) for pair in pairs[-2:]] == [
        ("Otto, Champion", 1),
        ("Horse (Fast, Impact(1))", 2),
    ]


def test_upgrades_of_second_half_are_labelled() -> None:
    double = replace(MEN, combined=Half((Upgrade("sergeant"),)))
    assert shown(worked_out(MEN), worked_out(double), "de")[1:] == [
        "same: Sergeant | Sergeant",
        f"added: - | Sergeant ({sentence('half.2', 'de')})",
    ]


def test_header_shows_changed_fields() -> None:
    size = sentence("diff.field.points")
    pairs = compare_side_by_side(worked_out(MEN), worked_out(MEN, name="Hill", points=None), "en")
    assert [(pair.left.text, pair.right.text, pair.status) for pair in pairs[:2]] == [
        ("Vale", "Hill", DiffStatus.CHANGED),
        (f"{size}: 1000", f"{size}: {sentence('diff.none')}", DiffStatus.CHANGED),
    ]


NO, YES = sentence("diff.no"), sentence("diff.yes")


def test_switches_are_shown_as_words() -> None:
    strict = worked_out(MEN)
    free = LIBRARY.roster(replace(strict.army, force_org=not strict.army.force_org))
    before, after = (NO, YES) if free.army.force_org else (YES, NO)
    [pair] = compare_side_by_side(strict, free, "en")[1:2]
    assert pair.left.text.endswith(f": {before}")
    assert pair.right.text.endswith(f": {after}")


def test_unknown_entries_are_shown() -> None:
    strange = Entry(id=EntryId("x"), unit=UnitRef("nobody/knows"), upgrades=(Upgrade("what"),))
    assert shown(worked_out(strange), worked_out()) == ["removed: nobody/knows | -", "removed: what | -"]


def side(pairs: tuple[LinePair, ...], *, left: bool) -> list[str]:
    lines = [pair.left if left else pair.right for pair in pairs]
    return [line.text for line in lines if line is not None]


@SETTINGS
@given(armies(), armies())
def test_each_column_is_the_whole_list(
    first: tuple[ArmyList, System, Faction], second: tuple[ArmyList, System, Faction]
) -> None:
    old, new = (build_roster(army, system, {book.id: book}) for army, system, book in (first, second))
    pairs = compare_side_by_side(old, new, "en")
    for roster, left in ((old, True), (new, False)):
        heads = {line.entry for pair in pairs if (line := pair.left if left else pair.right) is not None} - {None}
        assert heads == {entry.id for entry in roster.army.entries}
    turned = compare_side_by_side(new, old, "en")
    assert sorted(side(turned, left=False)) == sorted(side(pairs, left=True))
    same = compare_side_by_side(old, old, "en")
    assert {pair.status for pair in same} == {DiffStatus.SAME}
