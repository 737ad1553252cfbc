"""The open list without a screen: history, offers, fixes, files and recovery after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.diagnostics import Diagnostic, Verdict, build_report
from listbuilder.disk import ChangedOnDiskError
from listbuilder.library import Library
from listbuilder.listfiles.book_versions import migrate_list
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import ExternalChange, OpenListFile
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, EventId, FactionId, SystemId, UnitRef
from listbuilder.model.notation import parse_rule
from listbuilder.rules.edits import (
    AddEntry,
    DuplicateEntry,
    MoveEntries,
    RemoveEntry,
    RenameEntry,
    SetNotes,
    SplitEntry,
)
from listbuilder.rules.upgrade_actions import Refusal, build_add_edit, build_combine_edit, toggle_option
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import explain_row, list_upgrade_rows, session_glossary
from listbuilder.tui.home.list_files import find_list_files, unused_path
from listbuilder.tui.labels import format_rule
from listbuilder.tui.user_settings import Settings
from tests.tui.view_helpers import IRON_VALE, LIBRARY, open_sample


def step(session: EditorSession, draw: int) -> None:
    """Apply one edit, selected by a number."""
    kind, which = draw % 9, draw // 9
    entries = session.roster.entries
    units = list(session.factions[0].units.values())
    selected = entries[which % len(entries)] if entries else None
    if kind == 0 or selected is None:
        session.apply(AddEntry(units[which % len(units)].ref))
    elif kind == 1:
        session.apply(RemoveEntry(selected.id))
    elif kind == 2:
        session.apply(DuplicateEntry(selected.id))
    elif kind == 3:
        session.apply(MoveEntries((selected.id,), which % 5 - 2))
    elif kind == 4:
        session.apply(RenameEntry(selected.id, f"[bold]{which}"))
    elif kind == 5:
        session.apply(SetNotes(selected.id, str(which)))
    elif kind == 6 and selected.entry.combined is None:
        session.apply(build_combine_edit(selected))
    elif kind == 7:
        session.apply(SplitEntry(selected.id))
    else:
        options = [upgrade_row for upgrade_row in list_upgrade_rows(selected) if upgrade_row.option is not None]
        if options:
            chosen = options[which % len(options)]
            assert chosen.option is not None
            session.apply(build_add_edit(selected, chosen.section, chosen.option, chosen.halves[0]))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5000), max_size=15))
def test_undo_and_redo_revert_random_edits(draws):
    session = open_sample()
    states = [session.army]
    for draw in draws:
        step(session, draw)
        if session.army != states[-1]:
            states.append(session.army)
    reports = session.report
    for state in reversed(states[:-1]):
        assert session.undo() is not None
        assert session.army == state
    assert session.undo() is None
    for state in states[1:]:
        assert session.redo() is not None
        assert session.army == state
    assert session.redo() is None
    assert session.report == reports


def test_edit_of_missing_entry_changes_nothing():
    session = open_sample()
    assert not session.apply(RemoveEntry(EntryId("nobody")))
    assert session.history.next_undo is None


def test_offers_are_cached_until_the_next_edit():
    session = EditorSession(LIBRARY, ArmyList(name="x", system=SystemId("aof-3.5"), points=100), ["human-empire"])
    unit = session.find_unit("human-empire/infantrymen")
    assert unit is not None
    assert session.unit_error(unit) is None
    assert ("unit", unit.ref) in session._errors
    session.apply(AddEntry(unit.ref))
    assert ("unit", unit.ref) not in session._errors
    assert session.known_error(("unit", unit.ref)) is None
    reason = session.unit_error(unit)
    assert reason is not None
    assert reason.code == "PTS001"
    assert session.find_unit("human-empire/nobody") is None
    assert session.find_unit("nobody/infantrymen") is None


def test_fixes_are_computed_in_steps_per_state():
    session = EditorSession(LIBRARY, replace(load_list(IRON_VALE).army, points=500))
    assert not session.report.legal
    for _ in range(2):
        assert not session.has_fixes
        assert len(list(session.compute_fixes())) > len(session.report), "with pauses"
        assert session.has_fixes
        assert any(finding.fix is not None for finding in session.report)
        assert list(session.compute_fixes()) == [], "it is known"
        assert session.apply(RemoveEntry(session.army.entries[0].id))


def test_no_op_edit_keeps_caches():
    session = EditorSession(LIBRARY, load_list(IRON_VALE).army)
    list(session.compute_fixes())
    known = session.revision
    assert not session.apply(MoveEntries((session.army.entries[0].id,), -1)), "it stands above all others"
    assert session.undo() is None
    assert session.redo() is None
    assert session.has_fixes
    assert session.revision == known


def test_new_unit_pins_book_and_saving_stores_points():
    session = EditorSession(LIBRARY, ArmyList(name="x", system=SystemId("aof-3.5"), points=100), ["human-empire"])
    session.apply(AddEntry(next(iter(session.factions[0].units.values())).ref))
    book = LIBRARY.faction("human-empire", session.system.id)
    assert session.army.books[book.id].version == book.version
    assert session.army_to_save().books[book.id].points == session.roster.cost


def test_file_findings_stay_until_fixed(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "format: 1\nname: x\nsystem: aof-3.5\npoints: 500\nunits:\n"
        "- {id: a, unit: human-empire/infantrymen}\n- {id: a, unit: human-empire/infantrymen}\n"
    )
    keeper = OpenListFile.load(path)
    assert keeper.saved_army is not None
    session = EditorSession(LIBRARY, keeper.saved_army, file_report=keeper.load_report)
    assert "LST002" in {finding.code for finding in session.report}
    assert not session.report.legal
    session.apply(RemoveEntry(EntryId("a")))
    assert "LST002" not in {finding.code for finding in session.report}


def test_keeper_detects_outside_changes(tmp_path):
    path = tmp_path / "list.yaml"
    save_list(open_sample().army, path)
    keeper = OpenListFile.load(path)
    assert keeper.saved_army is not None
    assert keeper.check_external_change() is ExternalChange.NONE
    other = EditorSession(LIBRARY, keeper.saved_army)
    other.apply(RenameEntry(other.army.entries[0].id, "Other"))
    save_list(other.army, path)
    assert keeper.check_external_change() is ExternalChange.CHANGED
    assert keeper.check_external_change() is ExternalChange.NONE, "told once"
    with pytest.raises(ChangedOnDiskError):
        keeper.save(keeper.saved_army)
    assert keeper.reload() == other.army
    path.unlink()
    assert keeper.check_external_change() is ExternalChange.DELETED


def test_home_lists_only_list_files(tmp_path):
    lists = tmp_path / "lists"
    for name in ("a.yaml", "club/b.json", ".hidden/c.yaml", "exports/d.json", "e.yaml.bak", "x/y/z/deep.yaml", "n.txt"):
        (lists / name).parent.mkdir(parents=True, exist_ok=True)
        (lists / name).write_text("x")
    assert {path.name for path in find_list_files(Settings())} == {"a.yaml", "b.json"}


def test_free_path_is_unused(tmp_path):
    first = unused_path(tmp_path, "../../etc/passwd")
    assert first.parent == tmp_path
    first.touch()
    assert unused_path(tmp_path, "../../etc/passwd") != first
    assert unused_path(tmp_path, "???").name == "list.yaml"


KILLED = """
import sys, time
from pathlib import Path
from listbuilder.library import Library
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.rules.edits import RenameEntry
from listbuilder.tui.editor.session import EditorSession
path = Path(sys.argv[1])
open_file = OpenListFile.load(path, Journal())
session = EditorSession(Library.open(user=False), open_file.saved_army)
for number in range(20):
    session.apply(RenameEntry(session.army.entries[0].id, f"edit {number}"))
    open_file.write_journal(session.army)
