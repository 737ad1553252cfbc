from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.writer import format_list_yaml

TEXT = """\
# Ada's list
# for Saturday
format: 1
name: Vale  # was Dale
system: s
# what we agreed
points: 750
units:  # all of them
  # the wall
  - {id: a, unit: f/pikes, name: "no # comment"}  # keep!
  - id: b  # block style
    # inside
    unit: f/bows
  - {id: c, unit: f/riders}
# the end
"""


def test_comments_survive_edits_of_other_entries():
    loaded = parse_list(TEXT)
    entry = loaded.army.entries[2]
    text = format_list_yaml(loaded.army.replace_entry(replace(entry, name="New")), loaded.comments)
    lines = text.splitlines()
    assert lines[:2] == ["# Ada's list", "# for Saturday"]
    assert "name: Vale  # was Dale" in lines
    assert lines[lines.index("points: 750") - 1] == "# what we agreed"
    assert "units:  # all of them" in lines
    wall = lines.index("  # the wall")
    assert lines[wall + 1] == '  - {id: a, unit: f/pikes, name: "no # comment"}  # keep!'
    assert lines[wall + 2 : wall + 4] == ["  # inside", "  - {id: b, unit: f/bows}  # block style"]
    assert lines[-1] == "# the end"
    assert "name: New" in lines[-2]


def test_comments_move_with_their_entry():
    loaded = parse_list(TEXT)
    a, b, c = loaded.army.entries
    text = format_list_yaml(replace(loaded.army, entries=(c, a)), loaded.comments)
    assert "block style" not in text
    assert text.index("f/riders") < text.index("# the wall") < text.index("f/pikes") < text.index("# keep!")
    assert b.id not in text.split("units:")[1].split("id: ")[1]


def test_hash_signs_in_texts_are_not_comments():
    loaded = parse_list("system: s\nnotes: |-\n  # not one\n  x\nunits: []\n")
    assert loaded.comments.header == ()
    assert "# not one" in (loaded.army.notes or "")
    assert format_list_yaml(loaded.army, loaded.comments).count("# not one") == 1


def test_rewriting_changes_nothing():
    loaded = parse_list(TEXT)
    text = format_list_yaml(loaded.army, loaded.comments)
    again = parse_list(text)
    assert format_list_yaml(again.army, again.comments) == text


CASES = {
    "everywhere": (
        """\
system: s  # one
notes: |-  # two
  a # no
  b
# three
units: [  # four
  {id: a, unit: f/u,  # five
    # six
    upgrades: [x]},  # seven
  {id: b, unit: f/v}  # eight
  # nine
]  # ten
# eleven
""",
        """\
system: s  # one
# two
notes: |-
  a # no
  b
# three
units:  # four
  # six
  # five
  - {id: a, unit: f/u, upgrades: [x]}  # seven
  # eight
  - {id: b, unit: f/v}  # ten
# nine
# eleven
""",
    ),
    "among books": (
        """\
system: s
books:
  # in
  f: {version: '1'}  # behind f
  g: 2  # behind g
# above
units: []  # none
""",
        """\
system: s
# in
# behind f
books: {f: {version: "1"}, g: {version: "2"}}  # behind g
# above
units: []  # none
""",
    ),
    "what is in quotes is none": (
        """\
# head
system: 's # no'   # yes
player: a#no
units:
- id: a # x
  unit: f/u
  # tail
- f/v # y
# end

# e""",
        """\
# head
player: "a#no"
system: "s # no"  # yes
units:
  - {id: a, unit: f/u}  # x
  # tail
  - {id: b, unit: f/v}  # y
# end
# e
""",
    ),
    "among picks": (
        """\
system: s
units:
- id: a
  upgrades:
  - x # px
  # py
  - z
  unit: f/u
""",
        """\
system: s
units:
  # py
  - {id: a, unit: f/u, upgrades: [x, z]}  # px
""",
    ),
    "above entries": (
        """\
system: s
units:
# first
- {id: a, unit: f/u}
# second
- {id: b, unit: f/v}
  # last
""",
        """\
system: s
units:
  # first
  - {id: a, unit: f/u}
  # second
  - {id: b, unit: f/v}
# last
""",
    ),
    "entries that are words": (
        """\
system: s
units: [f/u, 'f/v # no', # c
 f/w]
""",
        """\
system: s
units:
  - {id: a, unit: f/u}
  - {id: b, unit: "f/v # no"}  # c
  - {id: c, unit: f/w}
""",
    ),
    "without units": ("system: s\n# all\n", "system: s\nunits: []\n# all\n"),
}


@pytest.mark.parametrize(("text", "written"), CASES.values(), ids=CASES)
def test_comments_stay_with_their_subject(text: str, written: str):
    for source in (text, written):
        loaded = parse_list(source)
        lines = format_list_yaml(loaded.army, loaded.comments).splitlines(keepends=True)
        assert "".join(line for line in lines if line not in ("format: 1\n", 'name: ""\n')) == written


def test_comment_survives_line_wrapping():
    loaded = parse_list("system: s\nnotes: short  # mine\nunits: []\n")
    text = format_list_yaml(replace(loaded.army, notes="one\ntwo"), loaded.comments)
    assert "# mine\nnotes: |-\n  one\n  two\n" in text
