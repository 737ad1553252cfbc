"""What becomes of the counts that limits are on, from one state of a list to the next, and in a few words.

[shift.to("en") for shift in shifts(before.standings, after.standings)]      # ["3 of 4 heroes", "12 % of 35 %"]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from listbuilder.i18n import format_number, translate
from listbuilder.model import Measure
from listbuilder.rules.limits import Derivation, Standing


@dataclass(frozen=True, slots=True)
class CountShift:
    """What becomes of one count: there was none before the first of its kind, and is none after the last."""

    before: Standing | None
    after: Standing | None

    @property
    def last(self) -> bool:
        """Whether it uses up what the limit allows."""
        return self.after is not None and self.after.full and not (self.before is not None and self.before.full)

    @property
    def broken(self) -> bool:
        """Whether the limit is not kept then."""
        return self.after is not None and not self.after.kept

    @property
    def of_the_army(self) -> bool:
        """Whether it counts in the army, or copies of a unit, and not something in one unit."""
        now = self.after
        return now is not None and (now.tally.about is None or now.limit.counts is Measure.COPIES)

    def to(self, language: str) -> str:
        """Say it in a few words: `3 of 4 heroes`, `uses your last copy`; empty where nothing is counted any more."""
        now = self.after
        if now is None:
            return ""
        if self.last and now.limit.counts is Measure.COPIES and not self.broken:
            return translate(language, "ghost.last-copy")
        return word_standing(now, language)


def word_standing(standing: Standing, language: str) -> str:
    """Write what was counted and how much of it is allowed: `3 of 4 heroes`, `12 % of 35 %`."""
    bound = standing.most or standing.least
    if bound is None:
        return translate(language, f"counted.{standing.limit.counts.value}", n=standing.number)
    if bound.way is Derivation.PERCENT and standing.points:
        # rounded up: what is over the limit must not read as on it
        share = -(-100 * standing.number // standing.points)
        return translate(language, "ghost.percent", n=share, most=bound.percent)
    number = format_number(language, standing.number)
    what = translate(language, f"counted.{standing.limit.counts.value}", n=bound.number)
    return translate(language, "ghost.of" if standing.most is not None else "ghost.at-least", n=number, most=what)


def shifts(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[CountShift]:
    """Give the counts that change, those that are then left first."""
    old = {standing.subject: standing for standing in before}
    new = {standing.subject: standing for standing in after}
    for subject in dict.fromkeys((*new, *old)):
        shift = CountShift(old.get(subject), new.get(subject))
        if not _is_idle(shift.before, shift.after):
            yield shift


def _is_idle(before: Standing | None, after: Standing | None) -> bool:
    """Tell whether neither the number nor what is allowed changes."""
    if before is None or after is None:
        return False
    return (before.number, before.most, before.least) == (after.number, after.most, after.least)
