"""Players as they are named on the command line, and what is said where nobody is registered.

What is odd about the lock, told by every part that rests on it: who publishes from a broken one has to know.
"""

from __future__ import annotations

from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.tournament.log_integrity import odd_about_lock
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Desk


def find_player(wanted: str, desk: Desk) -> Player:
    """Find a player by id or name; raise UnknownIdError, which tells who was probably meant."""
    player = desk.register.named(wanted)
    if player is None:
        names = [one.name for one in desk.register.players]
        alike = [name for name in names if wanted.casefold() in name.casefold()]
        raise UnknownIdError("player", wanted, alike or names)
    return player


def nobody(desk: Desk, context: Context) -> Exit:
    """Say that nobody is registered: what was asked for has not been done."""
    context.talk("desk.nobody", path=desk.places.players)
    return Exit.UNUSABLE


def is_sound(desk: Desk, context: Context) -> bool:
    """Say what is odd about the lock, and tell whether it can be relied on."""
    odd = tuple(odd_about_lock(desk))
    if odd:
        tell(context, UnreadableError(odd))
    return all(one.severity is not Severity.ERROR for one in odd)
