"""The index of lists on disk: cached until files change, and discarding recovered work."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.errors import SaveError
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.journal import Journal, RecoveredList
from listbuilder.listfiles.version_history import SnapshotStore
from listbuilder.model import ArmyList
from listbuilder.tui.home.list_files import (
    HomeState,
    add_recent_path,
    discard_recovered,
    home_state,
    save_named_version,
)
from listbuilder.tui.user_settings import Settings
from tests.tui.view_helpers import IRON_VALE, LIBRARY, SYSTEM, sample


class House:
    """The parts of an app that the index uses."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(lists=str(folder))
        self.journal = Journal()
        self.library = LIBRARY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A player's folder with two lists, the older one first."""
    lists = tmp_path / "mine"
    lists.mkdir()
    for second, (name, source) in enumerate((("vale.yaml", IRON_VALE), ("crown.yaml", sample("crown")))):
        (lists / name).write_bytes(source.read_bytes())
        os.utime(lists / name, (second, second))
    return lists


Look = Callable[[], HomeState]


@pytest.fixture
def house(folder: Path) -> House:
    return House(folder)


@pytest.fixture
def look(house: House) -> Look:
    memory = HomeState()

    def looking() -> HomeState:
        memory.refresh(house)  # type: ignore[arg-type]  # what of an app it asks for
        return memory

    return looking


def read(memory: HomeState, house: House) -> int:
    return len(list(memory.load_cards(house)))  # type: ignore[arg-type]  # the same


def test_lists_appear_at_once_and_are_read_later(look: Look, house: House, folder: Path) -> None:
    memory = look()
    assert [(path.name, card.name, card.verdict) for path, card in memory.cards.items()] == [
        ("crown.yaml", "crown", None),
        ("vale.yaml", "vale", None),
    ]
    pauses = memory.load_cards(house)  # type: ignore[arg-type]  # the same
    next(pauses)
    assert [card.verdict for card in memory.cards.values()] == [Verdict.ILLEGAL, None], "the latest first"
    next(pauses)
    assert memory.cards[folder / "vale.yaml"].name == "The Iron Vale"
    assert read(memory, house) == len(memory.samples)
    assert all(card.verdict is not None for card in memory.samples.values())
    assert read(memory, house) == 0, "what was read is known"


def test_samples_have_names_before_reading(look: Look) -> None:
    card = look().samples[IRON_VALE]
    assert (card.name, card.system, card.sample, card.verdict) == ("The Iron Vale", "aof-3.5", True, None)
    assert list(look().samples) == [header.file for header in LIBRARY.sample_lists()]


def test_cards_stay_cached_until_file_changes(look: Look, house: House, folder: Path) -> None:
    memory = look()
    read(memory, house)
    vale, known = folder / "vale.yaml", dict(memory.cards)
    samples = dict(memory.samples)
    assert look().cards == known
    assert memory.samples == samples
    os.utime(vale, (99, 99))
    assert look().cards[vale].verdict is None
    assert memory.cards[folder / "crown.yaml"] is known[folder / "crown.yaml"]
    vale.unlink()
    assert list(look().cards) == [folder / "crown.yaml"]


def test_list_is_found_by_path(look: Look, folder: Path) -> None:
    memory = look()
    own, bundled = folder / "vale.yaml", IRON_VALE
    assert memory.find_card(own) is memory.cards[own]
    assert memory.find_card(bundled) is memory.samples[bundled]
    assert memory.find_card(folder / "nothing.yaml") is None


def test_recent_lists_omit_missing_files(look: Look, folder: Path) -> None:
    for name in ("crown.yaml", "gone.yaml", "vale.yaml"):
        add_recent_path(folder / name)
    assert look().recent == (folder / "vale.yaml", folder / "crown.yaml")


def test_leftover_temporary_files_are_removed(look: Look, folder: Path) -> None:
    leftover = folder / ".vale.yaml.lb-000000-1-00000000.tmp"
    leftover.touch()
    os.utime(leftover, (1, 1))
    other = folder / "my.tmp"
    other.touch()
    look()
    assert (leftover.exists(), other.exists()) == (False, True)


def leave_record(journal: Journal, of: Path) -> RecoveredList:
    """Leave a record like a crashed builder."""
    journal.folder.mkdir(parents=True, exist_ok=True)
    record = journal.folder / f"{of.stem}.json"
    record.touch()
    army = ArmyList(name=f"Lost {of.stem}", system=SYSTEM, points=500)
    return RecoveredList(str(of), datetime(2026, 5, 1, tzinfo=UTC), army, None, record)


def test_unsaved_work_is_indexed(look: Look, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    recovered = leave_record(house.journal, Path("/x/a.yaml"))
    monkeypatch.setattr(Journal, "find_recoverable", lambda _: [recovered])
    assert look().recovered == (recovered,)


def test_discarded_work_becomes_an_earlier_version(folder: Path, house: House) -> None:
    path = folder / "vale.yaml"
    recovered = leave_record(house.journal, path)
    assert discard_recovered(recovered, house.journal) is None
    assert [snapshot.army.name for snapshot in SnapshotStore.for_journal(house.journal).load_all(path)] == ["Lost vale"]
    assert not recovered.record_path.exists()


def test_discarded_work_without_file_goes_to_bin(house: House, tmp_path: Path) -> None:
    recovered = leave_record(house.journal, tmp_path / "nowhere" / "new.yaml")
    thrown = discard_recovered(recovered, house.journal)
    assert thrown is not None
    assert (thrown.parent, thrown.name.partition("-")[2]) == (state_folder() / "bin", "new.yaml")
    assert load_list(thrown).army.name == "Lost new"
    assert not recovered.record_path.exists()


def test_bin_never_overwrites_files(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.tui.home.list_files.time_ns", lambda: 7)
    first = leave_record(house.journal, tmp_path / "new.yaml")
    thrown = discard_recovered(first, house.journal)
    assert thrown is not None
    second = replace(leave_record(house.journal, tmp_path / "new.yaml"), army=replace(first.army, name="Second"))
    with pytest.raises(SaveError):
        discard_recovered(second, house.journal)
    assert load_list(thrown).army.name == "Lost new"
    assert second.record_path.exists(), "the record is kept if the work cannot be moved"


def test_version_is_stored_by_name(folder: Path, house: House) -> None:
    path = folder / "vale.yaml"
    save_named_version(path, "For the cup", house.journal)
    assert [
        (snapshot.name, snapshot.army.name) for snapshot in SnapshotStore.for_journal(house.journal).load_all(path)
    ] == [("For the cup", "The Iron Vale")]


def test_every_app_has_its_own_index(house: House, folder: Path) -> None:
    other = House(folder)
    assert home_state(house) is home_state(house)  # type: ignore[arg-type]  # any app
    assert home_state(house) is not home_state(other)  # type: ignore[arg-type]
    fresh = home_state(other)  # type: ignore[arg-type]
    assert (fresh.problems_shown, fresh.cards, fresh.recent, fresh.recovered, fresh.deleted) == (False, {}, (), (), [])
