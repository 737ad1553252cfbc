"""Calculate the exact odds of an attack. Without --against, the targets are a set of usual profiles."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import replace

from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.odds_arguments import Contender, find_subject, find_target, with_given
from listbuilder.cli.odds_output import Duel, OddsText, cell_record, coverage_record, csv_rows
from listbuilder.cli.streams import emit, print_line
from listbuilder.cli.tables import add_format, write_json
from listbuilder.odds.army_damage import Cell, field_table, fights, matrix
from listbuilder.odds.combatant import Party
from listbuilder.odds.coverage import Coverage, faction_coverage
from listbuilder.odds.situation import Mode, Situation

_MODES = (Mode.SHOOT, Mode.CHARGE, Mode.STRIKE_BACK)


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument(
        "subject", nargs="*", metavar="LIST ENTRY", help="a list and the id of a unit in it, or FACTION/UNIT"
    )
    parser.add_argument(
        "--against",
        nargs="+",
        metavar="TARGET",
        help="a list (and a unit's id), FACTION/UNIT, a profile (10xD4+T1), or field for the usual targets",
    )
    for mode, told in zip(_MODES, ("shooting", "charging", "striking back when charged"), strict=True):
        parser.add_argument(f"--{mode.value}", dest="modes", action="append_const", const=mode, help=told)
    parser.add_argument("--melee", action="store_true", help="the whole melee: striking back, who wins, morale")
    distance = parser.add_mutually_exclusive_group()
    distance.add_argument("--near", action="store_true", help='from 9" or less (default: --far)')
    distance.add_argument("--far", action="store_false", dest="near", help='from more than 9" away')
    for flag, told in (
        ("cover", "the target is in cover"),
        ("moved", "the attacker has moved"),
        ("fatigued", "the attacker has already fought this round"),
        ("terrain", "units with rules about terrain are close to it"),
        ("passing", "the attacker moves over the target"),
    ):
        parser.add_argument(f"--{flag}", action="store_true", help=told)
    parser.add_argument(
        "--markers", type=int, default=0, metavar="N", help="number of markers, for rules that use them"
    )
    parser.add_argument("--given", action="append", default=[], metavar="RULE", help="an extra rule for the attacker")
    parser.add_argument(
        "--given-target", action="append", default=[], metavar="RULE", help="an extra rule for the target"
    )
    parser.add_argument("--steps", action="store_true", help="show the attack step by step")
    parser.add_argument(
        "--coverage", action="store_true", help="show how many profiles in the bundled books are calculated exactly"
    )
    parser.add_argument("--system", metavar="ID", help="the system, for FACTION/UNIT and --coverage")
    add_format(parser, "csv")


def run(arguments: Namespace, context: Context) -> int:
    """Print the odds."""
    if arguments.coverage:
        return _coverage(arguments, context)
    if arguments.system is not None:
        context.library.system(arguments.system)
    if not arguments.subject:
        context.talk("odds.nobody")
        return Exit.UNUSABLE
    subject = find_subject(arguments.subject, context, arguments.system)
    subject = replace(subject, parties=_given(arguments.given, subject, context))
    if arguments.against is None:
        _fields(arguments, context, subject)
        return Exit.LEGAL
    target = find_target(arguments.against, subject, context)
    parties = _given(arguments.given_target, target, context)
    if subject.whole or target.whole:
        _matrix(arguments, context, subject, parties)
    else:
        _duel(arguments, context, subject, parties[0])
    return Exit.LEGAL


def _given(rules: list[str], subject: Contender, context: Context) -> tuple[Party, ...]:
    return tuple(with_given(party, rules, context, subject.system) for party in subject.parties)


def _situations(arguments: Namespace, party: Party | None = None) -> list[Situation]:
    """Give the attacks that are asked for; else charging, and shooting where there is a weapon for it."""
    usual = [Mode.CHARGE] if party is None or not fights(party, Mode.SHOOT) else [Mode.SHOOT, Mode.CHARGE]
    return [
        Situation(
            mode=mode,
            far=not arguments.near,
            moved=arguments.moved,
            cover=arguments.cover,
            fatigued=arguments.fatigued,
            terrain=arguments.terrain,
            passing=arguments.passing,
            markers=max(0, arguments.markers),
        )
        for mode in arguments.modes or usual
    ]


def _fields(arguments: Namespace, context: Context, subject: Contender) -> None:
    tables = [
        (party, situation.mode, field_table(party, subject.system, situation))
        for party in subject.parties
        for situation in _situations(arguments, party)
    ]
    cells = [cell for _, _, rows in tables for row in rows for cell in row]
    if _printed(arguments, context, cells):
        return
    text = OddsText(context)
    before: Party | None = None
    for party, mode, rows in tables:
        _print([text.title(party, subject.system.title)] if party is not before else [], text.table(mode.value, rows))
        before = party


def _printed(arguments: Namespace, context: Context, cells: list[Cell]) -> bool:
    """Print attacks for programs, where that is asked for."""
    if arguments.format == "csv":
        emit(csv_rows(cells))
    elif arguments.format == "json":
        write_json([cell_record(cell, context.language) for cell in cells])
    return bool(arguments.format != "text")


def _matrix(arguments: Namespace, context: Context, subject: Contender, targets: tuple[Party, ...]) -> None:
    armed = next((party for party in subject.parties if fights(party, Mode.SHOOT)), subject.parties[0])
    text = OddsText(context)
    found: list[Cell] = []
    for situation in _situations(arguments, armed):
        cells = matrix(subject.parties, targets, subject.system, [situation])
        found += cells
        if arguments.format == "text":
            _print(text.matrix(situation.mode.value, cells, targets))
    _printed(arguments, context, found)


def _duel(arguments: Namespace, context: Context, subject: Contender, target: Party) -> None:
    """Print one party against another."""
    duel = Duel(subject, target, steps=arguments.steps, melee=arguments.melee)
    if arguments.format == "json":
        records = [duel.record(one, context.language) for one in _situations(arguments)]
        write_json(records[0] if len(records) == 1 else records)
        return
    asked = _situations(arguments, subject.parties[0])
    spells = [] if arguments.modes else duel.spells()
    if arguments.format == "csv":
        emit(csv_rows([*map(duel.cell, asked), *spells]))
        return
    text = OddsText(context)
    for situation in asked:
        _print(duel.lines(situation, text))
    for cell in spells:
        _print(text.attack(cell))
    if arguments.melee:
        _print(text.melee(duel.fight(asked[-1]), subject.parties[0], target))


def _coverage(arguments: Namespace, context: Context) -> int:
    """Print how much of each game is exact."""
    library, text = context.library, OddsText(context)
    wanted = [arguments.system] if arguments.system else [header.id for header in library.systems()]
    records = []
    for name in wanted:
        system, total = library.system(name), Coverage()
        for header in library.newest_factions(name):
            total += faction_coverage(library.faction(header.id, name), system)
        if not total.profiles:
            continue
        records.append(coverage_record(name, total))
        if arguments.format != "json":
            _print(text.coverage(system.title, total))
    if arguments.format == "json":
        write_json(records)
    return Exit.LEGAL


def _print(*parts: Iterable[str]) -> None:
    for part in parts:
        for line in part:
            print_line(line)
    print_line()
