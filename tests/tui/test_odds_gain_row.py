"""The gain of an upgrade in one line: the rounded numbers add up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.odds.situation import AttackMode
from listbuilder.tui.odds.odds_rows import odds_change_row


def glance(wounds: float) -> Any:
    return SimpleNamespace(mode=AttackMode.CHARGE, wounds=wounds, odds=SimpleNamespace(sign=""))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(5.06, 4.64, "5.1 → 4.6 (-0.5)"), (1.0, 2.3, "1.0 → 2.3 (+1.3)"), (0.26, 0.24, "0.3 → 0.2 (-0.1)")],
)
def test_shown_difference_matches_rounded_numbers(before: float, after: float, expected: str) -> None:
    row = odds_change_row((glance(before),), (glance(after),), "en")
    assert row is not None
    assert expected in "".join(part.text for part in row.left)


def test_difference_below_one_digit_is_hidden() -> None:
    assert odds_change_row((glance(1.01),), (glance(1.04),), "en") is None
    assert odds_change_row(None, (glance(1.0),), "en") is None


def test_gained_or_lost_attack_mode_is_shown() -> None:
    def shooting_odds(sign: str, wounds: float = 2.0) -> Any:
        return SimpleNamespace(mode=AttackMode.SHOOT, wounds=wounds, odds=SimpleNamespace(sign=sign))

    come = odds_change_row((), (shooting_odds("≥"),), "en")
    assert come is not None
    assert "≥0.0 → ≥2.0 " in come.text
    assert [part.role for part in come.left][-1] == "good"
    gone = odds_change_row((shooting_odds("≈"),), (), "en")
    assert gone is not None
    assert "≈2.0 → ≈0.0 " in gone.text
    assert [part.role for part in gone.left][-1] == "warn"
    assert (gone.selectable, gone.wrap, gone.hang) == (False, True, 2)
    changed = odds_change_row((shooting_odds("≈"),), (shooting_odds("≥", 3.0),), "en")
    assert changed is not None
    assert "≥2.0 → ≥3.0 (+1.0)" in changed.text
