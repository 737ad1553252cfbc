"""Helpers for the `desk` commands: open the event folder, find players, check the acceptance log, report files."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from listbuilder.cli.context import Context, report_error
from listbuilder.cli.streams import ExitCode, print_line
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.tournament.log_integrity import integrity_findings
from listbuilder.tournament.paths import GeneratedFileWriter
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Tournament


def open_tournament(arguments: Namespace, context: Context) -> Tournament:
    """Open the event folder; raise UnreadableError if it is not one."""
    return Tournament(Path(arguments.folder), context.library, context.data)


def find_player(player_name: str, tournament: Tournament) -> Player:
    """Return a player by id or name; raise UnknownIdError with similar names."""
    player = tournament.registrations.find_by_name(player_name)
    if player is None:
        names = [player.name for player in tournament.registrations.players]
        similar = [name for name in names if player_name.casefold() in name.casefold()]
        raise UnknownIdError("player", player_name, similar or names)
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


def finish_writing(writer: GeneratedFileWriter, context: Context) -> None:
    """Save what was written, and print the new files and those that were edited by hand."""
    writer.finish()
    for path in writer.changed:
        print_line(context.terminal.sanitize_line(str(path)))
    for path in writer.hand_edited:
        context.print_message("desk.edited", path=path)
