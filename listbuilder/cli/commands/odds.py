"""The command `odds`: calculate the exact odds of attacks."""

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
    """Add the arguments of the command."""
    parser.add_argument("subject", nargs="*", metavar="LIST ENTRY")
    parser.add_argument("--against", nargs="+", metavar="TARGET")
    for mode in _MODES:
        parser.add_argument(f"--{mode.value}", dest="modes", action="append_const", const=mode)
    parser.add_argument("--melee", action="store_true")
    distance = parser.add_mutually_exclusive_group()
    distance.add_argument("--near", action="store_true")
    distance.add_argument("--far", action="store_false", dest="near")
    for flag in ("--cover", "--moved", "--fatigued", "--terrain", "--passing"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--markers", type=int, default=0, metavar="N")
    parser.add_argument("--given", action="append", default=[], metavar="RULE")
    parser.add_argument("--given-target", action="append", default=[], metavar="RULE")
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--system", metavar="ID")
    add_format(parser, "csv")


def run(arguments: Namespace, context: Context) -> int:
    """Print the odds of the attacks that the arguments describe."""
    if arguments.coverage:
        return _print_coverage(arguments, context)
    if arguments.system is not None:
        context.library.system(arguments.system)
    if not arguments.subject:
        context.talk("odds.nobody")
        return Exit.UNUSABLE
    subject = find_subject(arguments.subject, context, arguments.system)
    subject = replace(subject, parties=_with_extra_rules(arguments.given, subject, context))
    if arguments.against is None:
        _print_field_tables(arguments, context, subject)
        return Exit.LEGAL
    target = find_target(arguments.against, subject, context)
    combatants = _with_extra_rules(arguments.given_target, target, context)
    if subject.whole or target.whole:
        _print_matrix(arguments, context, subject, combatants)
    else:
        _print_duel(arguments, context, subject, combatants[0])
    return Exit.LEGAL


def _with_extra_rules(rules: list[str], subject: Contender, context: Context) -> tuple[Party, ...]:
    return tuple(with_given(combatant, rules, context, subject.system) for combatant in subject.parties)


def _build_situations(arguments: Namespace, combatant: Party | None = None) -> list[Situation]:
    """Return the attacks that the user asked for; by default charging, and shooting if there is a weapon for it."""
    usual = [Mode.CHARGE] if combatant is None or not fights(combatant, Mode.SHOOT) else [Mode.SHOOT, Mode.CHARGE]
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


def _print_field_tables(arguments: Namespace, context: Context, subject: Contender) -> None:
    tables = [
        (combatant, situation.mode, field_table(combatant, subject.system, situation))
        for combatant in subject.parties
        for situation in _build_situations(arguments, combatant)
    ]
    cells = [cell for _, _, rows in tables for row in rows for cell in row]
    if _print_for_programs(arguments, context, cells):
        return
    text = OddsText(context)
    previous: Party | None = None
    for combatant, mode, rows in tables:
        title = [text.title(combatant, subject.system.title)] if combatant is not previous else []
        _print_lines([*title, *text.table(mode.value, rows)])
        previous = combatant


def _print_for_programs(arguments: Namespace, context: Context, cells: list[Cell]) -> bool:
    """Print attacks as CSV or JSON; return False if the user wants text."""
    if arguments.format == "csv":
        emit(csv_rows(cells))
    elif arguments.format == "json":
        write_json([cell_record(cell, context.language) for cell in cells])
    return bool(arguments.format != "text")


def _print_matrix(arguments: Namespace, context: Context, subject: Contender, targets: tuple[Party, ...]) -> None:
    armed = next((combatant for combatant in subject.parties if fights(combatant, Mode.SHOOT)), subject.parties[0])
    text = OddsText(context)
    all_cells: list[Cell] = []
    for situation in _build_situations(arguments, armed):
        cells = matrix(subject.parties, targets, subject.system, [situation])
        all_cells += cells
        if arguments.format == "text":
            _print_lines(text.matrix(situation.mode.value, cells, targets))
    _print_for_programs(arguments, context, all_cells)


def _print_duel(arguments: Namespace, context: Context, subject: Contender, target: Party) -> None:
    """Print the attacks of one combatant against another."""
    duel = Duel(subject, target, steps=arguments.steps, melee=arguments.melee)
    if arguments.format == "json":
        records = [duel.record(situation, context.language) for situation in _build_situations(arguments)]
        write_json(records[0] if len(records) == 1 else records)
        return
    situations = _build_situations(arguments, subject.parties[0])
    spells = [] if arguments.modes else duel.spells()
    if arguments.format == "csv":
        emit(csv_rows([*map(duel.cell, situations), *spells]))
        return
    text = OddsText(context)
    for situation in situations:
        _print_lines(duel.lines(situation, text))
    for cell in spells:
        _print_lines(text.attack(cell))
    if arguments.melee:
        _print_lines(text.melee(duel.fight(situations[-1]), subject.parties[0], target))


def _print_coverage(arguments: Namespace, context: Context) -> int:
    """Print how much of each system is calculated exactly."""
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
            _print_lines(text.coverage(system.title, total))
    if arguments.format == "json":
        write_json(records)
    return Exit.LEGAL


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print_line(line)
    print_line()
