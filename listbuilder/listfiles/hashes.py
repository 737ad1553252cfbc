"""One form for one list, and its hash: the same whatever the order of keys, the spacing or the file format.

What counts: name, player, system, points, force organisation, and every entry with its unit, own name, picks, halves,
joins, experience and traits. What does not: notes, entry ids, the order of entries and of the two halves, pins of
books, the event, unknown keys. The order of picks counts, because it decides what they do. See docs/adr.

The army as it stands on the table, and its hash: the same for one army in every file format.

What counts: the system, and each unit with its models, weapons and rules, both halves together, and the heroes in it.
What does not: names, players, limits, notes, experience, which of two halves took a pick, and what an item is called:
share text tells none of these, and what an item does stands in the rules and weapons that it brings. Where a unit
could not be worked out, its picks count as they are written.

The beginning of a hash as people read, compare and type it: `7F3A-91C2-K0WM-T5ZD`.

Eighty bits: enough that nobody finds two lists with one code. The alphabet has no I, L, O and U, which look like other
letters or spell words; whoever types one of them is understood all the same.

Commitments to hidden lists: a hash that is public now and proves later which list it was.

Each list has a salt of its own, so that showing one list gives no other away. The salts come from one secret, which
stays in a file: what stands on a command line, every user of the machine can read.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring

from listbuilder.model import ArmyList, Entry, EntryId, Loadout, Pick, Roster, RosterEntry
from listbuilder.model.notation import format_weapon

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


_ARMY = b"listbuilder army 1\n"


def army_hash(roster: Roster) -> str:
    """Give the hash of an army in full (64 digits)."""
    return hashlib.sha256(_ARMY + army_form(roster)).hexdigest()


def army_form(roster: Roster) -> bytes:
    """Give the one form of an army, however its list was written."""
    inside = roster.joined_ids
    units = [_group(worked, roster.joined.get(worked.id, ())) for worked in roster.entries if worked.id not in inside]
    units += map(_unknown, roster.unresolved)
    return f'{{"system":{quoted(roster.system.id)},"units":{quoted_list(units)}}}'.encode("utf-8", "replace")


def _group(worked: RosterEntry, heroes: Sequence[RosterEntry] = ()) -> str:
    """Describe a unit with the heroes in it."""
    joined = f'"joined":{quoted_list(map(_group, heroes))},' if heroes else ""
    weapons, rules = _content(worked.halves)
    unit = quoted(worked.entry.unit)
    return f'{{{joined}"models":{worked.models},"rules":{rules},"unit":{unit},"weapons":{weapons}}}'


@lru_cache(maxsize=4096)
def _content(halves: tuple[Loadout, ...]) -> tuple[str, str]:
    """Describe the weapons and rules of a unit; many lists have the same ones in them."""
    weapons: dict[str, int] = {}
    rules: dict[str, int] = {}
    for half in halves:
        for carried in half.weapons:
            name = format_weapon(carried.weapon)
            weapons[name] = weapons.get(name, 0) + carried.count
        for rule in half.rules:
            rules[rule.label] = rules.get(rule.label, 0) + 1
    return written_counts(sorted(weapons.items())), written_counts(sorted(rules.items()))


def _unknown(entry: Entry) -> str:
    return f'{{"picks":{written_picks(entry)},"unit":{quoted(entry.unit)}}}'


_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(first + second for first in _ALPHABET for second in _ALPHABET)
_BITS_A_PAIR = 10
_LETTERS = 16
_GROUP = 4
_MEANT = str.maketrans("ILO", "110")


def printed_code(digest: str) -> str:
    """Write the beginning of a hash (hexadecimal digits) as a code for people."""
    bits = _LETTERS // 2 * _BITS_A_PAIR
    number = int(digest[: bits // 4], 16)
    letters = "".join([_PAIRS[number >> place & 1023] for place in range(bits - _BITS_A_PAIR, -1, -_BITS_A_PAIR)])
    return _grouped(letters)


def parse_code(text: str) -> str | None:
    """Give a typed code in its one spelling; None for what is no code."""
    letters = "".join(letter for letter in text.upper().translate(_MEANT) if letter.isalnum())
    if len(letters) != _LETTERS or any(letter not in _ALPHABET for letter in letters):
        return None
    return _grouped(letters)


def _grouped(letters: str) -> str:
    return "-".join([letters[start : start + _GROUP] for start in range(0, _LETTERS, _GROUP)])


_COMMITMENT = b"listbuilder commitment 1\n"
_SALT = b"listbuilder salt 1\n"


def commitment(army: ArmyList, salt: str) -> str:
    """Give the hash that can be made public now; the salt stays secret until the list is shown."""
    return hashlib.sha256(_COMMITMENT + salt.encode() + b"\n" + list_hash(army).encode()).hexdigest()


def list_salt(army: ArmyList, secret: str) -> str:
    """Give the salt of one list, made of a secret that serves many."""
    return hmac.new(secret.encode(), _SALT + list_hash(army).encode(), hashlib.sha256).hexdigest()[:32]


def proves(army: ArmyList, salt: str, committed: str) -> bool:
    """Tell whether a list and its salt are what a commitment was made of."""
    return hmac.compare_digest(commitment(army, salt), committed.strip().lower())


def new_secret() -> str:
    """Make a secret that nobody can guess."""
    return os.urandom(16).hex()
