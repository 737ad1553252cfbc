"""The command `systems`: list the installed systems, or print the limits and moves of one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TypeAlias

from listbuilder.cli.context import Context
from listbuilder.cli.streams import ExitCode
from listbuilder.cli.tables import add_format_option, print_json, print_pairs, print_table, sort_rows
from listbuilder.i18n import format_number, translate
from listbuilder.model import Limit, System
from listbuilder.rules.limits import max_bound, min_bound
from listbuilder.rules.moves import format_moves

_COLUMNS = ("id", "name", "version")
TableRow: TypeAlias = tuple[str, str]
"""The heading of a row and its text."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("system", nargs="?", metavar="SYSTEM")
    parser.add_argument("--sort", choices=_COLUMNS)
    add_format_option(parser)


def run(arguments: Namespace, context: Context) -> int:
    """Print the systems, or the one that was named."""
    language = context.language
    if arguments.system is not None:
        system = context.library.system(arguments.system)
        if arguments.format == "json":
            print_json(system_record(system, language))
        else:
            print_pairs(context, f"{system.name.to(language)} {system.edition}", list(system_rows(system, language)))
        return ExitCode.SUCCESS
    rows = [
        {"id": header.id, "name": header.name.to(language), "version": header.edition, "sha256": header.sha256}
        for header in context.library.systems()
    ]
    rows = sort_rows(rows, arguments.sort)
    if arguments.format == "json":
        print_json(rows)
    else:
        print_table(context, rows, _COLUMNS)
    return ExitCode.SUCCESS


def system_rows(system: System, language: str) -> Iterator[TableRow]:
    """Yield the rows that a player needs before building a list."""

    def line(row: str, text: str) -> TableRow:
        return translate(language, f"system.row.{row}"), text

    yield line("book", system.citation.document.to(language))
    if system.suggested_points:
        sizes = ", ".join(format_number(language, points) for points in system.suggested_points)
        yield line("points", translate(language, "system.points", points=sizes))
    organisation = system.force_organisation
    key = "none" if organisation is None else "optional" if organisation.optional else "required"
    yield line("force-org", translate(language, f"system.force-org.{key}"))
    yield from _limit_lines(system, language)
    key = system.combining.single_models.value if system.combining.allowed else "no"
    yield line("combining", translate(language, f"system.combining.{key}"))
    yield line("joining", _joining_text(system, language))
    yield line("mixing", translate(language, f"system.mixing.{system.mixing.value}"))
    if system.command_group.rules:
        names = tuple(command_group_names(system, language))
        yield line("command", translate(language, "system.command", names=names, n=system.command_group.max_each))
    formation = translate(language, "system.formation.none")
    if system.formation is not None:
        rows = [(row.width, ", ".join(map(str, row.sizes))) for row in system.formation.rows]
        formation = "; ".join(translate(language, "system.formation", width=row[0], sizes=row[1]) for row in rows)
    yield line("formation", formation)
    yield line("base", translate(language, f"system.base.{system.base_shape}"))
    if system.movement is not None:
        yield line("moves", _moves_text(system, language))
    yield line("rounds", str(system.tracking.rounds))
    if system.tracking.states:
        yield line("states", ", ".join(state.name.to(language) for state in system.tracking.states))
    if system.tracking.max_spell_tokens:
        yield line("tokens", translate(language, "system.tokens", n=system.tracking.max_spell_tokens))


def limit_name(limit: Limit, language: str) -> str:
    """Return the name of a limit, as findings use it."""
    return limit.name.to(language) if limit.name is not None else translate(language, f"limit.name.{limit.id}")


def limit_text(limit: Limit, language: str) -> str:
    """Return how a limit is calculated."""
    parts = []
    if limit.per is not None:
        key = "limit.base-per" if limit.base else "limit.per"
        parts.append(translate(language, key, base=limit.base, per=limit.per))
    elif limit.base is not None:
        parts.append(translate(language, "system.most", n=limit.base))
    if limit.percent is not None:
        parts.append(translate(language, "limit.percent", percent=limit.percent))
    for key, number in (("most", limit.most), ("least", limit.least), ("least-percent", limit.least_percent)):
        if number is not None:
            parts.append(translate(language, f"system.{key}", n=number))
    return ", ".join(parts)


