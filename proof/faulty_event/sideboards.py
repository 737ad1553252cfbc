"""Generates an event with two lists per player and a common core, with known faults."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from listbuilder.library import Library
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.model import ArmyList, EntryId, Roster
from listbuilder.rules.edits import change_entry
from proof.faulty_event.event_lists import ListGenerator, event_text, open_list_sources
from proof.faulty_event.player_names import names

CORE = 800
LISTS = f"lists: {{number: 2, core: {CORE}, joins_kept: true}}\n"
PLAYERS = "id,name,mail,received\n"


def generate_sideboard_event(root: Path, library: Library, players: int, seed: int) -> dict[str, frozenset[str]]:
    """Write the event folder and return the expected codes by player id."""
    sources = open_list_sources(library, 3)
    (root / "inbox").mkdir(parents=True)
    (root / "event.yaml").write_text(event_text(sources, LISTS), encoding="utf-8")
    generator = ListGenerator(sources, library.find_event(root / "event.yaml"), 9, random.Random(seed))
    expected: dict[str, frozenset[str]] = {}
    rows = [PLAYERS]
    for number, (name, kind) in enumerate(zip(names(players), cycle(KINDS), strict=False)):
        lists, codes = KINDS[kind](generator, number)
        rows.append(f"{kind}-{number},{name},,2026-05-01T10:00\n")
        _hand_in(root / "inbox" / f"{kind}-{number}", lists)
        expected[f"{kind}-{number}"] = frozenset(codes)
    (root / "players.csv").write_text("".join(rows), encoding="utf-8")
    return expected


def _hand_in(folder: Path, lists: list[ArmyList]) -> None:
    folder.mkdir()
    for index, army in enumerate(lists):
        (folder / f"{index}.yaml").write_text(format_list_yaml(army), encoding="utf-8")


Submission = tuple[list[ArmyList], set[str]]


def _good(generator: ListGenerator, number: int) -> Submission:
    roster = generator.legal(number)
    return [roster.army, replace(roster.army, name=f"{roster.army.name} B")], set()


def _one(generator: ListGenerator, number: int) -> Submission:
    return [generator.legal(number).army], {"EVT016"}


def _no_core(generator: ListGenerator, number: int) -> Submission:
    """Return two lists of one faction with too few common units."""
    first, second = generator.legal(number), generator.legal(number + 3)
    return [first.army, second.army], {"EVT017"}


def _two_factions(generator: ListGenerator, number: int) -> Submission:
    return [generator.legal(number).army, generator.legal(number + 1).army], {"EVT017", "EVT018"}


def _different_attachment(generator: ListGenerator, number: int) -> Submission:
    """Return two lists of the same units with a hero attached differently."""
    roster = next(
        roster for roster in map(generator.legal, range(number, number + 9)) if _attached_hero(roster) is not None
    )
    hero = _attached_hero(roster)
    assert hero is not None
    return [
        roster.army,
        change_entry(replace(roster.army, name="Detached"), hero, lambda entry: replace(entry, joins=None)),
    ], {"EVT019"}


def _attached_hero(roster: Roster) -> EntryId | None:
    return next((entry.id for entry in roster.entries if entry.entry.joins is not None), None)


KINDS: Mapping[str, Callable[[ListGenerator, int], Submission]] = {
    "good": _good,
    "one-list": _one,
    "no-core": _no_core,
    "two-factions": _two_factions,
    "different-attachment": _different_attachment,
}
