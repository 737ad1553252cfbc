"""Small wordings that several screens share."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Severity, Verdict
from listbuilder.diagnostics.messages import describe
from listbuilder.i18n import format_number, translate
from listbuilder.model import FactionId, Item, Option, RosterEntry, RuleRef, Stack, by_kind
from listbuilder.rules.history import Step
from listbuilder.rules.labels import section_label
from listbuilder.sheet.glossary import Lexicon
from listbuilder.textutil.sanitize import counted, plain_line
from listbuilder.tui.widgets.row import Part

MARKS = {
    Severity.ERROR: Part("!", "bad"),
    Severity.UNCHECKED: Part("~", "warn"),
    Severity.WARNING: Part("?", "warn"),
    Severity.NOTE: Part("·", "dim"),
}
VERDICTS = {
    Verdict.LEGAL: Part("✔", "good"),
    Verdict.ILLEGAL: Part("✗", "bad"),
    Verdict.UNCHECKED: Part("~", "warn"),
    Verdict.UNREADABLE: Part("!", "bad"),
}
"""The mark of each verdict, in its colour."""
EMPTY = Part("·", "dim")
"""The mark of a list that has only been begun."""
NO_MARK = Part(" ")
STAR = "★"
__all__ = [
    "MARKS",
    "NO_MARK",
    "STAR",
    "full_option",
    "price",
    "reason",
    "section_label",
    "step_name",
    "title_of",
    "told_apart",
    "verdict_parts",
]


def verdict_parts(verdict: Verdict, language: str, *, empty: bool = False) -> tuple[Part, Part]:
    """Give a verdict's mark and word; of a list without units only that it is empty, since somebody has just begun."""
    if empty:
        return EMPTY, Part(translate(language, "verdict.empty"), EMPTY.role)
    mark = VERDICTS[verdict]
    return mark, Part(translate(language, f"verdict.{verdict.value}"), mark.role)


def title_of(worked: RosterEntry, language: str) -> str:
    """Give the player's own name for an entry, or the unit's in the language."""
    return plain_line(worked.entry.name or worked.unit.name.to(language))


def told_apart(worked: RosterEntry, language: str) -> str:
    """Name an entry where another may be called the same: the second of three is no. 2, as findings say it."""
    title = title_of(worked, language)
    return translate(language, "unit.number", unit=title, number=worked.number) if worked.number else title


def step_name(step: Step, language: str, limit: int = 120) -> str:
    """Name a step of the history."""
    return plain_line(translate(language, step.label, subject=step.subject), limit)


def price(points: int, language: str) -> str:
    """Write what something adds to the points."""
    if points > 0:
        return f"+{format_number(language, points)}"
    return f"-{format_number(language, -points)}" if points < 0 else translate(language, "tui.free")


def reason(diagnostic: Diagnostic | None, language: str) -> str:
    """Say in one line why something cannot be done; empty where it can."""
    return plain_line(describe(diagnostic, language), 400) if diagnostic is not None else ""


def full_option(lexicon: Lexicon, faction: FactionId, option: Option) -> str:
    """Write an option with the profiles of all it brings, in the reader's language."""
    if option.label is not None:
        return plain_line(option.label.to(lexicon.language))
    return ", ".join(stack_text(lexicon, faction, stack) for stack in option.gains)


def gained_rules(option: Option) -> tuple[RuleRef, ...]:
    """Give every rule that an option brings, on units, items and weapons."""
    return tuple(dict.fromkeys(rule for stack in option.gains for rule in stack.thing.every_rule))


def rule_text(lexicon: Lexicon, faction: FactionId, rule: RuleRef, rating: int | str | None) -> str:
    """Explain a rule in one line: its name as it comes, and what it does with the rating that its bearer then has."""
    known = lexicon.find(faction, rule.id)
    text = (
        known.explain(lexicon.language, rating) if known is not None else translate(lexicon.language, "sheet.no-text")
    )
    return f"{lexicon.label(faction, rule).text}: {plain_line(text, 600)}"


def stack_text(lexicon: Lexicon, faction: FactionId, stack: Stack) -> str:
    """Write so many of a thing, with its profile."""
    text = by_kind(
        stack.thing,
        rule=lambda rule: lexicon.label(faction, rule).text,
        weapon=lambda weapon: lexicon.profile(faction, weapon),
        item=lambda item: _item_text(lexicon, faction, item),
    )
    return counted(stack.count, text)


def _item_text(lexicon: Lexicon, faction: FactionId, item: Item) -> str:
    inside = [label.text for label in lexicon.labels(faction, item.rules)]
    inside += [counted(armed.count, lexicon.profile(faction, armed.thing)) for armed in item.weapons]
    name = lexicon.term(faction, item.name)
    return f"{name} ({', '.join(inside)})" if inside else name
