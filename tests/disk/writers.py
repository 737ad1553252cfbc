"""Everything the program writes: the preparation, the write, and what must hold if it is interrupted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from listbuilder.__main__ import main
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, parse_list, save_list
from listbuilder.listfiles.game_state_file import load_game_state, save_game_state
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import MAX_SNAPSHOTS as MOST_VERSIONS
from listbuilder.listfiles.version_history import SnapshotStore
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.trackers import Game, GameState
from listbuilder.tui.home.list_files import add_recent_path, load_recent_paths, move_to_bin, restore_from_bin
from listbuilder.tui.user_settings import Settings, load_settings, save_settings, settings_file

OLD: ArmyList = parse_list("format: 1\nname: Old\nsystem: aof-3.5\npoints: 500\nunits: []\n").army
NEW = replace(OLD, name="New")
DRAFT = "name: Draft\nsystem: aof-3.5\nlimit: 750\nunits: []\n"


@dataclass(frozen=True)
class Writer:
    """One way in which the program writes."""

    prepare: Callable[[Path], object]
    write: Callable[[Path], object]
    holds: Callable[[Path], bool]
    """Whether the old or the new version exists and is complete."""


def name_in(path: Path) -> str:
    return load_list(path).army.name


def is_old_or_new(folder: Path) -> bool:
    """The list exists, and its backup, if any, is a complete list too."""
    backup = folder / "list.yaml.bak"
    return name_in(folder / "list.yaml") in ("Old", "New") and (not backup.exists() or name_in(backup) != "")


def begin(folder: Path) -> None:
    save_list(replace(OLD, name="Older"), folder / "list.yaml")
    save_list(OLD, folder / "list.yaml")


def begin_without(_: Path) -> None:
    """Start without any file."""


def is_absent_or_new(folder: Path) -> bool:
    return not (folder / "list.yaml").exists() or name_in(folder / "list.yaml") == "New"


def begin_link(folder: Path) -> None:
    (folder / "real").mkdir()
    save_list(OLD, folder / "real" / "list.yaml")
    (folder / "list.yaml").symlink_to("real/list.yaml")


@contextmanager
def open_list(folder: Path) -> Iterator[OpenListFile]:
    """Always release the lock, as the system does when a process ends; its file stays."""
    list_file = OpenListFile.load(folder / "list.yaml", Journal())
    notes = list_file._journal_entry
    try:
        yield list_file
    finally:
        if notes is not None and notes._lock is not None:
            os.close(notes._lock.handle)


def note(folder: Path) -> None:
    with open_list(folder) as list_file:
        list_file.write_journal(replace(OLD, name="Noted"))
        list_file.write_journal(NEW)


def is_noted_or_old(folder: Path) -> bool:
    """The file is unchanged, the list can be opened, and the journal is complete."""
    lost = [record.army.name for record in Journal().find_recoverable()]
    with open_list(folder) as list_file:
        return list_file.saved_army == OLD and lost in ([], ["Noted"], ["New"])


def note_and_save(folder: Path) -> None:
    """Journal and save: from then on the work is in the journal or in the file."""
    with open_list(folder) as list_file:
        list_file.write_journal(NEW)
        (folder / "noted").touch()
        list_file.save(NEW)


def is_kept_once_noted(folder: Path) -> bool:
    return is_nothing_lost(folder) if (folder / "noted").exists() else is_old_or_new(folder)


def begin_noted(folder: Path) -> None:
    begin(folder)
    notes = Journal().open_entry(folder / "list.yaml")
    assert notes is not None
    notes.write(NEW, load_list(folder / "list.yaml").stamp.sha256)
    notes.close()


def recover(folder: Path) -> None:
    lost = Journal().find_recoverable(folder / "list.yaml")[0]
    with open_list(folder) as list_file:
        list_file.adopt_recovered(lost, lost.army)
        list_file.write_journal(lost.army)
        list_file.save(lost.army)
        list_file.discard_saved_recoveries([lost.army])


def is_nothing_lost(folder: Path) -> bool:
    names = [record.army.name for record in Journal().find_recoverable(folder / "list.yaml")]
    return is_old_or_new(folder) and (name_in(folder / "list.yaml") == "New" or "New" in names)


def save_as(folder: Path) -> None:
    with open_list(folder) as list_file:
        list_file.save_as(folder / "other.yaml", NEW)


def is_saved_as(folder: Path) -> bool:
    other = folder / "other.yaml"
    return name_in(folder / "list.yaml") == "Old" and (not other.exists() or name_in(other) == "New")


def run(*arguments: object) -> None:
    if main([str(argument) for argument in arguments]) not in (0, 1):
        raise RuntimeError("the command said no")


def begin_draft(folder: Path) -> None:
    (folder / "list.yaml").write_text(DRAFT, encoding="utf-8")


def is_draft(folder: Path) -> bool:
    text = (folder / "list.yaml").read_text(encoding="utf-8")
    return text == DRAFT or (text.startswith("format: 1") and load_list(folder / "list.yaml").army.points == 750)


def begin_export(folder: Path) -> None:
    begin(folder)
    (folder / "out.txt").write_text("before", encoding="utf-8")


def export(folder: Path) -> None:
    run("export", folder / "list.yaml", "--format", "txt", "--output", folder / "out.txt", "--force")


def is_exported(folder: Path) -> bool:
    text = (folder / "out.txt").read_text(encoding="utf-8")
    backup = folder / "out.txt.bak"
    whole = text == "before" or ("Old" in text and "lb1." in text)
    return whole and (not backup.exists() or backup.read_text(encoding="utf-8") == "before")


def begin_settings(_: Path) -> None:
    save_settings(Settings(paper="a4"))


def is_set(_: Path) -> bool:
    return settings_file().exists() and load_settings() in (Settings(paper="a4"), Settings(paper="letter"))


def is_remembered(folder: Path) -> bool:
    first, second = (folder / name for name in ("a.yaml", "b.yaml"))
    return load_recent_paths() in ([first], [second, first])


def throw_and_bring_back(folder: Path) -> None:
    restore_from_bin(move_to_bin(folder / "list.yaml"), folder / "list.yaml")


def is_somewhere(folder: Path) -> bool:
    state = Path(os.environ["LISTBUILDER_STATE"])
    places = [folder / "list.yaml", *state.glob("bin/*.yaml")]
    return any(path.exists() and name_in(path) == "Old" for path in places)


@cache
def build_roster() -> Roster:
    return Library.open(user=False).roster(OLD)


def play(folder: Path) -> None:
    """Save the second round of a game."""
    save_game_state(folder / "list.yaml", build_roster(), Game(GameState(2), (GameState(1),)))


def is_played(folder: Path) -> bool:
    """The game and its backup are at the old or the new round; the list is untouched."""
    saved = load_game_state(folder / "list.yaml", build_roster())
    return (
        name_in(folder / "list.yaml") == "Old"
        and saved is not None
        and saved.is_same_army
        and saved.game.present.round in (1, 2)
    )


def begin_play(folder: Path) -> None:
    begin(folder)
    save_game_state(folder / "list.yaml", build_roster(), Game(GameState(1)))


def keep_versions(folder: Path, first: int, last: int) -> None:
    for number in range(first, last):
        SnapshotStore().try_save(folder / "list.yaml", replace(OLD, name=f"Version {number}"))


def are_versions_whole(folder: Path) -> bool:
    """Every version can be read, in order, and only the oldest may be missing."""
    files = [*SnapshotStore().folder.glob("*.json")]
    numbers = [int(snapshot.army.name.split()[1]) for snapshot in SnapshotStore().load_all(folder / "list.yaml")]
    whole = len(numbers) == len(files) and numbers == sorted(numbers, reverse=True)
    return whole and {*numbers} >= {*range(2, MOST_VERSIONS - 1)}


WRITERS = {
    "save": Writer(begin, lambda folder: save_list(NEW, folder / "list.yaml"), is_old_or_new),
    "save-new": Writer(begin_without, lambda folder: save_list(NEW, folder / "list.yaml"), is_absent_or_new),
    "save-link": Writer(begin_link, lambda folder: save_list(NEW, folder / "list.yaml"), is_old_or_new),
    "save-as": Writer(begin, save_as, is_saved_as),
    "journal": Writer(begin, note, is_noted_or_old),
    "save-and-clear": Writer(begin, note_and_save, is_kept_once_noted),
    "recover": Writer(begin_noted, recover, is_nothing_lost),
    "migrate": Writer(begin_draft, lambda folder: run("migrate", folder / "list.yaml"), is_draft),
    "export": Writer(begin_export, export, is_exported),
    "settings": Writer(begin_settings, lambda _: save_settings(Settings(paper="letter")), is_set),
    "recent": Writer(
        lambda folder: add_recent_path(folder / "a.yaml"),
        lambda folder: add_recent_path(folder / "b.yaml"),
        is_remembered,
    ),
    "play": Writer(begin_play, play, is_played),
    "versions": Writer(
        lambda folder: keep_versions(folder, 0, MOST_VERSIONS - 1),
        lambda folder: keep_versions(folder, MOST_VERSIONS - 1, MOST_VERSIONS + 1),
        are_versions_whole,
    ),
    "bin": Writer(begin, throw_and_bring_back, is_somewhere),
}