def limit_at_points(limit: Limit, points: int) -> int | None:
    """Return the maximum of a limit at a game size, or else its minimum."""
    bound = max_bound(limit, points) or min_bound(limit, points)
    return None if bound is None else bound.number


def command_group_names(system: System, language: str) -> list[str]:
    """Return the names of the command group's upgrades, in the order of the glossary."""
    return [rule.name.to(language) for key, rule in system.rules.items() if key in system.command_group.rules]


def _limit_lines(system: System, language: str) -> Iterator[TableRow]:
    for limit in system.force_organisation.limits.values() if system.force_organisation is not None else ():
        sizes = [(points, limit_at_points(limit, points)) for points in system.suggested_points]
        numbers = ", ".join(
            f"{format_number(language, points)}: {format_number(language, number)}"
            for points, number in sizes
            if number is not None
        )
        text = limit_text(limit, language)
        yield limit_name(limit, language), f"{text} ({numbers})" if numbers else text


def _joining_text(system: System, language: str) -> str:
    joining = system.joining
    if not joining.allowed:
        return translate(language, "system.joining.no")
    parts = [translate(language, "system.joining.any")]
    if joining.max_tough is not None and system.roles.tough is not None:
        rule = system.rule_name(system.roles.tough)
        parts = [translate(language, "system.joining.tough", rule=rule, n=joining.max_tough)]
    if joining.multi_model:
        parts.append(translate(language, "system.joining.multi"))
    if joining.heroes_per_unit is not None:
        parts.append(translate(language, "system.joining.heroes", n=joining.heroes_per_unit))
    return ", ".join(parts)


def _moves_text(system: System, language: str) -> str:
    assert system.movement is not None
    moves = system.movement.moves
    text = ", ".join(
        f"{translate(language, f'system.{name}')} {distance}{system.distance_mark}"
        for name, distance in (("advance", moves.advance), ("rush", moves.rush), ("charge", moves.charge))
    )
    if system.speed_field is None:
        return text
    usual = format_moves(moves, system.distance_mark)
    return translate(language, "system.moves.field", field=system.speed_field.name, moves=usual)


def system_record(system: System, language: str) -> dict[str, object]:
    """Return everything in the table, and the ids of the chapters of the quick reference."""
    organisation, joining, movement = system.force_organisation, system.joining, system.movement
    return {
        "id": system.id,
        "name": system.name.to(language),
        "version": system.edition,
        "sha256": system.sha256,
        "document": system.citation.document.to(language),
        "points": list(system.suggested_points),
        "force_organisation": None
        if organisation is None
        else {
            "optional": organisation.optional,
            "limits": [
                {
                    "id": limit.id,
                    "name": limit_name(limit, language),
                    "counts": limit.measure.value,
                    "text": limit_text(limit, language),
                    "at": {str(points): limit_at_points(limit, points) for points in system.suggested_points},
                }
                for limit in organisation.limits.values()
            ],
        },
        "combining": {"allowed": system.combining.allowed, "single_models": system.combining.single_models.value},
        "joining": {
            "allowed": joining.allowed,
            "max_tough": joining.max_tough,
            "multi_model": joining.multi_model,
            "heroes_per_unit": joining.heroes_per_unit,
        },
        "mixing": system.mixing.value,
        "command_group": {"rules": command_group_names(system, language), "each": system.command_group.max_each},
        "formation": None
        if system.formation is None
        else [{"width": row.width, "sizes": list(row.sizes)} for row in system.formation.rows],
        "base": system.base_shape,
        "moves": None
        if movement is None
        else {
            "advance": movement.moves.advance,
            "rush": movement.moves.rush,
            "charge": movement.moves.charge,
            "field": movement.speed_field,
            "measure": system.distance_mark,
        },
        "rounds": system.tracking.rounds,
        "states": [state.name.to(language) for state in system.tracking.states],
        "spell_tokens": system.tracking.max_spell_tokens,
        "chapters": list(system.reference),
    }
