"""A game in progress is stored beside the list and never applied to a different army."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.cli.input_output import find_files
from listbuilder.disk import UnsavedError, syscalls
from listbuilder.library import Library
from listbuilder.listfiles.game_state_file import (
    game_state_fingerprint,
    game_state_path,
    load_game_state,
    save_game_state,
)
from listbuilder.model import ArmyList, Entry, EntryId, Half, Roster, UnitRef, Upgrade
from listbuilder.rules.trackers import Game, build_trackers
from tests.properties.strategies import SETTINGS

LIBRARY = Library.open(user=False)
A, B = EntryId("a"), EntryId("b")
MEN = Entry(id=A, unit=UnitRef("human-empire/infantrymen"))
MAGES = Entry(id=B, unit=UnitRef("human-empire/mage-council"))


def build_roster(*entries: Entry, name: str = "x", points: int | None = None) -> Roster:
    return LIBRARY.roster(ArmyList(name=name, system=LIBRARY.system("aof-3.5").id, points=points, entries=entries))


ROSTER = build_roster(MEN, MAGES)
STRIPS = build_trackers(ROSTER)


def play_game() -> Game:
    game = Game.start(STRIPS).add_wounds(STRIPS[0], 4).toggle_activated(STRIPS[0]).toggle_state(STRIPS[0], "shaken")
    return game.spend_tokens(STRIPS[1], B, 2).next_round(STRIPS)


def test_saved_game_restores_state_and_undo(tmp_path: Path) -> None:
    path = tmp_path / "my list.yaml"
    save_game_state(path, ROSTER, play_game())
    saved = load_game_state(path, ROSTER)
    assert saved is not None
    assert saved.is_same_army
    assert saved.game == play_game()
    assert saved.game.undo().undo() == play_game().undo().undo()


def test_game_file_is_beside_the_list(tmp_path: Path) -> None:
    path = tmp_path / "vale.yaml"
    save_game_state(path, ROSTER, play_game())
    save_game_state(path, ROSTER, play_game().undo())
    assert game_state_path(path).parent == tmp_path
    assert list(find_files([str(tmp_path)])) == []


def test_list_without_a_game_file_has_no_game(tmp_path: Path) -> None:
    assert load_game_state(tmp_path / "vale.yaml", ROSTER) is None


@pytest.mark.parametrize(
    "changed",
    [
        build_roster(MEN),
        build_roster(replace(MEN, upgrades=(Upgrade("sergeant"),)), MAGES),
        build_roster(replace(MEN, combined=Half()), MAGES),
        build_roster(replace(MEN, id=B), replace(MAGES, id=A)),
        build_roster(MEN, replace(MAGES, joins=A)),
    ],
    ids=["a unit less", "an upgrade", "combined", "ids exchanged", "joined"],
)
def test_changed_list_does_not_fit_the_game(tmp_path: Path, changed: Roster) -> None:
    path = tmp_path / "vale.yaml"
    save_game_state(path, ROSTER, play_game())
    saved = load_game_state(path, changed)
    assert saved is not None
    assert not saved.is_same_army
    assert saved.game == play_game(), "nothing is lost before the player decides"


def test_names_and_order_do_not_affect_fit() -> None:
    renamed = build_roster(MAGES, replace(MEN, name="Otto", notes="!"), name="y", points=2000)
    assert game_state_fingerprint(renamed) == game_state_fingerprint(ROSTER)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "null",
        '{"format": 2, "states": [{}]}',
        '{"format": 1}',
        '{"format": 1, "states": []}',
        '{"format": 1, "states": "x"}',
        "\x00\xff",
    ],
)
def test_invalid_game_files_are_ignored(tmp_path: Path, text: str) -> None:
    path = tmp_path / "vale.yaml"
    game_state_path(path).write_text(text, encoding="utf-8")
    assert load_game_state(path, ROSTER) is None


def test_unreadable_game_is_kept_as_backup(tmp_path: Path) -> None:
    path = tmp_path / "vale.yaml"
    game_state_path(path).write_text("not ours", encoding="utf-8")
    save_game_state(path, ROSTER, play_game())
    assert game_state_path(path).with_name(game_state_path(path).name + ".bak").read_text("utf-8") == "not ours"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["round", "units", "wounds", "activated", "states", "tokens", "a", "b"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(SETTINGS, max_examples=15)  # each write waits for the disk
@given(st.lists(JSON, min_size=1, max_size=4))
def test_loaded_wounds_are_capped(tmp_path_factory, states: list[object]) -> None:
    path = tmp_path_factory.mktemp("play") / "vale.yaml"
    record = {"format": 1, "mark": game_state_fingerprint(ROSTER), "states": states}
    game_state_path(path).write_text(json.dumps(record), encoding="utf-8")
    saved = load_game_state(path, ROSTER)
    assert saved is not None
    assert saved.is_same_army
    assert saved.game == saved.game.fit_to(STRIPS)
    save_game_state(path, ROSTER, saved.game)
    assert load_game_state(path, ROSTER) == saved


def test_failed_game_save_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "vale.yaml"
    save_game_state(path, ROSTER, play_game())

    def refuse(*_: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(syscalls, "write", refuse)
        with pytest.raises(UnsavedError):
            save_game_state(path, ROSTER, play_game().undo())
    saved = load_game_state(path, ROSTER)
    assert saved is not None
    assert saved.game == play_game()
