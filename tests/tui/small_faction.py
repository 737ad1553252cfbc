"""A small test faction: a hero, riders in pairs, a band with upgrades, and a unit without a group."""

from __future__ import annotations

from pathlib import Path

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, UnitRef
from listbuilder.tui.editor.session import EditorSession
from tests.tui.view_helpers import SYSTEM

BOOK = """
format: 1
id: fen-folk
systems: [aof-3.5]
version: "1.0"
name: {en: "[b]Fen Folk", de: Moorvolk}
rules:
  mire:
    name: {en: Mire, de: Morast}
    text: {en: Slows., de: Bremst.}
  endless:
    name: Endless
    text: {en: LONG}
  bog-born:
    name: {en: Bog Born}
    text: {en: Knows the mire.}
spells:
  - {id: fog, name: {en: Fog, de: Nebel}, cost: 2, text: {en: Hides., de: Verbirgt.}}
units:
  - id: reeve
    name: {en: Reeve, de: Vogt}
    size: 1
    quality: 4
    defense: 5
    cost: 40
    group: heroes
    rules: [Hero, Tough(3)]
    weapons: [Hand Weapon (A3)]
  - {id: riders, name: Eel Riders, size: 2, quality: 4, defense: 5, cost: 120, group: cavalry, weapons: [Lance (A1)]}
  - id: band
    name: {en: Band, de: Bande}
    size: 5
    quality: 4
    defense: 5
    cost: 50
    group: core
    rules: [Mire]
    weapons: [Axe (A1)]
    upgrades: [gear]
  - id: odd
    name: "[red]Odd"
    size: 1
    quality: 4
    defense: 5
    cost: 1005
    rules: [Endless]
    weapons: [Claw (A1, AP(1))]
    upgrades: [never]
packages:
  gear:
    - id: all
      replace: [Axe]
      affects: all
      select: {exactly: 1}
      options: [{id: spear, gain: [Spear (A1)], cost: 5}, {id: pike, gain: [Pike (A1)], cost: 5}]
    - id: two
      replace: [Axe]
      affects: {up_to: 2}
      options: [{id: bow, gain: ['Bow (18", A1)'], cost: 5}, {id: sling, gain: ['Sling (12", A1)'], cost: 5}]
    - id: bows
      replace: [Bow]
      affects: any
      options: [{id: long, gain: ['Long Bow (24", A1)'], cost: 5}]
    - id: music
      affects: {exactly: 1}
      select: {exactly: 1}
      options: [{id: horn, gain: [Horn (Fast)], cost: 5}]
    - id: hides
      affects: {exactly: 1}
      select: {exactly: 1}
      options: [{id: hide, gain: [Hide (Tough(3))], cost: 5}]
  never:
    - {id: beaks, replace: [Beak], affects: any, options: [{id: talon, gain: [Talon (A1)], cost: 5}]}
    - {id: talons, replace: [Talon], affects: any, options: [{id: beak, gain: [Beak (A1)], cost: 5}]}
"""


def fen_library(folder: Path) -> Library:
    """Return a library that includes the test faction."""
    (folder / "fen-folk.yaml").write_text(BOOK.replace("LONG", "x" * 700), encoding="utf-8")
    return Library.open([folder], user=False)


def entry(ident: str, unit: str, **fields: object) -> Entry:
    """Return an entry for one of the units."""
    return Entry(id=EntryId(ident), unit=UnitRef(f"fen-folk/{unit}"), **fields)  # type: ignore[arg-type]


def fen_army(library: Library, *entries: Entry, points: int | None = 2000) -> EditorSession:
    """Return a session with these entries."""
    return EditorSession(library, ArmyList(name="Fen", system=SYSTEM, points=points, entries=entries), ["fen-folk"])
