"""A game as plain values, for programs."""

from __future__ import annotations

from typing import TypedDict

from listbuilder.cli.system_table import command_names, limit_at, limit_name, limit_text
from listbuilder.model import Joining, Limit, System


class LimitRecord(TypedDict):
    """One limit of force organisation."""

    id: str
    name: str
    counts: str
    text: str
    at: dict[str, int | None]
    """What it comes to at the usual sizes of game."""


class OrganisationRecord(TypedDict):
    """Force organisation."""

    optional: bool
    limits: list[LimitRecord]


class CombiningRecord(TypedDict):
    """What may be combined."""

    allowed: bool
    single_models: str


class JoiningRecord(TypedDict):
    """Which heroes may join which units."""

    allowed: bool
    max_tough: int | None
    multi_model: bool
    heroes_per_unit: int | None


class CommandRecord(TypedDict):
    """The command group."""

    rules: list[str]
    each: int


class RowRecord(TypedDict):
    """One row of a formation."""

    width: int
    sizes: list[int]


class MovesRecord(TypedDict):
    """How far units move."""

    advance: int
    rush: int
    charge: int
    field: str | None
    """The unit's own number that takes the place of the Advance."""
    measure: str


class SystemRecord(TypedDict):
    """A game."""

    id: str
    name: str
    version: str
    sha256: str
    document: str
    points: list[int]
    force_organisation: OrganisationRecord | None
    combining: CombiningRecord
    joining: JoiningRecord
    mixing: str
    command_group: CommandRecord
    formation: list[RowRecord] | None
    base: str
    moves: MovesRecord | None
    rounds: int
    states: list[str]
    spell_tokens: int
    chapters: list[str]


def system_record(system: System, language: str) -> SystemRecord:
    """Give everything that the table says, and the ids of the chapters of the quick reference."""
    tracking, organisation = system.tracking, system.force_organisation
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
            "limits": [_limit(limit, system, language) for limit in organisation.limits.values()],
        },
        "combining": {
            "allowed": system.combining.allowed,
            "single_models": system.combining.single_models.value,
        },
        "joining": _joining(system.joining),
        "mixing": system.mixing.value,
        "command_group": {"rules": command_names(system, language), "each": system.command_group.each},
        "formation": None
        if system.formation is None
        else [{"width": row.width, "sizes": list(row.sizes)} for row in system.formation.rows],
        "base": system.base,
        "moves": _moves(system),
        "rounds": tracking.rounds,
        "states": [state.name.to(language) for state in tracking.states],
        "spell_tokens": tracking.spell_tokens,
        "chapters": list(system.reference),
    }


def _joining(joining: Joining) -> JoiningRecord:
    return {
        "allowed": joining.allowed,
        "max_tough": joining.max_tough,
        "multi_model": joining.multi_model,
        "heroes_per_unit": joining.heroes_per_unit,
    }


def _limit(limit: Limit, system: System, language: str) -> LimitRecord:
    return {
        "id": limit.id,
        "name": limit_name(limit, language),
        "counts": limit.counts.value,
        "text": limit_text(limit, language),
        "at": {str(points): limit_at(limit, points) for points in system.suggested_points},
    }


def _moves(system: System) -> MovesRecord | None:
    if system.pace is None:
        return None
    moves = system.pace.moves
    return {
        "advance": moves.advance,
        "rush": moves.rush,
        "charge": moves.charge,
        "field": system.pace.field,
        "measure": system.measure,
    }
