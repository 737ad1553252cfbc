"""Generates an event with two lists per player and a common core, with known faults."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from listbuilder.library import Library
from listbuilder.model import ArmyList, EntryId, Roster
from listbuilder.rules.edits import change_entry
from proof.faulty_event.event_lists import ListGenerator, event_text, open_list_sources
from proof.faulty_event.player_names import names

CORE = 800
LISTS = f"lists: {{number: 2, core: {CORE}, joins_kept: true}}\n"
PLAYERS = "id,name,mail,received\n"


def generate_sideboard_event(root: Path, library: Library, players: int, seed: int) -> dict[str, frozenset[str]]:
    """Write the event folder and return the expected codes by player id."""
    tables = open_list_sources(library, 3)
    (root / "inbox").mkdir(parents=True)
    (root / "event.yaml").write_text(event_text(tables, LISTS), encoding="utf-8")
    grower = ListGenerator(tables, library.find_event(root / "event.yaml"), 9, random.Random(seed))  # not a secret
    expected: dict[str, frozenset[str]] = {}
    rows = [PLAYERS]
    for number, (name, kind) in enumerate(zip(names(players), cycle(KINDS), strict=False)):
        lists, codes = KINDS[kind](grower, number)
        rows.append(f"{kind}-{number},{name},,2026-05-01T10:00\n")
        _hand_in(root / "inbox" / f"{kind}-{number}", lists)
        expected[f"{kind}-{number}"] = frozenset(codes)
    (root / "players.csv").write_text("".join(rows), encoding="utf-8")
    return expected


def _hand_in(folder: Path, lists: list[ArmyList]) -> None:
    from listbuilder.listfiles.writer import format_list_yaml  # noqa: PLC0415  # beside its only use

    folder.mkdir()
    for index, army in enumerate(lists):
        (folder / f"{index}.yaml").write_text(format_list_yaml(army), encoding="utf-8")


Made = tuple[list[ArmyList], set[str]]


def _good(grower: ListGenerator, number: int) -> Made:
    roster = grower.legal(number)
    return [roster.army, replace(roster.army, name=f"{roster.army.name} B")], set()


def _one(grower: ListGenerator, number: int) -> Made:
    return [grower.legal(number).army], {"EVT016"}


def _no_core(grower: ListGenerator, number: int) -> Made:
    """Return two lists of one faction with too few common units."""
    first, second = grower.legal(number), grower.legal(number + 3)
    return [first.army, second.army], {"EVT017"}


def _two_factions(grower: ListGenerator, number: int) -> Made:
    return [grower.legal(number).army, grower.legal(number + 1).army], {"EVT017", "EVT018"}


def _other_joins(grower: ListGenerator, number: int) -> Made:
    """Return two lists of the same units with a hero attached differently."""
    roster = next(
        candidate for candidate in map(grower.legal, range(number, number + 9)) if _joined(candidate) is not None
    )
    hero = _joined(roster)
    assert hero is not None
    return [
        roster.army,
        change_entry(replace(roster.army, name="Apart"), hero, lambda entry: replace(entry, joins=None)),
    ], {"EVT019"}


def _joined(roster: Roster) -> EntryId | None:
    return next((entry.id for entry in roster.entries if entry.entry.joins is not None), None)


KINDS: Mapping[str, Callable[[ListGenerator, int], Made]] = {
    "good": _good,
    "one-list": _one,
    "no-core": _no_core,
    "two-factions": _two_factions,
    "other-joins": _other_joins,
}
