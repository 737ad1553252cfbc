"""A game as plain values, for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from listbuilder.cli.system_table import command_names, limit_at, limit_name, limit_text
from listbuilder.model import Limit, System


def system_record(system: System, language: str) -> dict[str, Any]:
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
        "joining": asdict(system.joining),
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


def _limit(limit: Limit, system: System, language: str) -> dict[str, Any]:
    return {
        "id": limit.id,
        "name": limit_name(limit, language),
        "counts": limit.counts.value,
        "text": limit_text(limit, language),
        "at": {str(points): limit_at(limit, points) for points in system.suggested_points},
    }


def _moves(system: System) -> dict[str, Any] | None:
    if system.pace is None:
        return None
    return {**asdict(system.pace.moves), "field": system.pace.field, "measure": system.measure}
