"""One form for one list, and its hash: the same whatever the order of keys, the spacing or the file format.

What counts: name, player, system, points, force organisation, and every entry with its unit, own name, picks, halves,
joins, experience and traits. What does not: notes, entry ids, the order of entries and of the two halves, pins of
books, the event, unknown keys. The order of picks counts, because it decides what they do. See docs/adr.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping

from listbuilder.model import ArmyList, Entry, EntryId, Pick

_LIST = b"listbuilder list 1\n"
_WRITER = json.JSONEncoder(ensure_ascii=False)
_LITERALS = {None: "null", False: "false", True: "true"}


def list_hash(army: ArmyList) -> str:
    """Give the hash of a list in full (64 digits)."""
    return hashlib.sha256(_LIST + canonical_form(army)).hexdigest()


def canonical_form(army: ArmyList) -> bytes:
    """Give the one form that all writings of a list share."""
    hosts = {entry.id: entry for entry in reversed(army.entries)}  # of two with one id the first
    joined: dict[int, list[str]] = {}
    alone: list[Entry] = []
    for entry in army.entries:
        host = hosts.get(entry.joins) if entry.joins is not None else None
        if host is not None and host.joins is None:
            joined.setdefault(id(host), []).append(written_fields(_plain(entry)))
        else:
            alone.append(entry)
    units = [written_fields(_whole(entry, joined.get(id(entry), []), hosts)) for entry in alone]
    head = {
        "force_org": written(army.force_org),
        "name": written(_clean(army.name)),
        "player": written(_clean(army.player)),
        "points": written(army.points),
        "system": written(army.system),
        "units": written_list(map(written, sorted(units))),
    }
    return written_fields(head).encode("utf-8", "replace")


def written(value: str | int | None) -> str:
    """Write a plain value in the one way that hashes are taken of: as JSON, without blanks, keys in order."""
    if isinstance(value, str):
        return _WRITER.encode(value)
    return _LITERALS[value] if value is None or isinstance(value, bool) else str(value)


def written_fields(fields: Mapping[str, str]) -> str:
    """Write an object whose values are written already; the encoder itself would take four times as long for it."""
    return "{" + ",".join([f'"{key}":{value}' for key, value in sorted(fields.items())]) + "}"


def written_list(values: Iterable[str]) -> str:
    """Write a list whose values are written already."""
    return f"[{','.join(values)}]"


def written_counts(counts: Iterable[tuple[str, int]]) -> str:
    """Write names with their numbers."""
    return written_list([f"[{_WRITER.encode(name)},{count}]" for name, count in counts])


def pick_runs(picks: tuple[Pick, ...]) -> list[tuple[str, int]]:
    """Give picks in order, runs of the same option made one."""
    runs: list[tuple[str, int]] = []
    for pick in picks:
        if runs and runs[-1][0] == pick.option:
            runs[-1] = (pick.option, runs[-1][1] + pick.count)
        else:
            runs.append((pick.option, pick.count))
    return runs


def _plain(entry: Entry) -> dict[str, str]:
    """Describe an entry by itself; fields that say nothing are left out."""
    halves = [pick_runs(entry.upgrades)]
    if entry.combined is not None:
        halves = sorted([*halves, pick_runs(entry.combined.upgrades)])
    found = {"halves": written_list(map(written_counts, halves))}
    if name := _clean(entry.name):
        found["name"] = written(name)
    if entry.traits:
        found["traits"] = written_list(map(written, sorted(str(_clean(trait)) for trait in entry.traits)))
    if entry.unit:
        found["unit"] = written(entry.unit)
    if entry.xp:
        found["xp"] = written(entry.xp)
    return found


def _whole(entry: Entry, joined: list[str], hosts: Mapping[EntryId, Entry]) -> dict[str, str]:
    """Describe an entry with the heroes in it; a join that leads nowhere or to a joined hero is told as it is."""
    found = _plain(entry)
    if joined:
        found["joined"] = written_list(map(written, sorted(joined)))
    if entry.joins is not None:
        host = hosts.get(entry.joins)
        found["astray"] = written(written_fields(_plain(host)) if host is not None else "")
    return found


def _clean(text: str | None) -> str | None:
    """Give a text in one spelling: composed letters, single spaces; empty is none."""
    if text is None:
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split()) or None
