"""Players as they are named on the command line, and what is said where nobody is registered."""

from __future__ import annotations

from listbuilder.cli.context import Context
from listbuilder.cli.exits import Exit
from listbuilder.errors import UnknownIdError
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
