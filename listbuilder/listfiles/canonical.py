"""One form for one list, and its hash: the same whatever the order of keys, the spacing or the file format.

What counts: name, player, system, points, force organisation, and every entry with its unit, own name, picks, halves,
joins, experience and traits. What does not: notes, entry ids, the order of entries and of the two halves, pins of
books, the event, unknown keys. The order of picks counts, because it decides what they do. See docs/adr.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata

from listbuilder.model import ArmyList, Entry, Pick

_LIST = b"listbuilder list 1\n"
_WRITER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def list_hash(army: ArmyList) -> str:
    """Give the hash of a list in full (64 digits)."""
    return hashlib.sha256(_LIST + canonical_form(army)).hexdigest()


def canonical_form(army: ArmyList) -> bytes:
    """Give the one form that all writings of a list share."""
    hosts: dict[str, Entry] = {}
    for entry in army.entries:
        hosts.setdefault(entry.id, entry)
    joined: dict[int, list[str]] = {}
    alone: list[Entry] = []
    for entry in army.entries:
        host = hosts.get(entry.joins) if entry.joins is not None else None
        if host is not None and host.joins is None:
            joined.setdefault(id(host), []).append(plain_form(_plain(entry)))
        else:
            alone.append(entry)
    units = [plain_form(_whole(entry, joined.get(id(entry), []), hosts)) for entry in alone]
    head: dict[str, object] = {
        "force_org": army.force_org,
        "name": _clean(army.name),
        "player": _clean(army.player),
        "points": army.points,
        "system": army.system,
        "units": sorted(units),
    }
    return plain_form(head).encode("utf-8", "replace")


def plain_form(value: object) -> str:
    """Write plain data in the one way that hashes are taken of."""
    return _WRITER.encode(value)


def written_picks(picks: tuple[Pick, ...]) -> list[list[object]]:
    """Give picks in order, runs of the same option made one."""
    runs: list[list[object]] = []
    last, count = None, 0
    for pick in picks:
        count = count + pick.count if pick.option == last else pick.count
        if pick.option == last:
            runs[-1][1] = count
        else:
            runs.append([pick.option, count])
        last = pick.option
    return runs


def _plain(entry: Entry) -> dict[str, object]:
    """Describe an entry by itself; fields that say nothing are left out."""
    halves = [written_picks(entry.upgrades)]
    if entry.combined is not None:
        halves = sorted([*halves, written_picks(entry.combined.upgrades)])
    found: dict[str, object] = {
        "halves": halves,
        "name": _clean(entry.name),
        "traits": sorted(str(_clean(trait)) for trait in entry.traits),
        "unit": entry.unit,
        "xp": entry.xp,
    }
    return {key: value for key, value in found.items() if value}


def _whole(entry: Entry, joined: list[str], hosts: dict[str, Entry]) -> dict[str, object]:
    """Describe an entry with the heroes in it; a join that leads nowhere or to a joined hero is told as it is."""
    found = _plain(entry)
    if joined:
        found["joined"] = sorted(joined)
    if entry.joins is not None:
        host = hosts.get(entry.joins)
        found["astray"] = plain_form(_plain(host)) if host is not None else ""
    return found


def _clean(text: str | None) -> str | None:
    """Give a text in one spelling: composed letters, single spaces; empty is none."""
    if text is None:
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split()) or None
