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
from listbuilder.listfiles.open_file import Keeper, Outside
from listbuilder.model import ArmyList, Book, Entry, EntryId, EventId, FactionId, SystemId, UnitRef
from listbuilder.model.notation import parse_rule
from listbuilder.rules.edits import Add, Duplicate, Move, Note, Remove, Rename, Split
from listbuilder.rules.upgrade_actions import Refused, combining, taking, toggle
from listbuilder.tui.editor.session import Workspace, find_unit
from listbuilder.tui.editor.unit_rows import explain, lexicon_of
from listbuilder.tui.editor.upgrade_rows import places
from listbuilder.tui.home.list_files import list_files
from listbuilder.tui.labels import rule_text
from listbuilder.tui.settings import Settings, free_path
from tests.tui.view_helpers import IRON_VALE, LIBRARY, opened


def step(workspace: Workspace, draw: int) -> None:
    """Apply one edit, selected by a number."""
    kind, which = draw % 9, draw // 9
    entries = workspace.roster.entries
    units = list(workspace.factions[0].units.values())
    worked = entries[which % len(entries)] if entries else None
    if kind == 0 or worked is None:
        workspace.do(Add(units[which % len(units)].ref))
    elif kind == 1:
        workspace.do(Remove(worked.id))
    elif kind == 2:
        workspace.do(Duplicate(worked.id))
    elif kind == 3:
        workspace.do(Move(worked.id, which % 5 - 2))
    elif kind == 4:
        workspace.do(Rename(worked.id, f"[bold]{which}"))
    elif kind == 5:
        workspace.do(Note(worked.id, str(which)))
    elif kind == 6 and worked.entry.combined is None:
        workspace.do(combining(worked))
    elif kind == 7:
        workspace.do(Split(worked.id))
    else:
        options = [place for place in places(worked) if place.option is not None]
        if options:
            place = options[which % len(options)]
            assert place.option is not None
            workspace.do(taking(worked, place.section, place.option, place.halves[0]))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5000), max_size=15))
def test_undo_and_redo_revert_random_edits(draws):
    workspace = opened()
    states = [workspace.army]
    for draw in draws:
        step(workspace, draw)
        if workspace.army != states[-1]:
            states.append(workspace.army)
    reports = workspace.report
    for state in reversed(states[:-1]):
        assert workspace.undo() is not None
        assert workspace.army == state
    assert workspace.undo() is None
    for state in states[1:]:
        assert workspace.redo() is not None
        assert workspace.army == state
    assert workspace.redo() is None
    assert workspace.report == reports


def test_edit_of_missing_entry_changes_nothing():
    workspace = opened()
    assert not workspace.do(Remove(EntryId("nobody")))
    assert workspace.history.undoable is None


def test_offers_are_cached_until_the_next_edit():
    workspace = Workspace(LIBRARY, ArmyList(name="x", system=SystemId("aof-3.5"), points=100), ["human-empire"])
    unit = find_unit(workspace, "human-empire/infantrymen")
    assert unit is not None
    assert workspace.unit_offer(unit) is None
    assert ("unit", unit.ref) in workspace._offers
    workspace.do(Add(unit.ref))
    assert ("unit", unit.ref) not in workspace._offers
    assert workspace.known_offer(("unit", unit.ref)) is None
    reason = workspace.unit_offer(unit)
    assert reason is not None
    assert reason.code == "PTS001"
    assert find_unit(workspace, "human-empire/nobody") is None
    assert find_unit(workspace, "nobody/infantrymen") is None


def test_fixes_are_computed_in_steps_per_state():
    workspace = Workspace(LIBRARY, replace(load_list(IRON_VALE).army, points=500))
    assert not workspace.legal
    for _ in range(2):
        assert not workspace.mended
        assert len(list(workspace.mend())) > len(workspace.report), "with pauses"
        assert workspace.mended
        assert any(finding.fix is not None for finding in workspace.report)
        assert list(workspace.mend()) == [], "it is known"
        assert workspace.do(Remove(workspace.army.entries[0].id))


def test_no_op_edit_keeps_caches():
    workspace = Workspace(LIBRARY, load_list(IRON_VALE).army)
    list(workspace.mend())
    known = workspace.edition
    assert not workspace.do(Move(workspace.army.entries[0].id, -1)), "it stands above all others"
    assert workspace.undo() is None
    assert workspace.redo() is None
    assert workspace.mended
    assert workspace.edition == known


