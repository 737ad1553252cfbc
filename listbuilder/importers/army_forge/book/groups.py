"""Where a unit is filed (heroes, core, cavalry …): a table of facts, first row that fits."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from listbuilder.model import BaseSize, RuleRef, target_key

_TABLE = Path(__file__).with_name("groups.json")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the table asks about a unit."""

    size: int
    quality: int
    tough: int
    rules: frozenset[str]
    words: frozenset[str]
    bases: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Criteria:
    group: str
    rules: frozenset[str]
    words: frozenset[str]
    not_words: frozenset[str]
    bases: frozenset[str]
    ranges: tuple[tuple[str, int, int], ...]

    def fits(self, facts: Facts) -> bool:
        """Tell whether every condition of the row holds; one that is not there always does."""
        return (
            (not self.rules or bool(self.rules & facts.rules))
            and (not self.words or bool(self.words & facts.words))
            and not self.not_words & facts.words
            and (not self.bases or bool(self.bases & facts.bases))
            and all(least <= getattr(facts, name) <= most for name, least, most in self.ranges)
        )


def find_group(facts: Facts, groups: Collection[str]) -> str | None:
    """Give the group of a unit among those that its system has."""
    return next((row.group for row in _rows() if row.group in groups and row.fits(facts)), None)


def build_facts(
    *, size: int, quality: int, rules: Iterable[RuleRef], tough: str | None, title: str, base: BaseSize | None
) -> Facts:
    """Collect what the table asks; `tough` is the rule that counts wounds, `title` what the book calls such units."""
    listed = tuple(rules)
    ratings = (rule.rating for rule in listed if rule.id == tough)
    return Facts(
        size=size,
        quality=quality,
        tough=max((rating for rating in ratings if isinstance(rating, int)), default=1),
        rules=frozenset(rule.id for rule in listed),
        words=_stems(_WORD.findall(title)),
        bases=frozenset(size for size in (base.round, base.square) if size) if base else frozenset(),
    )


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(target_key(word) for word in words)


@cache
def _rows() -> tuple[_Criteria, ...]:
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    return tuple(
        _Criteria(
            group=row["group"],
            rules=frozenset(row.get("rules", ())),
            words=_stems(row.get("words", ())),
            not_words=_stems(row.get("not_words", ())),
            bases=frozenset(row.get("bases", ())),
            ranges=tuple((name, *row[name]) for name in ("size", "quality", "tough") if name in row),
        )
        for row in table["rows"]
    )