print("ready", flush=True)
time.sleep(60)
"""


def test_killed_session_is_in_the_journal(tmp_path):
    path = tmp_path / "list.yaml"
    save_list(open_sample().army, path)
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        process.send_signal(signal.SIGKILL)
        process.wait()
    lost = Journal().find_recoverable()
    assert [Path(record.list_id) for record in lost] == [path.resolve()]
    assert lost[0].army.entries[0].name == "edit 19"
    assert load_list(path).army.entries[0].name != "edit 19"
    Journal().discard(lost[0])
    assert not Journal().find_recoverable()
    assert time.time() > lost[0].saved_at.timestamp()


def test_import_losses_stay_reported_after_edits():
    lost = Diagnostic("IMP014", None, {"where": "the list", "reason": "a pick without an id"})
    total = Diagnostic("IMP006", None, {"stated": 1, "points": 2, "unresolved": 0})
    session = EditorSession(LIBRARY, load_list(IRON_VALE).army, file_report=build_report([lost, total]))
    assert {finding.code for finding in session.report} >= {"IMP006", "IMP014"}
    session.apply(RenameEntry(session.army.entries[0].id, "Otto"))
    assert {finding.code for finding in session.report if finding.code.startswith("IMP")} == {"IMP014"}
    assert session.report.verdict is Verdict.ILLEGAL


def test_list_uses_pinned_edition_until_migrated(tmp_path: Path):
    text = """
