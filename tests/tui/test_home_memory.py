"""What home knows of the lists on disk: read once, kept while they are the same; what a crash left is put away."""

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
from listbuilder.listfiles import Journal, Recovered, load_list
from listbuilder.listfiles.snapshots import Snapshots
from listbuilder.model import ArmyList
from listbuilder.tui.memory import Memory, memory_of
from listbuilder.tui.settings import Settings
from listbuilder.tui.shelf import keep_version, note_recent, put_off
from tests.tui.view_help import IRON_VALE, LIBRARY, SYSTEM, sample


class House:
    """What an app has that home looks at."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(lists=str(folder))
        self.journal = Journal()
        self.library = LIBRARY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A player's folder with two lists, the older one first."""
    made = tmp_path / "mine"
    made.mkdir()
    for second, (name, source) in enumerate((("vale.yaml", IRON_VALE), ("crown.yaml", sample("crown")))):
        (made / name).write_bytes(source.read_bytes())
        os.utime(made / name, (second, second))
    return made


Look = Callable[[], Memory]


@pytest.fixture
def house(folder: Path) -> House:
    return House(folder)


@pytest.fixture
def look(house: House) -> Look:
    memory = Memory()

    def looking() -> Memory:
        memory.look(house)  # type: ignore[arg-type]  # what of an app it asks for
        return memory

    return looking


def read(memory: Memory, house: House) -> int:
    return len(list(memory.read(house)))  # type: ignore[arg-type]  # the same


def test_lists_are_found_at_a_glance_and_read_one_after_the_other(look: Look, house: House, folder: Path) -> None:
    memory = look()
    assert [(path.name, card.name, card.verdict) for path, card in memory.cards.items()] == [
        ("crown.yaml", "crown", None),
        ("vale.yaml", "vale", None),
    ]
    pauses = memory.read(house)  # type: ignore[arg-type]  # the same
    next(pauses)
    assert [card.verdict for card in memory.cards.values()] == [Verdict.ILLEGAL, None], "the latest first"
    next(pauses)
    assert memory.cards[folder / "vale.yaml"].name == "The Iron Vale"
    assert read(memory, house) == len(memory.samples)
    assert all(card.verdict is not None for card in memory.samples.values())
    assert read(memory, house) == 0, "what was read is known"


def test_samples_have_their_names_before_they_are_read(look: Look) -> None:
    card = look().samples[IRON_VALE]
    assert (card.name, card.system, card.sample, card.verdict) == ("The Iron Vale", "aof-3.5", True, None)
    assert list(look().samples) == [header.file for header in LIBRARY.sample_lists()]


def test_what_was_read_stays_known_until_its_file_changes(look: Look, house: House, folder: Path) -> None:
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


def test_a_list_is_found_by_its_file_among_ones_own_and_the_samples(look: Look, folder: Path) -> None:
    memory = look()
    own, bundled = folder / "vale.yaml", IRON_VALE
    assert memory.find(own) is memory.cards[own]
    assert memory.find(bundled) is memory.samples[bundled]
    assert memory.find(folder / "nothing.yaml") is None


def test_of_the_lists_opened_last_those_are_named_that_are_there(look: Look, folder: Path) -> None:
    for name in ("crown.yaml", "gone.yaml", "vale.yaml"):
        note_recent(folder / name)
    assert look().recent == (folder / "vale.yaml", folder / "crown.yaml")


def test_what_a_kill_has_left_among_the_lists_is_swept_away(look: Look, folder: Path) -> None:
    left = folder / ".vale.yaml.lb-000000-1-00000000.tmp"
    left.touch()
    os.utime(left, (1, 1))
    other = folder / "my.tmp"
    other.touch()
    look()
    assert (left.exists(), other.exists()) == (False, True)


def lost(journal: Journal, of: Path) -> Recovered:
    """Leave behind what a crash would."""
    journal.folder.mkdir(parents=True, exist_ok=True)
    record = journal.folder / f"{of.stem}.json"
    record.touch()
    army = ArmyList(name=f"Lost {of.stem}", system=SYSTEM, points=500)
    return Recovered(str(of), datetime(2026, 5, 1, tzinfo=UTC), army, None, record)


def test_what_is_pending_is_known_to_home(look: Look, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    left = lost(house.journal, Path("/x/a.yaml"))
    monkeypatch.setattr(Journal, "pending", lambda _: [left])
    assert look().lost == (left,)


def test_what_a_crash_left_of_a_list_goes_to_its_earlier_versions(folder: Path, house: House) -> None:
    path = folder / "vale.yaml"
    left = lost(house.journal, path)
    assert put_off(left, house.journal) is None
    assert [kept.army.name for kept in Snapshots.beside(house.journal).of(path)] == ["Lost vale"]
    assert not left.record.exists()


def test_what_a_crash_left_of_a_list_without_a_file_goes_into_the_bin(house: House, tmp_path: Path) -> None:
    left = lost(house.journal, tmp_path / "nowhere" / "new.yaml")
    thrown = put_off(left, house.journal)
    assert thrown is not None
    assert (thrown.parent, thrown.name.partition("-")[2]) == (state_folder() / "bin", "new.yaml")
    assert load_list(thrown).army.name == "Lost new"
    assert not left.record.exists()


def test_nothing_in_the_bin_is_written_over(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.tui.shelf.time_ns", lambda: 7)
    first = lost(house.journal, tmp_path / "new.yaml")
    thrown = put_off(first, house.journal)
    assert thrown is not None
    second = replace(lost(house.journal, tmp_path / "new.yaml"), army=replace(first.army, name="Second"))
    with pytest.raises(SaveError):
        put_off(second, house.journal)
    assert load_list(thrown).army.name == "Lost new"
    assert second.record.exists(), "the record is kept if the work cannot be moved"


def test_a_version_is_kept_by_its_name(folder: Path, house: House) -> None:
    path = folder / "vale.yaml"
    keep_version(path, "For the cup", house.journal)
    assert [(kept.name, kept.army.name) for kept in Snapshots.beside(house.journal).of(path)] == [
        ("For the cup", "The Iron Vale")
    ]


def test_every_app_has_a_memory_of_its_own(house: House, folder: Path) -> None:
    other = House(folder)
    assert memory_of(house) is memory_of(house)  # type: ignore[arg-type]  # any app
    assert memory_of(house) is not memory_of(other)  # type: ignore[arg-type]
    fresh = memory_of(other)  # type: ignore[arg-type]
    assert (fresh.told, fresh.cards, fresh.recent, fresh.lost, fresh.thrown) == (False, {}, (), (), [])
