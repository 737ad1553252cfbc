"""Labels that several screens share: verdicts, titles, steps, prices, options and rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.model import EquipmentCount, FactionId, Item, Option, OptionId, Rule, RuleId, RuleRef, Text, Weapon
from listbuilder.model.notation import parse_equipment_count, parse_rule
from listbuilder.rules.edits import HistoryStep
from listbuilder.sheet.rules_glossary import RuleLabeller
from listbuilder.tui.labels import (
    entry_title,
    format_equipment,
    format_option,
    format_price,
    format_rule,
    option_rules,
    step_name,
    verdict_parts,
)
from listbuilder.tui.widgets.row import Part
from tests.sentences import sentence
from tests.tui.view_helpers import LIBRARY, SYSTEM, open_sample

BOOK = FactionId("fen-folk")


def lexicon(language: str, *rules: Rule) -> RuleLabeller:
    """Return the labels of the game with additional rules."""
    system = LIBRARY.system(SYSTEM)
    return RuleLabeller(replace(system, rules={**system.rules, **{rule.id: rule for rule in rules}}), {}, language)


@pytest.mark.parametrize(
    ("verdict", "mark", "name"),
    [
        (Verdict.LEGAL, Part("✔", "good"), "legal"),
        (Verdict.ILLEGAL, Part("✗", "bad"), "illegal"),
        (Verdict.UNCHECKED, Part("~", "warn"), "unchecked"),
        (Verdict.UNREADABLE, Part("!", "bad"), "unreadable"),
    ],
)
def test_verdict_is_mark_and_word_in_one_colour(verdict: Verdict, mark: Part, name: str) -> None:
    for language in ("en", "de"):
        assert verdict_parts(verdict, language) == (mark, Part(sentence(f"verdict.{name}", language), mark.role))
    empty = sentence("verdict.empty", "de")
    assert verdict_parts(verdict, "de", empty=True) == (Part("·", "dim"), Part(empty, "dim"))


@pytest.mark.parametrize(
    ("points", "english", "german"),
    [
        (0, sentence("tui.free"), sentence("tui.free", "de")),
        (1, "+1", "+1"),
        (-1, "-1", "-1"),
        (1500, "+1,500", "+1.500"),
        (-1500, "-1,500", "-1.500"),
    ],
)
def test_price_has_a_sign_unless_free(points: int, english: str, german: str) -> None:
    assert (format_price(points, "en"), format_price(points, "de")) == (english, german)


def test_entry_uses_own_name_or_unit_name() -> None:
    entry = open_sample().roster.entries[0]
    assert entry_title(entry, "en") == "Vale Regiment"
    plain = replace(entry, entry=replace(entry.entry, name=None), unit=replace(entry.unit, name=LADS))
    assert (entry_title(plain, "en"), entry_title(plain, "de")) == ("[red]Lads", "Burschen")


LADS = Text("[red]Lads", (("de", "Burschen"),))


def test_step_names_its_subject_and_is_cut() -> None:
    step = HistoryStep("edit.fix", "x" * 200, open_sample().army)
    assert len(step_name(step, "en")) == 120
    assert len(step_name(step, "en", 26)) == 26
    assert step_name(replace(step, subject="[red]x"), "en").endswith("[red]x")


@pytest.mark.parametrize(
    ("written", "english", "german"),
    [
        ("Tough(3)", "Tough(3)", "Zäh(3)"),
        ('2x Bow (18", A1)', '2× Bow (18", A1)', '2× Bow (18", A1)'),
        ("Axe (A2, Rending)", "Axe (A2, Rending)", "Axe (A2, Verheerend)"),
        ("Horse (Fast, Tough(3))", "Horse (Fast, Tough(3))", "Horse (Schnell, Zäh(3))"),
        ("Wolf (Fast, 2x Fangs (A1))", "Wolf (Fast, 2× Fangs (A1))", "Wolf (Schnell, 2× Fangs (A1))"),
    ],
)
def test_equipment_is_written_with_profile(written: str, english: str, german: str) -> None:
    stack = parse_equipment_count(written)
    assert format_equipment(lexicon("en"), BOOK, stack) == english
    assert format_equipment(lexicon("de"), BOOK, stack) == german


def test_empty_item_has_no_brackets() -> None:
    assert format_equipment(lexicon("en"), BOOK, EquipmentCount(2, Item("[red]Lute"))) == "2× [red]Lute"


def test_option_uses_label_or_lists_gains() -> None:
    gains = (EquipmentCount(1, Weapon("Axe", 2)), EquipmentCount(2, Item("Lute")))
    option = Option(OptionId("o"), gains)
    assert format_option(lexicon("en"), BOOK, option) == "Axe (A2), 2× Lute"
    labelled = replace(option, label=Text("[b]All of it", (("de", "Alles"),)))
    assert format_option(lexicon("en"), BOOK, labelled) == "[b]All of it"
    assert format_option(lexicon("de"), BOOK, labelled) == "Alles"


def test_option_lists_each_gained_rule_once() -> None:
    wolf = parse_equipment_count("Wolf (Fast, Fangs (A1, Rending))")
    option = Option(
        OptionId("o"), (wolf, EquipmentCount(1, parse_rule("Fast")), EquipmentCount(1, parse_rule("Tough(3)")))
    )
    assert [rule.name for rule in option_rules(option)] == ["Fast", "Rending", "Tough"]


def test_rule_text_uses_the_resulting_rating() -> None:
    tough = parse_rule("Tough(3)")
    tough_rule = Rule(id=RuleId("tough"), name=Text("Tough"), text=Text("Dies of wound X."), rating_kind="number")
    assert format_rule(lexicon("en", tough_rule), BOOK, tough, 6) == "Tough(3): Dies of wound 6."
    endless = Rule(id=RuleId("odd"), name=Text("[red]Odd", (("de", "Seltsam"),)), text=Text("x" * 700))
    odd = RuleRef(RuleId("odd"), "Odd")
    text = format_rule(lexicon("en", endless), BOOK, odd, None)
    assert (text[:12], len(text)) == ("[red]Odd: xx", len("[red]Odd: ") + 600)
    assert format_rule(lexicon("de", endless), BOOK, odd, None).startswith("Seltsam: xx")
    unheard = RuleRef(RuleId("unheard"), "[b]Unheard")
    for language in ("en", "de"):
        assert (
            format_rule(lexicon(language), BOOK, unheard, None) == f"[b]Unheard: {sentence('sheet.no-text', language)}"
        )
