"""The command `desk take`: add submissions to the inbox and match them to players."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.streams import print_line, talk
from listbuilder.errors import UnreadableError
from listbuilder.tournament.intake import Ask, Intake, Piece, Taker
from listbuilder.tournament.player_matching import Candidate
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import Desk

_MAX_CANDIDATES = 8


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--no-ask", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Add the files and print the result."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    interactive = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.no_ask
    ask = _build_prompt(tournament, context) if interactive else None
    intake = Taker(tournament.places, tournament.register, context.library, ask).take(arguments.paths)
    _print_intake(intake, tournament, context)
    if intake.unread:
        tell(context, UnreadableError(intake.unread))
        return Exit.UNUSABLE
    if not (intake.taken or intake.again or intake.open):
        context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    return Exit.ILLEGAL if intake.open else Exit.LEGAL


def _print_intake(intake: Intake, tournament: Desk, context: Context) -> None:
    for submission in intake.taken:
        player = tournament.register.find(submission.player)
        name = player.name if player is not None else submission.player
        print_line(context.terminal.line(context.say("desk.taken", file=submission.file, player=name)))
    for submission, candidates in intake.open:
        names = tuple(map(_format_candidate, candidates[:_MAX_CANDIDATES]))
        key = "desk.open" if names else "desk.open-nobody"
        text = context.say(key, file=submission.file, source=submission.source, names=names)
        print_line(context.terminal.line(text))
    for submission in intake.gone:
        context.talk("desk.gone", file=submission.file, source=submission.source)
    for submission, names in intake.beside:
        context.talk("desk.beside", source=submission.source, file=submission.file, names=names)
    print_line(context.say("desk.took", n=len(intake.taken), again=len(intake.again), open=len(intake.open)))


def _format_candidate(candidate: Candidate) -> str:
    return f"{candidate.player.name} ({candidate.player.id}, {candidate.score} %)"


def _build_prompt(tournament: Desk, context: Context) -> Ask:
    """Return a function that asks which player a file is from, by number, name or id."""

    def ask(piece: Piece, candidates: list[Candidate]) -> Player | None:
        about = " · ".join(part for part in (piece.name, piece.sender, *piece.clues.names, *piece.clues.texts) if part)
        talk(context.terminal.line(context.say("desk.whose", about=about)))
        for number, candidate in enumerate(candidates[:_MAX_CANDIDATES], 1):
            talk(context.terminal.line(f"  {number}  {_format_candidate(candidate)}"))
        while True:
            talk(context.say("desk.whose-hint") + " ", end="")
            answer = sys.stdin.readline().strip()
            player = _find_answer(answer, candidates, tournament)
            if player is not None or not answer:
                return player
            talk(context.say("desk.whose-again"))

    return ask


def _find_answer(answer: str, candidates: list[Candidate], tournament: Desk) -> Player | None:
    if answer.isdecimal() and 0 < int(answer) <= min(len(candidates), _MAX_CANDIDATES):
        return candidates[int(answer) - 1].player
    return tournament.register.named(answer)
