"""What a spell lends to whoever it is cast at, in the words of effects; the odds count it where it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WHEN = {"melee": "melee", "shooting": "shoot", "charging": "charge"}
_ROLLS: Mapping[str, Mapping[str, str]] = {"hit": {}, "defense": {"side": "target"}, "morale": {}}
"""The rolls that an attack or a melee throws; a spell that changes others has no part in them."""


def spell_gift(effect: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Give what a spell lends, as effects; None where it deals hits or nobody has said what it does."""
    does = effect.get("does")
    if does is None or does == "hits":
        return None
    when = {"when": [_WHEN[effect["when"]]]} if effect.get("when") in _WHEN else {}
    if does in ("gain", "gain-against"):
        return [{"grants": effect["rule"], "to": "another", **when}]
    if does in ("rolls", "rolls-against") and effect["roll"] in _ROLLS:
        return [{effect["roll"]: effect["modifier"], **_ROLLS[effect["roll"]], "to": "another", **when}]
    return []
