"""Hashes of lists and armies, the short code printed on sheets, and commitments to hidden lists.

The list hash covers the player's choices, the army hash the models on the table. Both are the same in every file
format. See docs/adr for what counts.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from listbuilder.model import ArmyList, Entry, Loadout, Roster, RosterEntry
from listbuilder.model.notation import format_weapon

_LIST_DOMAIN = b"listbuilder list 1\n"
_ARMY_DOMAIN = b"listbuilder army 1\n"
_COMMITMENT_DOMAIN = b"listbuilder commitment 1\n"
_SALT_DOMAIN = b"listbuilder salt 1\n"

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def list_hash(army: ArmyList) -> str:
    """Return the full list hash (64 hexadecimal digits)."""
    return hashlib.sha256(_LIST_DOMAIN + canonical_form(army)).hexdigest()


def canonical_form(army: ArmyList) -> bytes:
    """Return compact JSON that is the same for every way to write a list.

    It holds name, player, system, points limit, force organisation and the entries. Notes, entry ids, the order of
    entries and halves, book versions, the event and unknown keys do not count. The order of upgrades does.
    """
    hosts = {entry.id: entry for entry in reversed(army.entries)}  # the first entry wins on duplicate ids
    attached: dict[int, list[str]] = {}
    alone: list[tuple[Entry, Entry | None]] = []
    for entry in army.entries:
        host = hosts.get(entry.joins) if entry.joins is not None else None
        if host is not None and host.joins is None:
            attached.setdefault(id(host), []).append(_entry_form(entry))
        else:
            alone.append((entry, host))
    units = []
    for entry, host in alone:
        # an entry that joins an attached hero or an unknown entry is not attached
        dangling = None if entry.joins is None else "" if host is None else _entry_form(host)
        units.append(_entry_form(entry, attached.get(id(entry), ()), dangling))
    form = {
        "force_org": army.force_org,
        "name": _normalise_text(army.name),
        "player": _normalise_text(army.player),
        "points": army.points,
        "system": army.system,
        "units": sorted(units),
    }
    return _encode(form).encode("utf-8", "replace")


def _entry_form(entry: Entry, heroes: Iterable[str] = (), dangling: str | None = None) -> str:
    """Return the form of an entry with its attached heroes; empty fields are left out."""
    form = {
        "halves": sorted(upgrades_by_half(entry)),
        "joined": sorted(heroes),
        "name": _normalise_text(entry.name),
        "traits": sorted(str(_normalise_text(trait)) for trait in entry.traits),
        "unit": entry.unit,
        "xp": entry.xp,
    }
    filled = {key: value for key, value in form.items() if value}
    return _encode(filled if dangling is None else {**filled, "astray": dangling})


def upgrades_by_half(entry: Entry) -> list[list[tuple[str, int]]]:
    """Return the upgrades of each half as (option, count), with runs of one option merged."""
    halves = (entry.upgrades,) if entry.combined is None else (entry.upgrades, entry.combined.upgrades)
    by_half: list[list[tuple[str, int]]] = []
    for half in halves:
        runs: list[tuple[str, int]] = []
        for option, count in half:
            if runs and runs[-1][0] == option:
                runs[-1] = (option, runs[-1][1] + count)
            else:
                runs.append((option, count))
        by_half.append(runs)
    return by_half


def _normalise_text(text: str | None) -> str | None:
    """Return a text with composed letters and single spaces; None if it is empty."""
    return None if text is None else " ".join(unicodedata.normalize("NFC", text).split()) or None


def army_hash(roster: Roster) -> str:
    """Return the full army hash (64 hexadecimal digits)."""
    return hashlib.sha256(_ARMY_DOMAIN + army_canonical_form(roster)).hexdigest()


def army_canonical_form(roster: Roster) -> bytes:
    """Return compact JSON that is the same for one army in every file format.

    It holds the system and each unit with models, weapons, special rules and attached heroes. Share text has no
    names, notes or item names, so they do not count. Unresolved units count with their upgrades as written.
    """
    attached = roster.attached_ids
    units = [
        _unit_form(entry, roster.attached_heroes.get(entry.id, ()))
        for entry in roster.entries
        if entry.id not in attached
    ]
    units += [_encode({"picks": sorted(upgrades_by_half(entry)), "unit": entry.unit}) for entry in roster.unresolved]
    return _encode({"system": roster.system.id, "units": sorted(units)}).encode("utf-8", "replace")


def _unit_form(entry: RosterEntry, heroes: Sequence[RosterEntry] = ()) -> str:
    weapons, rules = _count_equipment(entry.halves)
    form = {"models": entry.models, "rules": rules, "unit": entry.entry.unit, "weapons": weapons}
    return _encode({**form, "joined": sorted(map(_unit_form, heroes))} if heroes else form)


@lru_cache(maxsize=4096)  # many lists have the same loadouts
def _count_equipment(halves: tuple[Loadout, ...]) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the weapons and the special rules of a unit with their counts."""
    weapons: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for half in halves:
        for carried in half.weapons:
            weapons[format_weapon(carried.weapon)] += carried.count
        rules.update(rule.label for rule in half.rules)
    return sorted(weapons.items()), sorted(rules.items())


_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without I, L, O and U, which look like other letters or spell words."""
_LOOKALIKES = str.maketrans("ILO", "110")
_BITS_PER_LETTER = 5
_CODE_LENGTH = 16
_GROUP_LENGTH = 4


def format_printed_code(digest: str) -> str:
    """Format the first 80 bits of a hexadecimal hash as `7F3A-91C2-K0WM-T5ZD`."""
    bits = _CODE_LENGTH * _BITS_PER_LETTER
    number = int(digest[: bits // 4], 16)
    shifts = range(bits - _BITS_PER_LETTER, -1, -_BITS_PER_LETTER)
    return _group_letters("".join([_ALPHABET[number >> shift & 31] for shift in shifts]))


def parse_printed_code(text: str) -> str | None:
    """Return a typed code in its one spelling; None if it is not a code."""
    letters = "".join(letter for letter in text.upper().translate(_LOOKALIKES) if letter.isalnum())
    if len(letters) != _CODE_LENGTH or any(letter not in _ALPHABET for letter in letters):
        return None
    return _group_letters(letters)


def _group_letters(letters: str) -> str:
    return "-".join([letters[start : start + _GROUP_LENGTH] for start in range(0, _CODE_LENGTH, _GROUP_LENGTH)])


def compute_commitment(army: ArmyList, salt: str) -> str:
    """Return the hash to publish now; the salt stays secret until the list is shown."""
    return hashlib.sha256(_COMMITMENT_DOMAIN + salt.encode() + b"\n" + list_hash(army).encode()).hexdigest()


def derive_salt(army: ArmyList, secret: str) -> str:
    """Derive the salt of one list, so that showing one list does not reveal the others."""
    return hmac.new(secret.encode(), _SALT_DOMAIN + list_hash(army).encode(), hashlib.sha256).hexdigest()[:32]


def matches_commitment(army: ArmyList, salt: str, committed: str) -> bool:
    """Return whether a commitment was made from this list and salt."""
    return hmac.compare_digest(compute_commitment(army, salt), committed.strip().lower())


def generate_secret() -> str:
    """Return a new random secret."""
    return os.urandom(16).hex()