def test_new_unit_pins_book_and_saving_stores_points():
    workspace = Workspace(LIBRARY, ArmyList(name="x", system=SystemId("aof-3.5"), points=100), ["human-empire"])
    workspace.do(Add(next(iter(workspace.factions[0].units.values())).ref))
    book = LIBRARY.faction("human-empire", workspace.system.id)
    assert workspace.army.books[book.id].version == book.version
    assert workspace.to_save().books[book.id].points == workspace.roster.cost


def test_file_findings_stay_until_fixed(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "format: 1\nname: x\nsystem: aof-3.5\npoints: 500\nunits:\n"
        "- {id: a, unit: human-empire/infantrymen}\n- {id: a, unit: human-empire/infantrymen}\n"
    )
    keeper = Keeper.load(path)
    assert keeper.saved is not None
    workspace = Workspace(LIBRARY, keeper.saved, found=keeper.found)
    assert "LST002" in {finding.code for finding in workspace.report}
    assert not workspace.legal
    workspace.do(Remove(EntryId("a")))
    assert "LST002" not in {finding.code for finding in workspace.report}


def test_keeper_detects_outside_changes(tmp_path):
    path = tmp_path / "list.yaml"
    save_list(opened().army, path)
    keeper = Keeper.load(path)
    assert keeper.saved is not None
    assert keeper.look() is Outside.NOTHING
    other = Workspace(LIBRARY, keeper.saved)
    other.do(Rename(other.army.entries[0].id, "Other"))
    save_list(other.army, path)
    assert keeper.look() is Outside.CHANGED
    assert keeper.look() is Outside.NOTHING, "told once"
    with pytest.raises(ChangedOnDiskError):
        keeper.save(keeper.saved)
    assert keeper.reload() == other.army
    path.unlink()
    assert keeper.look() is Outside.GONE


def test_home_lists_only_list_files(tmp_path):
    lists = tmp_path / "lists"
    for name in ("a.yaml", "club/b.json", ".hidden/c.yaml", "exports/d.json", "e.yaml.bak", "x/y/z/deep.yaml", "n.txt"):
        (lists / name).parent.mkdir(parents=True, exist_ok=True)
        (lists / name).write_text("x")
    assert {path.name for path in list_files(Settings())} == {"a.yaml", "b.json"}


def test_free_path_is_unused(tmp_path):
    first = free_path(tmp_path, "../../etc/passwd")
    assert first.parent == tmp_path
    first.touch()
    assert free_path(tmp_path, "../../etc/passwd") != first
    assert free_path(tmp_path, "???").name == "list.yaml"


KILLED = """
import sys, time
from pathlib import Path
from listbuilder.library import Library
from listbuilder.listfiles import Journal, Keeper
from listbuilder.rules.edits import Rename
from listbuilder.tui.workspace import Workspace
path = Path(sys.argv[1])
keeper = Keeper.load(path, Journal())
workspace = Workspace(Library.open(user=False), keeper.saved)
for number in range(20):
    workspace.do(Rename(workspace.army.entries[0].id, f"edit {number}"))
    keeper.note(workspace.army)
print("ready", flush=True)
time.sleep(60)
"""


def test_killed_session_is_in_the_journal(tmp_path):
    path = tmp_path / "list.yaml"
    save_list(opened().army, path)
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, env=os.environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        process.send_signal(signal.SIGKILL)
        process.wait()
    lost = Journal().pending()
    assert [Path(record.of) for record in lost] == [path.resolve()]
    assert lost[0].army.entries[0].name == "edit 19"
    assert load_list(path).army.entries[0].name != "edit 19"
    Journal().discard(lost[0])
    assert not Journal().pending()
    assert time.time() > lost[0].saved.timestamp()


def test_import_losses_stay_reported_after_edits():
    lost = Diagnostic("IMP014", None, {"where": "the list", "reason": "a pick without an id"})
    total = Diagnostic("IMP006", None, {"stated": 1, "points": 2, "unresolved": 0})
    workspace = Workspace(LIBRARY, load_list(IRON_VALE).army, found=build_report([lost, total]))
    assert {found.code for found in workspace.report} >= {"IMP006", "IMP014"}
    workspace.do(Rename(workspace.army.entries[0].id, "Otto"))
    assert {found.code for found in workspace.report if found.code.startswith("IMP")} == {"IMP014"}
    assert workspace.report.verdict is Verdict.ILLEGAL


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
    pins = {FactionId("fen-folk"): Book("1.0")}
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=200, books=pins, entries=(entry,))
    workspace = Workspace(library, army)
    assert (workspace.roster.cost, [book.version for book in workspace.factions]) == (40, ["1.0"])
    workspace.do(Add(UnitRef("fen-folk/reeve")))
    assert (workspace.roster.cost, workspace.army.books["fen-folk"].version) == (80, "1.0")
    workspace.exchange(migrate_list(workspace.army, library)[0], "edit.fix", "")
    assert (workspace.roster.cost, [book.version for book in workspace.factions]) == (100, ["1.1"])


