"""Odds in words: what a result assumes and leaves out, its steps, numbers as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from listbuilder.i18n import translate
from listbuilder.odds.active_effects import Caveat
from listbuilder.odds.breakdown import OddsStep, Unfolded
from listbuilder.odds.combatant import Party
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.sheet.units import number
from listbuilder.textutil.sanitize import plain_line

_NOISE = 1e-12
"""What comes of adding many chances up, and is none."""
_TINY = 0.001
"""Less than a bar can show."""


def percent(language: str, chance: float) -> str:
    """Write a chance in percent; what is possible is never shown as none at all, nor as certain."""
    shown = chance * 100 if chance > _NOISE else 0.0
    if 0 < shown < 0.1:  # noqa: PLR2004 - less than the last digit
        return f"<{number(language, 0.1, 1)}%"
    if 99.9 < shown < 100:  # noqa: PLR2004 - the same at the other end
        return f">{number(language, 99.9, 1)}%"
    return f"{number(language, shown, 1)}%"


@dataclass(frozen=True, slots=True)
class Names:
    """What rules and weapons of those who fight are called in a language."""

    language: str
    parties: tuple[Party, ...]

    def of(self, label: str) -> str:
        """Name a rule or a weapon; as it is, where nobody knows another name."""
        names = (plain_line(party.called(label, self.language)) for party in self.parties)
        return next((name for name in names if name != label), plain_line(label))


def left_out(notes: Iterable[Caveat], names: Names) -> tuple[str, ...]:
    """Name what a result leaves out."""
    return tuple(sorted({_label(note, names) for note in notes if note.lean is not None}))


def _label(note: Caveat, names: Names) -> str:
    return names.of(note.label) if note.text is None else plain_line(note.text.to(names.language))


def assumptions(notes: Iterable[Caveat], odds: Odds | None, names: Names) -> list[str]:
    """Say what a result assumes: how things stand, choices that were made, what is used up, markers."""
    language = names.language
    by_word: dict[str, set[str]] = {}
    for note in notes:
        if note.word:
            by_word.setdefault(note.word, set()).add(_label(note, names))
    found = [
        translate(language, f"odds.assumes.{word}", rules=tuple(sorted(labels)))
        for word, labels in sorted(by_word.items())
    ]
    if odds is None:
        return found
    found += [
        translate(language, "odds.assumes.choice", rule=names.of(taken.rule), way=_way(taken, language))
        for taken in odds.chosen
    ]
    if any(volley.picks for volley in odds.volleys):
        found.append(translate(language, "odds.assumes.picks"))
    return found


def _way(taken: ChosenWay, language: str) -> str:
    """Say what was chosen: by what it does where that has words, else by its place among the ways."""
    known = [verb for verb, _ in taken.verbs if verb in _CHOSEN]
    if len(known) < len(taken.verbs) or not known:
        return translate(language, "odds.way", place=taken.place + 1)
    return ", ".join(translate(language, f"odds.way.{verb}", number=f"{amount:+}") for verb, amount in taken.verbs)


_CHOSEN = frozenset({"hit", "ap", "defense"})
_PERCENTAGES = frozenset({"chance", "through"})


def unfolded_title(unfolded: Unfolded, names: Names) -> str:
    """Head the steps of a volley: by its weapon, and by its chance where a die decides about it."""
    title = translate(names.language, "odds.steps", name=names.of(unfolded.name))
    if unfolded.chance == 1:
        return title
    return f"{title} ({translate(names.language, 'odds.steps-if', chance=percent(names.language, unfolded.chance))})"


def step_line(step: OddsStep, language: str) -> str:
    """Say one step of an attack."""
    values = {name: _said(name, value, language) for name, value in step.values.items()}
    return translate(language, f"odds.step.{step.key}", **values)


def _said(name: str, value: object, language: str) -> object:
    if not isinstance(value, float):
        return value
    return percent(language, value) if name in _PERCENTAGES else number(language, value)


def bars(chances: Iterable[float], language: str, width: int, *, symbols: bool, first: int = 0) -> Iterator[str]:
    """Draw a small bar for each number that can happen; what hardly ever does is put together at the end.

    The longest bar is the likeliest number; in a curve, which begins with `first`, it would be what is certain.
    """
    rows = list(chances)
    last = max((place for place, chance in enumerate(rows) if chance >= _TINY), default=0)
    longest = 1.0 if first else max(rows) or 1.0
    for place, chance in enumerate(rows[: last + 1]):
        length = round(chance / longest * width)
        yield f"{place + first:>4}  {percent(language, chance):>8}  {('█' if symbols else '#') * length}".rstrip()
    rest = max(rows[last + 1 :], default=0.0) if first else sum(rows[last + 1 :])
    if rest > _NOISE:
        yield f"{last + 1 + first:>3}+  {percent(language, rest):>8}"
