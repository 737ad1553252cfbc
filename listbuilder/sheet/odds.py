"""What a unit may expect to do, in words for paper, and numbers as the reader writes them."""

from __future__ import annotations

from listbuilder.i18n import translate
from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.benchmark_targets import GLANCE_DEFENSE, GLANCE_MODELS, Glance, glance
from listbuilder.odds.roster_combatants import listed_party
from listbuilder.textutil.sanitize import TIMES

_DOT = " \N{MIDDLE DOT} "
_DIGITS = 1


def number(language: str, value: float, digits: int = 2) -> str:
    """Write a number with the language's own point."""
    return f"{value:.{digits}f}".replace(".", translate(language, "number.point"))


def defense_label(defense: int, language: str) -> str:
    """Write a Defense as sheets head it: `D4+`."""
    return f"{translate(language, 'sheet.short.defense')}{defense}+"


def tough_label(tough: int, language: str) -> str:
    """Write a Tough as sheets head it: `T3`."""
    return f"{translate(language, 'sheet.short.tough')}{tough}"


def glance_target(language: str) -> str:
    """Write the plain target: `10×D4+`."""
    return f"{GLANCE_MODELS}{TIMES}{defense_label(GLANCE_DEFENSE, language)}"


def build_odds(entry: RosterEntry, roster: Roster, language: str) -> str:
    """Say what a unit, with the heroes in it, may expect to do to the plain target; a hero in a unit has no line."""
    if entry.id in roster.joined_ids:
        return ""
    found = glance(listed_party(entry, roster, language), roster.system)
    if not found:
        return ""
    key = "sheet.odds-together" if roster.joined.get(entry.id) else "sheet.odds"
    said = _DOT.join(_expected(one, language) for one in found)
    return translate(language, key, target=glance_target(language), said=said)


def _expected(one: Glance, language: str) -> str:
    sign = one.odds.sign
    values = {"hits": number(language, one.hits, _DIGITS), "wounds": number(language, one.wounds, _DIGITS)}
    return translate(language, f"sheet.odds.{one.mode.value}", **{name: sign + text for name, text in values.items()})
