"""What an organiser's desk and the odds read: whole files put into a desk of which then everything is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from zipfile import ZipFile

from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.context import Context
from listbuilder.cli.odds_arguments import Combatants, find_attackers, find_targets, with_extra_rules
from listbuilder.library import Library
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.situation import AttackMode, Situation
from proof.desks import FILES, faces, made_desk, sample, sound_lock, sound_mails, take

_UNIT = "human-empire/infantrymen"
_SYSTEM = "aof-3.5"
_ARGUMENTS = (
    b"10xD4+T1: Regeneration, Stealth\nFurious\nAP(1)",
    b"5xD3+T3\nDeadly(3)\nBlast(3)",
    b"human-empire/champion\nImpact(2)\nRending",
)


def desk_readers(library: Library) -> Iterator[tuple[str, Callable[[bytes], object], list[bytes]]]:
    """Give the readers by name, each with sound files."""
    mails = sound_mails()
    yield "mails", partial(take, library, "mail.eml"), mails
    yield "archives of mails", partial(take, library, "mails.zip"), [_archive(mails)]
    for told, name in (("registrations", "players.csv"), ("tables of what came", "taken.csv")):
        tables = [FILES[name], FILES[name].replace(b";", b"\t").decode().encode("utf-16"), FILES[name] * 3]
        yield told, partial(_made_of, library, name), tables
    yield "decisions", partial(_made_of, library, "decisions.csv"), [FILES["decisions.csv"]]
    yield "locks", partial(_made_of, library, "lock.jsonl"), [sound_lock(library), sound_lock(library) * 2]
    yield "events of a desk", partial(_made_of, library, "event.yaml"), [FILES["event.yaml"]]
    yield "arguments of odds", partial(_reckon, library), list(_ARGUMENTS)


def _made_of(library: Library, name: str, raw: bytes) -> None:
    changed: Mapping[str, bytes] = {"lock.jsonl": sound_lock(library), name: raw}
    with made_desk(library, changed) as desk:
        for _ in faces(desk, "de"):
            pass


def _archive(members: list[bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w") as packed:
        for number, raw in enumerate((*members, sample().read_bytes())):
            packed.writestr(f"Kim Weber/{number}.eml", raw)
    return made.getvalue()


@cache
def _attacker(library: Library) -> tuple[Context, Combatants]:
    context = Context((), "en", BuilderLauncher())
    context.library = library
    return context, find_attackers([_UNIT], context, _SYSTEM)


def _reckon(library: Library, raw: bytes) -> None:
    """Take the first line for the target, every other for a rule that is given."""
    context, subject = _attacker(library)
    against, *given = raw.decode("utf-8", "replace").splitlines() or [""]
    target = find_targets([against], subject, context)
    attacker = with_extra_rules(subject.combatants[0], given, context, subject.system)
    for mode in (AttackMode.CHARGE, AttackMode.SHOOT):
        attack_odds(attacker, target.combatants[0], subject.system, Situation(mode=mode, far=True))
