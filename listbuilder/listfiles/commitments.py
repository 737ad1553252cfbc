"""Commitments to hidden lists: a hash that is public now and proves later which list it was.

Each list has a salt of its own, so that showing one list gives no other away. The salts come from one secret, which
stays in a file: what stands on a command line, every user of the machine can read.
"""

from __future__ import annotations

import hashlib
import hmac

from listbuilder.listfiles.canonical import list_hash
from listbuilder.model import ArmyList

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
    import secrets  # noqa: PLC0415  # start-up is measured, and secrets are rare

    return secrets.token_hex(16)