def test_option_text_uses_the_resulting_rating():
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=2000)
    workspace = Workspace(LIBRARY, army, ["human-empire"])
    workspace.do(Add(UnitRef("human-empire/battle-master")))
    for mount in ("griffon", "dragon", "griffon"):
        (worked,) = workspace.roster.entries
        found = {place.option.id: place for place in places(worked) if place.option is not None}
        said = explain(workspace, worked, found[mount].key, "en")
        tough = {"griffon": 12, "dragon": 15}[mount]
        assert (
            rule_text(lexicon_of(workspace, "en"), worked.unit.faction, parse_rule(f"Tough({tough - 3})"), tough)
            in said
        )
        assert str(tough) in said
        deed = toggle(workspace.roster, found[mount].choice(worked, 0))
        assert not isinstance(deed, Refused)
        workspace.do(deed)
        (worked,) = workspace.roster.entries
        assert explain(workspace, worked, found[mount].key, "en") == said


def test_used_books_come_before_added_ones() -> None:
    entry = Entry(id=EntryId("a"), unit=UnitRef("human-empire/infantrymen"))
    army = ArmyList(name="x", system=SystemId("aof-3.5"), points=500, entries=(entry,))
    workspace = Workspace(LIBRARY, army, ["dwarves"])
    assert [book.id for book in workspace.factions] == ["human-empire", "dwarves"]
    before = workspace.edition
    workspace.admit("orcs-unheard")
    workspace.admit("high-elves")
    assert [book.id for book in workspace.factions] == ["human-empire", "dwarves", "high-elves"]
    assert workspace.edition != before
    assert workspace.army.entries == (entry,)


def test_event_follows_the_list() -> None:
    army = replace(load_list(IRON_VALE).army, event=EventId("club-day-2000"))
    workspace = Workspace(LIBRARY, army)
    assert workspace.event is not None
    first = workspace.event
    assert first.id == "club-day-2000"
    workspace.do(Rename(workspace.army.entries[0].id, "x"))
    assert workspace.event is first, "it is not read again"
    workspace.exchange(replace(workspace.army, event=EventId("regiments-autumn")), "edit.fix", "")
    assert workspace.event is not None
    assert workspace.event.id == "regiments-autumn"
    workspace.exchange(replace(workspace.army, event=None), "edit.fix", "")
    assert workspace.event is None
    workspace.undo()
    assert workspace.event.id == "regiments-autumn"


def test_game_follows_the_list() -> None:
    workspace = opened()
    workspace.exchange(replace(workspace.army, system=SystemId("aof-3.2")), "edit.fix", "")
    assert workspace.system.id == workspace.roster.system.id == "aof-3.2"
    workspace.undo()
    assert workspace.system.id == "aof-3.5"


def test_known_offer_stays_until_asked_again() -> None:
    workspace = opened()
    worked = workspace.roster.entries[0]
    place = next(one for one in places(worked) if one.option is not None)
    assert place.option is not None
    asked = (worked, place.section, place.option, 0)
    key = workspace.option_key(*asked)
    assert key == ("option", worked.id, "0", place.section.id, place.option.id)
    assert (workspace.offered, workspace.known_offer(key)) == (0, None)
    found = workspace.option_offer(*asked)
    assert (workspace.offered, workspace.known_offer(key)) == (1, found)
    assert workspace.option_offer(*asked) is found
    assert workspace.offered == 1
    workspace.do(Rename(worked.id, "x"))
    assert (workspace.offered, workspace.known_offer(key)) == (0, found), "as it was last known"


def test_unit_preview_is_cached_per_state() -> None:
    workspace = opened()
    unit = find_unit(workspace, "human-empire/infantrymen")
    assert unit is not None
    seen = workspace.ahead_of(unit)
    assert seen is not None
    assert seen.after - seen.before == unit.cost
    assert workspace.ahead_of(unit) is seen
    workspace.do(Remove(workspace.army.entries[0].id))
    again = workspace.ahead_of(unit)
    assert again is not None
    assert again.before == workspace.roster.cost
    assert workspace.ahead(Remove(EntryId("nobody"))) is None
    assert workspace.find(None) is None
