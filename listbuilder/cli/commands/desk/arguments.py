"""Helpers for the `desk` commands: find players, and check the acceptance log."""

from __future__ import annotations

from listbuilder.cli.context import Context, report_error
from listbuilder.cli.streams import ExitCode
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.tournament.log_integrity import integrity_findings
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Tournament


def find_player(wanted: str, tournament: Tournament) -> Player:
    """Return a player by id or name; raise UnknownIdError with similar names."""
    player = tournament.registrations.find_by_name(wanted)
    if player is None:
        names = [player.name for player in tournament.registrations.players]
        similar = [name for name in names if wanted.casefold() in name.casefold()]
        raise UnknownIdError("player", wanted, similar or names)
    return player


def report_no_players(tournament: Tournament, context: Context) -> ExitCode:
    """Print that no players are registered, and return the exit code."""
    context.print_message("desk.nobody", path=tournament.paths.players)
    return ExitCode.ERROR


def check_acceptance_log(tournament: Tournament, context: Context) -> bool:
    """Print the findings about the acceptance log, and return whether it has no errors."""
    findings = tuple(integrity_findings(tournament))
    if findings:
        report_error(context, UnreadableError(findings))
    return all(finding.severity is not Severity.ERROR for finding in findings)
