"""Short texts and marks that several screens share."""

from __future__ import annotations

from listbuilder.diagnostics import Severity, Verdict
from listbuilder.i18n import format_number, translate
from listbuilder.model import FactionId, Item, Option, RosterEntry, RuleRef, Stack, by_kind
from listbuilder.rules.history import Step
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
"""The mark of each verdict."""
EMPTY = Part("·", "dim")
"""The mark of a list without units."""
NO_MARK = Part(" ")
STAR = "★"


def verdict_parts(verdict: Verdict, language: str, *, empty: bool = False) -> tuple[Part, Part]:
    """Return the mark and the word of a verdict; a list without units is shown as empty."""
    if empty:
        return EMPTY, Part(translate(language, "verdict.empty"), EMPTY.role)
    verdict_mark = VERDICTS[verdict]
    return verdict_mark, Part(translate(language, f"verdict.{verdict.value}"), verdict_mark.role)


def title_of(entry: RosterEntry, language: str) -> str:
    """Return the player's name for an entry, or the name of the unit."""
    return plain_line(entry.entry.name or entry.unit.name.to(language))


def told_apart(entry: RosterEntry, language: str) -> str:
    """Return the title of an entry, with its number if several entries have the same title."""
    title = title_of(entry, language)
    return translate(language, "unit.number", unit=title, number=entry.number) if entry.number else title


def step_name(step: Step, language: str, limit: int = 120) -> str:
    """Return the name of a step of the history."""
    return plain_line(translate(language, step.label, subject=step.subject), limit)


def price(points: int, language: str) -> str:
    """Format the points that something adds."""
    if points > 0:
        return f"+{format_number(language, points)}"
    return f"-{format_number(language, -points)}" if points < 0 else translate(language, "tui.free")


def full_option(lexicon: Lexicon, faction: FactionId, option: Option) -> str:
    """Return an option with the profiles of everything it gives."""
    if option.label is not None:
        return plain_line(option.label.to(lexicon.language))
    return ", ".join(stack_text(lexicon, faction, stack) for stack in option.gains)


def gained_rules(option: Option) -> tuple[RuleRef, ...]:
    """Return every special rule that an option gives, on units, items and weapons."""
    return tuple(dict.fromkeys(rule for stack in option.gains for rule in stack.thing.every_rule))


def rule_text(lexicon: Lexicon, faction: FactionId, rule: RuleRef, rating: int | str | None) -> str:
    """Return a special rule and its short text in one line; `rating` is the bearer's rating."""
    known = lexicon.find(faction, rule.id)
    text = (
        known.explain(lexicon.language, rating) if known is not None else translate(lexicon.language, "sheet.no-text")
    )
    return f"{lexicon.label(faction, rule).text}: {plain_line(text, 600)}"


def stack_text(lexicon: Lexicon, faction: FactionId, stack: Stack) -> str:
    """Return the count, name and profile of equipment."""
    text = by_kind(
        stack.thing,
        rule=lambda rule: lexicon.label(faction, rule).text,
        weapon=lambda weapon: lexicon.profile(faction, weapon),
        item=lambda item: _item_text(lexicon, faction, item),
    )
    return counted(stack.count, text)


def _item_text(lexicon: Lexicon, faction: FactionId, item: Item) -> str:
    contents = [label.text for label in lexicon.labels(faction, item.rules)]
    contents += [counted(armed.count, lexicon.profile(faction, armed.thing)) for armed in item.weapons]
    name = lexicon.term(faction, item.name)
    return f"{name} ({', '.join(contents)})" if contents else name
