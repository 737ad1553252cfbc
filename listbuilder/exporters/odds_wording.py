"""Results of attacks as sentences and numbers: assumptions, omitted rules, single steps, percentages and bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from listbuilder.i18n import translate
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.breakdown import BreakdownStep, VolleyBreakdown
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.result import Odds
from listbuilder.sheet.unit_blocks import format_decimal
from listbuilder.textutil.sanitize import sanitize_line

_NOISE = 1e-12
"""The rounding error of adding up many chances."""
_TINY = 0.001
"""Less than a bar can show."""


def format_percent(language: str, chance: float) -> str:
    """Return a chance in percent; a possible result is never shown as 0% and an uncertain one never as 100%."""
    value = chance * 100 if chance > _NOISE else 0.0
    if 0 < value < 0.1:  # noqa: PLR2004 - less than the last digit shows
        return f"<{format_decimal(language, 0.1, 1)}%"
    if 99.9 < value < 100:  # noqa: PLR2004 - the same at the other end
        return f">{format_decimal(language, 99.9, 1)}%"
    return f"{format_decimal(language, value, 1)}%"


@dataclass(frozen=True, slots=True)
class CombatantNames:
    """The names of the combatants' rules and weapons in one language."""

    language: str
    combatants: tuple[Combatant, ...]

    def translate(self, label: str) -> str:
        """Return the translated name of a rule or weapon, or the name itself if there is no translation."""
        names = (sanitize_line(party.display_name(label, self.language)) for party in self.combatants)
        return next((name for name in names if name != label), sanitize_line(label))


def omitted_rules(notes: Iterable[Caveat], names: CombatantNames) -> tuple[str, ...]:
    """Return the names of the rules that a result does not take into account."""
    return tuple(sorted({_caveat_label(note, names) for note in notes if note.bias is not None}))


def _caveat_label(note: Caveat, names: CombatantNames) -> str:
    return names.translate(note.label) if note.text is None else sanitize_line(note.text.to(names.language))


def describe_assumptions(notes: Iterable[Caveat], odds: Odds | None, names: CombatantNames) -> list[str]:
    """Return what a result assumes: the situation, choices, used rules and markers."""
    language = names.language
    labels_by_assumption: dict[str, set[str]] = {}
    for note in notes:
        if note.assumption:
            labels_by_assumption.setdefault(note.assumption, set()).add(_caveat_label(note, names))
    sentences = [
        translate(language, f"odds.assumes.{word}", rules=tuple(sorted(labels)))
        for word, labels in sorted(labels_by_assumption.items())
    ]
    if odds is None:
        return sentences
    for choice in odds.chosen:
        # its effects if all of them have words, else its number
        way = translate(language, "odds.way", place=choice.index + 1)
        if choice.verbs and all(verb in _WORDED_EFFECTS for verb, _ in choice.verbs):
            effects = (translate(language, f"odds.way.{verb}", number=f"{amount:+}") for verb, amount in choice.verbs)
            way = ", ".join(effects)
        sentences.append(translate(language, "odds.assumes.choice", rule=names.translate(choice.rule), way=way))
    if any(volley.picks_model for volley in odds.volleys):
        sentences.append(translate(language, "odds.assumes.picks"))
    return sentences


_WORDED_EFFECTS = frozenset({"hit", "ap", "defense"})
_PERCENTAGES = frozenset({"chance", "through"})


def format_breakdown_title(unfolded: VolleyBreakdown, names: CombatantNames) -> str:
    """Return the heading of a volley's steps: its weapon, and its chance if a die decides about it."""
    title = translate(names.language, "odds.steps", name=names.translate(unfolded.name))
    if unfolded.chance == 1:
        return title
    chance = format_percent(names.language, unfolded.chance)
    return f"{title} ({translate(names.language, 'odds.steps-if', chance=chance)})"


def format_step(step: BreakdownStep, language: str) -> str:
    """Return one step of an attack as a sentence."""
    values = dict(step.values)
    for name, value in step.values.items():
        if isinstance(value, float):
            is_percentage = name in _PERCENTAGES
            values[name] = format_percent(language, value) if is_percentage else format_decimal(language, value)
    return translate(language, f"odds.step.{step.key}", **values)


def format_bars(chances: Iterable[float], language: str, width: int, *, symbols: bool, first: int = 0) -> Iterator[str]:
    """Yield a line with a bar for each possible result; very unlikely results share the last line.

    The longest bar is the most likely result. In a curve, which starts at `first`, it stands for 100%.
    """
    rows = list(chances)
    last = max((index for index, chance in enumerate(rows) if chance >= _TINY), default=0)
    longest = 1.0 if first else max(rows) or 1.0
    for index, chance in enumerate(rows[: last + 1]):
        bar = ("█" if symbols else "#") * round(chance / longest * width)
        yield f"{index + first:>4}  {format_percent(language, chance):>8}  {bar}".rstrip()
    rest = max(rows[last + 1 :], default=0.0) if first else sum(rows[last + 1 :])
    if rest > _NOISE:
        yield f"{last + 1 + first:>3}+  {format_percent(language, rest):>8}"
