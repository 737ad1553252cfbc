"""Fuzzing targets: the files of an event folder, and the arguments of `odds`."""

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
from proof.sample_tournament import (
    FILES,
    open_sample_tournament,
    sample,
    take,
    tournament_outputs,
    valid_acceptance_log,
    valid_mails,
)

_UNIT = "human-empire/infantrymen"
_SYSTEM = "aof-3.5"
_ARGUMENTS = (
    b"10xD4+T1: Regeneration, Stealth\nFurious\nAP(1)",
    b"5xD3+T3\nDeadly(3)\nBlast(3)",
    b"human-empire/champion\nImpact(2)\nRending",
)


def tournament_readers(library: Library) -> Iterator[tuple[str, Callable[[bytes], object], list[bytes]]]:
    """Yield the readers by name, each with valid files."""
    mails = valid_mails()
    yield "emails", partial(take, library, "mail.eml"), mails
    yield "archives of emails", partial(take, library, "mails.zip"), [_archive(mails)]
    for label, name in (("registrations", "players.csv"), ("intake tables", "taken.csv")):
        tables = [FILES[name], FILES[name].replace(b";", b"\t").decode().encode("utf-16"), FILES[name] * 3]
        yield label, partial(_make_outputs, library, name), tables
    yield "decisions", partial(_make_outputs, library, "decisions.csv"), [FILES["decisions.csv"]]
    yield (
        "acceptance logs",
        partial(_make_outputs, library, "lock.jsonl"),
        [valid_acceptance_log(library), valid_acceptance_log(library) * 2],
    )
    yield "event files", partial(_make_outputs, library, "event.yaml"), [FILES["event.yaml"]]
    yield "odds arguments", partial(_calculate_odds, library), list(_ARGUMENTS)


def _make_outputs(library: Library, name: str, raw: bytes) -> None:
    changed: Mapping[str, bytes] = {"lock.jsonl": valid_acceptance_log(library), name: raw}
    with open_sample_tournament(library, changed) as tournament:
        for _ in tournament_outputs(tournament, "de"):
            pass


def _archive(members: list[bytes]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for number, raw in enumerate((*members, sample().read_bytes())):
            packed.writestr(f"Kim Weber/{number}.eml", raw)
    return file.getvalue()


@cache
def _attacker(library: Library) -> tuple[Context, Combatants]:
    context = Context((), "en", BuilderLauncher())
    context.library = library
    return context, find_attackers([_UNIT], context, _SYSTEM)


def _calculate_odds(library: Library, raw: bytes) -> None:
    """Calculate odds: the first line is the target, each other line an extra rule."""
    context, subject = _attacker(library)
    target_text, *rules = raw.decode("utf-8", "replace").splitlines() or [""]
    target = find_targets([target_text], subject, context)
    attacker = with_extra_rules(subject.combatants[0], rules, context, subject.system)
    for mode in (AttackMode.CHARGE, AttackMode.SHOOT):
        attack_odds(attacker, target.combatants[0], subject.system, Situation(mode=mode, far=True))
