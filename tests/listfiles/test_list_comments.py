from __future__ import annotations

from dataclasses import replace

from listbuilder.listfiles import format_list, parse_list

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


def test_comments_survive_an_edit_of_another_entry():
    loaded = parse_list(TEXT)
    entry = loaded.army.entries[2]
    text = format_list(loaded.army.replace_entry(replace(entry, name="New")), loaded.comments)
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


def test_comments_go_with_the_entry_they_stand_at():
    loaded = parse_list(TEXT)
    a, b, c = loaded.army.entries
    text = format_list(replace(loaded.army, entries=(c, a)), loaded.comments)
    assert "block style" not in text
    assert text.index("f/riders") < text.index("# the wall") < text.index("f/pikes") < text.index("# keep!")
    assert b.id not in text.split("units:")[1].split("id: ")[1]


def test_what_looks_like_a_comment_in_a_text_is_none():
    loaded = parse_list("system: s\nnotes: |-\n  # not one\n  x\nunits: []\n")
    assert loaded.comments.header == ()
    assert "# not one" in (loaded.army.notes or "")
    assert format_list(loaded.army, loaded.comments).count("# not one") == 1


def test_writing_again_changes_nothing():
    loaded = parse_list(TEXT)
    text = format_list(loaded.army, loaded.comments)
    again = parse_list(text)
    assert format_list(again.army, again.comments) == text
