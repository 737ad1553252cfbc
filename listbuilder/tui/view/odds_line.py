"""The odds of a unit in one line, and what an upgrade would make of them."""

from __future__ import annotations

from listbuilder.i18n import translate
from listbuilder.odds.benchmark_targets import Glance
from listbuilder.sheet.units import glance_target, number
from listbuilder.tui.view.row import Part, Row, row

_DIGITS = 1


def against(language: str) -> str:
    """Name the plain target: `against 10×D4+`."""
    return translate(language, "tui.odds.against", target=glance_target(language))


def odds_row(known: tuple[Glance, ...] | None, language: str) -> Row:
    """Say what a unit does to the plain target; while that is being worked out, that there will be something."""
    said = "…" if known is None else " · ".join(_wounds(one, language) for one in known)
    left = (Part("  "), Part(f"{against(language)}  ", "dim"), Part(said or "–"))
    return row("odds", left, pickable=False, wrap=True, hang=4)


def _wounds(one: Glance, language: str) -> str:
    mode = translate(language, f"tui.odds.mode.{one.mode.value}")
    return f"{mode} {one.odds.sign}{number(language, one.wounds, _DIGITS)}"


def gain_row(before: tuple[Glance, ...] | None, after: tuple[Glance, ...] | None, language: str) -> Row | None:
    """Say what an upgrade would buy: `charging 3.3 → 4.1 (+0.8)`; None where it changes nothing or nobody knows yet."""
    if before is None or after is None:
        return None
    old, new = ({one.mode: one for one in glances} for glances in (before, after))
    parts: list[Part] = []
    for mode in dict.fromkeys((*old, *new)):
        # as they are shown: who takes one from the other finds the change that stands beside them
        was, will = (round(found[mode].wounds, _DIGITS) if mode in found else 0.0 for found in (old, new))
        if was == will:
            continue
        sign = (new.get(mode) or old[mode]).odds.sign
        name = translate(language, f"tui.odds.mode.{mode.value}")
        steps = f"{sign}{number(language, was, _DIGITS)} → {sign}{number(language, will, _DIGITS)}"
        change = ("+" if will > was else "-") + number(language, abs(will - was), _DIGITS)
        parts += [Part(f"  {name} {steps} "), Part(f"({change})", "good" if will > was else "warn")]
    if not parts:
        return None
    return row("gain", (Part(against(language), "dim"), *parts), pickable=False, wrap=True, hang=2)
