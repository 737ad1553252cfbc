"""Add files, folders, archives and saved mails (.eml, .mbox) to the inbox and match them to players."""

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

_MOST_SHOWN = 8


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, archives or saved mails")
    parser.add_argument("--no-ask", action="store_true", help="do not ask about uncertain matches, even on a terminal")


def run(arguments: Namespace, context: Context) -> int:
    """Take everything in, and tell what became of it."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    watched = sys.stdin.isatty() and sys.stderr.isatty() and not arguments.no_ask
    ask = _asker(desk, context) if watched else None
    intake = Taker(desk.places, desk.register, context.library, ask).take(arguments.paths)
    _tell(intake, desk, context)
    if intake.unread:
        tell(context, UnreadableError(intake.unread))
        return Exit.UNUSABLE
    if not (intake.taken or intake.again or intake.open):
        context.talk("cli.nothing-found", paths=tuple(arguments.paths))
        return Exit.UNUSABLE
    return Exit.ILLEGAL if intake.open else Exit.LEGAL


def _tell(intake: Intake, desk: Desk, context: Context) -> None:
    for one in intake.taken:
        player = desk.register.find(one.player)
        name = player.name if player is not None else one.player
        print_line(context.terminal.line(context.say("desk.taken", file=one.file, player=name)))
    for one, found in intake.open:
        names = tuple(_candidate(each) for each in found[:_MOST_SHOWN])
        key = "desk.open" if names else "desk.open-nobody"
        print_line(context.terminal.line(context.say(key, file=one.file, source=one.source, names=names)))
    for one in intake.gone:
        context.talk("desk.gone", file=one.file, source=one.source)
    for one, names in intake.beside:
        context.talk("desk.beside", source=one.source, file=one.file, names=names)
    print_line(context.say("desk.took", n=len(intake.taken), again=len(intake.again), open=len(intake.open)))


def _candidate(one: Candidate) -> str:
    """Name a player who may be meant; of two with one name the id tells which."""
    return f"{one.player.name} ({one.player.id}, {one.score} %)"


def _asker(desk: Desk, context: Context) -> Ask:
    """Ask on the terminal, with the likeliest players by number; a name or an id is understood too."""

    def ask(piece: Piece, found: list[Candidate]) -> Player | None:
        about = " · ".join(part for part in (piece.name, piece.sender, *piece.clues.names, *piece.clues.texts) if part)
        talk(context.terminal.line(context.say("desk.whose", about=about)))
        for number, one in enumerate(found[:_MOST_SHOWN], 1):
            talk(context.terminal.line(f"  {number}  {_candidate(one)}"))
        while True:
            talk(context.say("desk.whose-hint") + " ", end="")
            answer = sys.stdin.readline().strip()
            player = _meant(answer, found, desk)
            if player is not None or not answer:
                return player
            talk(context.say("desk.whose-again"))

    return ask


def _meant(answer: str, found: list[Candidate], desk: Desk) -> Player | None:
    if answer.isdecimal() and 0 < int(answer) <= min(len(found), _MOST_SHOWN):
        return found[int(answer) - 1].player
    return desk.register.named(answer)
