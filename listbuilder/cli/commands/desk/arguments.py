"""Helpers for the `desk` commands: find players, and check the acceptance log."""

from __future__ import annotations

from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.tournament.log_integrity import odd_about_lock
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Desk


def find_player(wanted: str, tournament: Desk) -> Player:
    """Return a player by id or name; raise UnknownIdError with similar names."""
    player = tournament.register.named(wanted)
    if player is None:
        names = [player.name for player in tournament.register.players]
        similar = [name for name in names if wanted.casefold() in name.casefold()]
        raise UnknownIdError("player", wanted, similar or names)
    return player


def nobody(tournament: Desk, context: Context) -> Exit:
    """Print that no players are registered, and return the exit code."""
    context.talk("desk.nobody", path=tournament.places.players)
    return Exit.UNUSABLE


def is_sound(tournament: Desk, context: Context) -> bool:
    """Print the findings about the acceptance log, and return whether it has no errors."""
    findings = tuple(odd_about_lock(tournament))
    if findings:
        tell(context, UnreadableError(findings))
    return all(finding.severity is not Severity.ERROR for finding in findings)
