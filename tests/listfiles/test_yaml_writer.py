from __future__ import annotations

import pytest

from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef, Upgrade

DESIGN = """\
format: 1
name: The Iron Vale
player: Your Name
system: aof-3.5
points: 2000
force_org: true
books: {human-empire: {version: "3.5.3", sha256: 9f2ca81d77b0c3e45566778899aabbccddeeff00112233445566778899aabbcc}}
units:
  - {id: a, unit: human-empire/infantrymen, upgrades: [spear, sergeant], combined: {upgrades: [spear]}}
  - {id: b, unit: human-empire/champion, joins: a, name: Otto, upgrades: [horse], notes: warlord}
  - {id: c, unit: human-empire/city-guard, upgrades: [{crossbow: 3}]}
"""


def test_written_list_matches_the_documented_style():
    assert format_list_yaml(parse_list(DESIGN).army) == DESIGN


def test_long_lines_are_wrapped_and_read_the_same():
    picks = ", ".join(f"some-long-option-{number}" for number in range(12))
    notes = "many words about nothing in particular " * 12
    text = DESIGN.replace("[horse]", f"[{picks}]").replace("warlord", f'"{notes}"')
    army = parse_list(text).army
    written = format_list_yaml(army)
    assert max(map(len, written.splitlines())) <= 120
    assert parse_list(written).army == army


def test_multi_line_notes_use_block_style():
    army = parse_list(DESIGN.replace("units:", 'notes: "first\\n\\nsecond"\nunits:')).army
    assert "notes: |-\n  first\n\n  second\n" in format_list_yaml(army)


def test_many_books_use_one_line_each():
    pins = ", ".join(f'book-{n}: {{version: "1.{n}"}}' for n in range(8))
    army = parse_list(
        DESIGN.replace('{human-empire: {version: "3.5.3"', f"{{{pins}, human-empire: {{version: '3.5.3'")
    ).army
    assert '\nbooks:\n  book-0: {version: "1.0"}\n' in format_list_yaml(army)


def test_list_without_units_is_written():
    assert "units: []\n" in format_list_yaml(parse_list("system: s\nunits: []\n").army)


def entry_lines(upgrades: tuple[Upgrade, ...] = (), notes: str | None = None) -> list[str]:
    """Return the lines of a list's only entry."""
    entry = Entry(id=EntryId("a"), unit=UnitRef("human-empire/infantrymen"), upgrades=upgrades, notes=notes)
    army = ArmyList(name="x", system=SystemId("aof-3.5"), entries=(entry,))
    written = format_list_yaml(army)
    assert parse_list(written).army.entries == army.entries
    return written.split("units:\n")[1].splitlines()


def test_wrapped_lines_fill_the_width():
    longest = []
    for length in range(3, 40):
        lines = entry_lines(tuple(Upgrade("o" * length) for _ in range(60)))
        longest.append(max(map(len, lines)))
        assert all(len(line) + 1 + length + 1 > 118 for line in lines[1:-1])
        assert all(line.startswith("     o") for line in lines[1:])
    assert max(longest) == 118


@pytest.mark.parametrize(("length", "cut"), [(40, False), (78, False), (79, True), (200, True)])
def test_long_texts_continue_on_the_next_line(length: int, cut: bool):
    text = ("some " * 50)[: length - 2] + ":x"
    lines = entry_lines(notes=text)
    assert any(line.endswith("\\") for line in lines) is cut


def test_long_texts_break_after_spaces():
    words = "12345678: "
    assert entry_lines(notes=words * 18 + "end") == [
        f'  - {{id: a, unit: human-empire/infantrymen, notes: "{words * 5}\\',
        f"     {words * 6}\\",
        f'     {words * 7}end"}}',
    ]


@pytest.mark.parametrize(
    ("notes", "lines"),
    [
        ("one\ntwo", ["notes: |-", "  one", "  two"]),
        (" one\ntwo", ['notes: " one\\ntwo"']),
        ("one\n", ['notes: "one\\n"']),
        ("\none", ['notes: "\\none"']),
        ("one \ntwo", ['notes: "one \\ntwo"']),
        ("one\n  two", ["notes: |-", "  one", "    two"]),
        ("one\n\x07", ['notes: "one\\n\\x07"']),
    ],
)
def test_only_plain_texts_are_unquoted(notes: str, lines: list[str]):
    army = ArmyList(name="x", system=SystemId("aof-3.5"), notes=notes, entries=())
    written = format_list_yaml(army)
    assert parse_list(written).army.notes == notes
    assert written.split("system: aof-3.5\n")[1].split("units:")[0].splitlines()[-len(lines) :] == lines