format: 1
id: fen-folk
systems: [aof-3.5]
version: "{version}"
name: Fen Folk
units: [{{id: reeve, name: Reeve, size: 1, quality: 4, defense: 5, cost: {cost}, weapons: [Hand Weapon (A3)]}}]
"""
    for version, cost in (("1.0", 40), ("1.1", 50)):
        (tmp_path / f"{version}.yaml").write_text(text.format(version=version, cost=cost))
    library = Library.open([tmp_path], user=False)
    entry = Entry(id=EntryId("a"), unit=UnitRef("fen-folk/reeve"))
    pins = {FactionId("fen-folk"): BookPin("1.0")}
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=200, books=pins, entries=(entry,))
    session = EditorSession(library, army)
    assert (session.roster.cost, [book.version for book in session.factions]) == (40, ["1.0"])
    session.apply(AddEntry(UnitRef("fen-folk/reeve")))
    assert (session.roster.cost, session.army.books["fen-folk"].version) == (80, "1.0")
    session.replace_army(migrate_list(session.army, library)[0], "edit.fix", "")
    assert (session.roster.cost, [book.version for book in session.factions]) == (100, ["1.1"])


def test_option_text_uses_the_resulting_rating():
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=2000)
    session = EditorSession(LIBRARY, army, ["human-empire"])
    session.apply(AddEntry(UnitRef("human-empire/battle-master")))
    for mount in ("griffon", "dragon", "griffon"):
        (entry,) = session.roster.entries
        rows_by_option = {
            upgrade_row.option.id: upgrade_row
            for upgrade_row in list_upgrade_rows(entry)
            if upgrade_row.option is not None
        }
        text = explain_row(session, entry, rows_by_option[mount].key, "en")
        tough = {"griffon": 12, "dragon": 15}[mount]
        assert (
            format_rule(session_glossary(session, "en"), entry.unit.faction, parse_rule(f"Tough({tough - 3})"), tough)
            in text
        )
        assert str(tough) in text
        deed = toggle_option(session.roster, rows_by_option[mount].slot(entry, 0))
        assert not isinstance(deed, Refusal)
        session.apply(deed)
        (entry,) = session.roster.entries
        assert explain_row(session, entry, rows_by_option[mount].key, "en") == text


def test_used_books_come_before_added_ones() -> None:
    entry = Entry(id=EntryId("a"), unit=UnitRef("human-empire/infantrymen"))
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=500, entries=(entry,))
    session = EditorSession(LIBRARY, army, ["dwarves"])
    assert [book.id for book in session.factions] == ["human-empire", "dwarves"]
    before = session.revision
    session.add_faction("orcs-unheard")
    session.add_faction("high-elves")
    assert [book.id for book in session.factions] == ["human-empire", "dwarves", "high-elves"]
    assert session.revision != before
    assert session.army.entries == (entry,)


def test_event_follows_the_list() -> None:
    army = replace(load_list(IRON_VALE).army, event=EventId("club-day-2000"))
    session = EditorSession(LIBRARY, army)
    assert session.judged.event is not None
    first = session.judged.event
    assert first.id == "club-day-2000"
    session.apply(RenameEntry(session.army.entries[0].id, "x"))
    assert session.judged.event is first, "it is not read again"
    session.replace_army(replace(session.army, event=EventId("regiments-autumn")), "edit.fix", "")
    assert session.judged.event is not None
    assert session.judged.event.id == "regiments-autumn"
    session.replace_army(replace(session.army, event=None), "edit.fix", "")
    assert session.judged.event is None
    session.undo()
    assert session.judged.event.id == "regiments-autumn"


def test_game_follows_the_list() -> None:
    session = open_sample()
    session.replace_army(replace(session.army, system=SystemId("aof-3.2")), "edit.fix", "")
    assert session.system.id == session.roster.system.id == "aof-3.2"
    session.undo()
    assert session.system.id == "aof-3.5"


def test_known_offer_stays_until_asked_again() -> None:
    session = open_sample()
    entry = session.roster.entries[0]
    option_row = next(upgrade_row for upgrade_row in list_upgrade_rows(entry) if upgrade_row.option is not None)
    assert option_row.option is not None
    asked = (entry, option_row.section, option_row.option, 0)
    key = session.option_key(*asked)
    assert key == ("option", entry.id, "0", option_row.section.id, option_row.option.id)
    assert (session.checked_choices, session.known_error(key)) == (0, None)
    error = session.option_error(*asked)
    assert (session.checked_choices, session.known_error(key)) == (1, error)
    assert session.option_error(*asked) is error
    assert session.checked_choices == 1
    session.apply(RenameEntry(entry.id, "x"))
    assert (session.checked_choices, session.known_error(key)) == (0, error), "as it was last known"


def test_unit_preview_is_cached_per_state() -> None:
    session = open_sample()
    unit = session.find_unit("human-empire/infantrymen")
    assert unit is not None
    preview = session.preview_unit(unit)
    assert preview is not None
    assert preview.points_after - preview.points_before == unit.cost
    assert session.preview_unit(unit) is preview
    session.apply(RemoveEntry(session.army.entries[0].id))
    again = session.preview_unit(unit)
    assert again is not None
    assert again.points_before == session.roster.cost
    assert session.preview(RemoveEntry(EntryId("nobody"))) is None
    assert session.find_entry(None) is None
