"""The command `desk take`: add submissions to the inbox and match them to players."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import open_tournament
from listbuilder.cli.context import Context, report_error
from listbuilder.cli.streams import ExitCode, print_line, write_stderr
from listbuilder.errors import UnreadableError
from listbuilder.tournament.intake import AskForPlayer, IncomingFile, IntakeResult, SubmissionIntake
from listbuilder.tournament.player_matching import Candidate
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Tournament

_MAX_CANDIDATES = 8


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--no-ask", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Add the files and print the result."""
    tournament = open_tournament(arguments, context)
    interactive = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.no_ask
    ask = _build_prompt(tournament, context) if interactive else None
    intake = SubmissionIntake(tournament.paths, tournament.registrations, context.library, ask).take(arguments.paths)
    _print_intake(intake, tournament, context)
    if intake.unreadable:
        report_error(context, UnreadableError(intake.unreadable))
        return ExitCode.ERROR
    if not (intake.taken or intake.already_taken or intake.unmatched):
        context.print_message("cli.nothing-found", paths=tuple(arguments.paths))
        return ExitCode.ERROR
    return ExitCode.PROBLEMS if intake.unmatched else ExitCode.SUCCESS


def _print_intake(intake: IntakeResult, tournament: Tournament, context: Context) -> None:
    for submission in intake.taken:
        player = tournament.registrations.find(submission.player)
        name = player.name if player is not None else submission.player
        context.print_result("desk.taken", file=submission.file, player=name)
    for submission, candidates in intake.unmatched:
        names = tuple(map(_format_candidate, candidates[:_MAX_CANDIDATES]))
        key = "desk.open" if names else "desk.open-nobody"
        context.print_result(key, file=submission.file, source=submission.source, names=names)
    for submission in intake.removed:
        context.print_message("desk.gone", file=submission.file, source=submission.source)
    for submission, names in intake.skipped_files:
        context.print_message("desk.beside", source=submission.source, file=submission.file, names=names)
    print_line(
        context.translate("desk.took", n=len(intake.taken), again=len(intake.already_taken), open=len(intake.unmatched))
    )


def _format_candidate(candidate: Candidate) -> str:
    return f"{candidate.player.name} ({candidate.player.id}, {candidate.score}%)"


def _build_prompt(tournament: Tournament, context: Context) -> AskForPlayer:
    """Return a function that asks which player a file is from, by number, name or id."""

    def ask(piece: IncomingFile, candidates: list[Candidate]) -> Player | None:
        about = " · ".join(part for part in (piece.name, piece.sender, *piece.clues.names, *piece.clues.texts) if part)
        write_stderr(context.terminal.sanitize_line(context.translate("desk.whose", about=about)))
        for number, candidate in enumerate(candidates[:_MAX_CANDIDATES], 1):
            write_stderr(context.terminal.sanitize_line(f"  {number}  {_format_candidate(candidate)}"))
        while True:
            write_stderr(context.translate("desk.whose-hint") + " ", end="")
            answer = sys.stdin.readline().strip()
            if answer.isdecimal() and 0 < int(answer) <= min(len(candidates), _MAX_CANDIDATES):
                return candidates[int(answer) - 1].player
            player = tournament.registrations.find_by_name(answer)
            if player is not None or not answer:
                return player
            write_stderr(context.translate("desk.whose-again"))

    return ask
