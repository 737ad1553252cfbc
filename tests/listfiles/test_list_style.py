from __future__ import annotations

from listbuilder.listfiles import format_list, parse_list

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


def test_a_list_looks_as_the_design_shows_it():
    assert format_list(parse_list(DESIGN).army) == DESIGN


def test_long_lines_are_wrapped_and_read_the_same():
    picks = ", ".join(f"some-long-option-{number}" for number in range(12))
    notes = "many words about nothing in particular " * 12
    text = DESIGN.replace("[horse]", f"[{picks}]").replace("warlord", f'"{notes}"')
    army = parse_list(text).army
    written = format_list(army)
    assert max(map(len, written.splitlines())) <= 120
    assert parse_list(written).army == army


def test_notes_of_several_lines_stand_as_lines():
    army = parse_list(DESIGN.replace("units:", 'notes: "first\\n\\nsecond"\nunits:')).army
    assert "notes: |-\n  first\n\n  second\n" in format_list(army)


def test_many_books_stand_one_a_line():
    pins = ", ".join(f'book-{n}: {{version: "1.{n}"}}' for n in range(8))
    army = parse_list(
        DESIGN.replace('{human-empire: {version: "3.5.3"', f"{{{pins}, human-empire: {{version: '3.5.3'")
    ).army
    assert '\nbooks:\n  book-0: {version: "1.0"}\n' in format_list(army)


def test_a_list_without_units_is_a_list():
    assert "units: []\n" in format_list(parse_list("system: s\nunits: []\n").army)
