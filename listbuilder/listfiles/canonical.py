"""One form for one list, and its hash: the same whatever the order of keys, the spacing or the file format.

What counts: name, player, system, points, force organisation, and every entry with its unit, own name, picks, halves,
joins, experience and traits. What does not: notes, entry ids, the order of entries and of the two halves, pins of
books, the event, unknown keys. The order of picks counts, because it decides what they do. See docs/adr.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from json.encoder import encode_basestring

from listbuilder.model import ArmyList, Entry, EntryId, Pick

quoted = encode_basestring
"""Writes a text as JSON does; without the encoder around it, which takes as long again."""
_LIST = b"listbuilder list 1\n"
_LITERALS = {None: "null", False: "false", True: "true"}


def list_hash(army: ArmyList) -> str:
    """Give the hash of a list in full (64 digits)."""
    return hashlib.sha256(_LIST + canonical_form(army)).hexdigest()


def canonical_form(army: ArmyList) -> bytes:
    """Give the one form that all writings of a list share: JSON without blanks, keys in order.

    It is written by hand, here and below; the encoder would take four times as long, and every verdict has a hash.
    """
    hosts = {entry.id: entry for entry in reversed(army.entries)}  # of two with one id the first
    joined: dict[int, list[str]] = {}
    alone: list[Entry] = []
    for entry in army.entries:
        host = hosts.get(entry.joins) if entry.joins is not None else None
        if host is not None and host.joins is None:
            joined.setdefault(id(host), []).append(_described(entry))
        else:
            alone.append(entry)
    units = [_described(entry, joined.get(id(entry), ()), _astray(entry, hosts)) for entry in alone]
    head = (
        f'"force_org":{_LITERALS[army.force_org]}',
        f'"name":{_text(army.name)}',
        f'"player":{_text(army.player)}',
        f'"points":{"null" if army.points is None else army.points}',
        f'"system":{quoted(army.system)}',
        f'"units":{quoted_list(units)}',
    )
    return f"{{{','.join(head)}}}".encode("utf-8", "replace")


def quoted_list(values: Iterable[str]) -> str:
    """Write texts as a list, in order."""
    return f"[{','.join(map(quoted, sorted(values)))}]"


def written_counts(counts: Iterable[tuple[str, int]]) -> str:
    """Write names with their numbers."""
    return f"[{','.join([f'[{quoted(name)},{count}]' for name, count in counts])}]"


def pick_runs(picks: tuple[Pick, ...]) -> list[tuple[str, int]]:
    """Give picks in order, runs of the same option made one."""
    runs: list[tuple[str, int]] = []
    for pick in picks:
        if runs and runs[-1][0] == pick.option:
            runs[-1] = (pick.option, runs[-1][1] + pick.count)
        else:
            runs.append((pick.option, pick.count))
    return runs


def halves_of(entry: Entry) -> list[list[tuple[str, int]]]:
    """Give the picks of an entry, half by half."""
    return [*map(pick_runs, _picks_of(entry))]


def written_picks(entry: Entry) -> str:
    """Write the picks of an entry; which of two halves is the first says nothing."""
    return _written(_picks_of(entry))


@lru_cache(maxsize=4096)
def _written(halves: tuple[tuple[Pick, ...], ...]) -> str:
    """Write the picks of all halves; entries of many lists have the same ones."""
    return f"[{','.join(map(written_counts, sorted(map(pick_runs, halves))))}]"


def _picks_of(entry: Entry) -> tuple[tuple[Pick, ...], ...]:
    return (entry.upgrades,) if entry.combined is None else (entry.upgrades, entry.combined.upgrades)


def _described(entry: Entry, joined: Iterable[str] = (), astray: str | None = None) -> str:
    """Describe an entry with the heroes in it; fields that say nothing are left out."""
    found = [] if astray is None else [f'"astray":{quoted(astray)}']
    found.append(f'"halves":{written_picks(entry)}')
    if joined:
        found.append(f'"joined":{quoted_list(joined)}')
    if name := _clean(entry.name):
        found.append(f'"name":{quoted(name)}')
    if entry.traits:
        found.append(f'"traits":{quoted_list([str(_clean(trait)) for trait in entry.traits])}')
    if entry.unit:
        found.append(f'"unit":{quoted(entry.unit)}')
    if entry.xp:
        found.append(f'"xp":{entry.xp}')
    return f"{{{','.join(found)}}}"


def _astray(entry: Entry, hosts: Mapping[EntryId, Entry]) -> str | None:
    """Tell of a join that leads nowhere, or to a joined hero, where it leads."""
    if entry.joins is None:
        return None
    host = hosts.get(entry.joins)
    return _described(host) if host is not None else ""


def _text(text: str | None) -> str:
    cleaned = _clean(text)
    return "null" if cleaned is None else quoted(cleaned)


def _clean(text: str | None) -> str | None:
    """Give a text in one spelling: composed letters, single spaces; empty is none."""
    if text is None:
        return None
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split()) or None
