"""Mistakes of people who know the rulebook but not the file format: each gets its line and a correction."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe_finding, message_key
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message
from tests.library.library_samples import FACTION, GUARDS

Check = Callable[..., list[Diagnostic]]

WEAPON = '"Pike (A1, Counter)"'
GAIN = '"Halberd (A1, Rending)"'

NOTATION = [
    (WEAPON, "Pike(A3)", 15, "space", "Pike (A3)"),
    (WEAPON, '"Pike (3A)"', 15, "attacks", "Pike (A3)"),
    (WEAPON, '"Pike (3 Attacks)"', 15, "attacks", "Pike (A3)"),
    (WEAPON, '"Pike (24in, A1)"', 15, "range", "'Pike (24\", A1)'"),
    (WEAPON, '"Pike (24 inches, A1)"', 15, "range", "'Pike (24\", A1)'"),
    (WEAPON, '"Pike (A1, AP2)"', 15, "number", '"Pike (A1, AP(2))"'),
    (WEAPON, "Pike A1", 15, "brackets", "Pike (A1)"),
    (WEAPON, "'Pike [A1]'", 15, "round", "Pike (A1)"),
    (WEAPON, WEAPON + ", 2 x Dirk (A1)", 15, "count", "2x Dirk (A1)"),
    (WEAPON, '"Pike (24", A1)"', 15, "quotes", "'Pike (24\", A1)'"),
    (WEAPON, "“Pike (A1)”", 15, "straight", "Pike (A1)"),
    (WEAPON, '"Pike (A1; Counter)"', 15, "comma", '"Pike (A1, Counter)"'),
    (WEAPON, "Pike (1)", 15, "attacks", "Pike (A1)"),
    (WEAPON, '"Pike (A1"', 15, "close", "Pike (A1)"),
    (WEAPON, '"Pike (A1, AP(2)"', 15, "close", '"Pike (A1, AP(2))"'),
    (WEAPON, "Pike (AP(2))", 15, "no-attacks", '"Pike (A1, AP(2))"'),
    (WEAPON, "'Pike (24\")'", 15, "no-attacks", "'Pike (24\", A1)'"),
    ("[Fearless]", "[Pike (A1)]", 14, "weapon", "weapons: [Pike (A1)]"),
    ("[Fearless]", "[Tough (3)]", 14, "no-space", "Tough(3)"),
    ("[Fearless]", "[Tough3]", 14, "number", "Tough(3)"),
    ("[Fearless]", "['Tough: 3']", 14, "number", "Tough(3)"),
    ("[Fearless]", "[Tough(+6)]", 14, "plus", "Tough(6)"),
    ("[Fearless]", "Fearless", 14, "list", "[Fearless]"),
    (GAIN, "Halberd(A1)", 23, "space", "Halberd (A1)"),
    (GAIN, "Halberd (1A)", 23, "attacks", "Halberd (A1)"),
    (GAIN, "Tough (3)", 23, "no-space", "Tough(3)"),
    (GAIN, "AP2", 23, "number", "AP(2)"),
    ("affects: all", "affects: one", 21, "affects", "{exactly: 1}"),
    ("affects: all", "affects: up to 3", 21, "affects", "{up_to: 3}"),
    ("affects: all", "affects: all\n      select: 1", 22, "select", "{exactly: 1}"),
    ("affects: all", "affects: exactly 2", 21, "affects", "{exactly: 2}"),
    ("affects: all", "affects: all\n      select: all", 22, "select", "any"),
    ("replace: [Pike]", "replace: [Pike (A1)]", 20, "target", "Pike"),
    ("rules:", "items: [Rope]\n    rules:", 14, "item", "{item: Rope}"),
    ("[Fearless]", "Fearless, Tough(3)", 14, "list", "[Fearless, Tough(3)]"),
    ("systems: [aofr-3]", "systems: [Age of Fantasy]", 3, "system", "ID"),
    ("size: 10", "size: ten", 9, "plain-number", "10"),
    ("size: 10", "size: 10#models", 9, "plain-number", "10"),
    ("size: 10", "size: 5-10", 9, "size", "5"),
    ("cost: 15", "cost: free", 23, "plain-number", "0"),
    ("quality: 5", "quality: 5+", 10, "plain-number", "5"),
    ("cost: 90", "cost: 90pts", 12, "plain-number", "90"),
    ("cost: 90", "cost: 1.090", 12, "plain-number", "1090"),
    ("cost: 90", "cost: 1,090", 12, "plain-number", "1090"),
    ("cost: 90", "cost: 9 per model", 12, "cost", "9"),
    ("cost: 90", "cost: 9/model", 12, "cost", "9"),
    ("cost: 90", "cost: 90\n    unique: yes", 13, "flag", "true"),
    ("cost: 90", "cost: 90\n    base: 25", 13, "base", "25mm"),
    ("id: testers", "id: The Testers", 2, "id", "the-testers"),
    ('version: "1.0"', "version: 1", 4, "text", '"1"'),
]  # fmt: skip

OTHERS: list[tuple[str, str, str, int, dict[str, object]]] = [
    ("REF049", GAIN, "Cat", 23, {"value": "Cat", "systems": ("aofr-3",), "instead": "{item: Cat}"}),
    ("REF050", "[Fearless]", "[Zäh(3)]", 14, {"rule": "Zäh", "name": "Tough(3)"}),
    ("REF005", "[Fearless]", "[Tough(3.5)]", 14, {"rule": "Tough"}),
    ("REF005", "[Fearless]", "[Tough(-3)]", 14, {"rule": "Tough"}),
    ("REF001.no-suggestion", "[Fearless]", "[Bravery of Lions]", 14,
     {"rule": "Bravery of Lions", "suggestion": "", "systems": ("aofr-3",), "uses": 1}),
    ("REF004", "packages:", GUARDS.replace("guards", "pikemen"), 17, {"value": "pikemen", "line": 7}),
    ("REF009", "[Fearless]", "[Fearless(3)]", 14, {"rule": "Fearless", "rating": 3}),
    ("REF017.no-suggestion", "group: core", "group: core\n    fields: {glamour: 6}", 14,
     {"value": "glamour", "system": "aofr-3", "suggestion": ""}),
    ("DAT008.no-found", "[Fearless]", "", 14, {"found": "", "wanted": build_catalogue_text("type.list")}),
    ("DAT018", "affects: all", "upgrade: [Pike]", 21, {"value": "upgrade", "beside": "replace"}),
    ("DAT009", "[aofr-3]", "[]", 3, {"value": "[]", "allowed": build_catalogue_text("allowed.entries", n=1)}),
    ("DAT006", "cost: 90", "cost: 90\n    hero: true", 13, {"value": "hero", "suggestion": "rules"}),
    ("DAT006", "    rules:", "    special_rules:", 14, {"value": "special_rules", "suggestion": "rules"}),
    ("DAT005", "    rules:", "    id: guards\n    rules:", 14, {"key": "id"}),
]  # fmt: skip

SYNTAX: list[tuple[str, str, int, object]] = [
    ("    size: 10", "   size: 10", 9, Message("syntax.indentation")),
    ("    size: 10", "      size: 10", 9, Message("syntax.indentation")),
    ("name: Pikemen", "name: Pikemen: the brave", 8, Message("syntax.colon")),
    ("name: Pikemen", "name: {en: Pikemen: the brave}", 8, Message("syntax.colon")),
    ("name: Pikemen", "name: {en: Pikemen,\n      de: Pikeniere: die Tapferen}", 9, Message("syntax.colon")),
    ("name: Pikemen", "name: {en: Pikemen", 8, Message("syntax.bracket", {"opened": "{", "closed": "}"})),
    ("name: Pikemen", "name: *Pikemen", 8, build_catalogue_text("syntax.alias")),
    ("[Fearless]", "[Fearless", 14, Message("syntax.bracket", {"opened": "[", "closed": "]"})),
    ("cost: 15}", "cost: 15", 23, Message("syntax.bracket", {"opened": "{", "closed": "}"})),
    ("[Fearless]", "[Fearless, Tough[3]]", 14, Message("syntax.round")),
    ("systems: [aofr-3]", "systems: [aofr-3]]", 3, Message("syntax.bracket-more", {"closed": "]"})),
    ("name: Pikemen", 'name: "The "Old" Pikes"', 8, Message("syntax.quotes")),
    ("name: Pikemen", "name: 'Pike's End'", 8, Message("syntax.quotes")),
    ("name: Pikemen", 'name: "Pikemen', 8, Message("syntax.quote-open")),
    ("size: 10", "size 10", 9, Message("syntax.colon-missing", {"line": "size 10"})),
    ("size: 10", "size:10", 9, Message("syntax.colon-space", {"line": "size:10"})),
    ("name: Pikemen", "name: @home", 8, Message("syntax.character", {"character": "@"})),
    ("rules: [Fearless]", "rules: - Fearless", 14, Message("syntax.dash")),
    ("name: Pikemen", 'name: "a\\d"', 8, Message("syntax.backslash")),
]  # fmt: skip


def test_notation_mistakes_get_a_hint_and_a_correction(check: Check):
    for old, new, line, hint, instead in NOTATION:
        finding = the_finding(check((old, new)), "DAT035", line)
        assert finding.params["reason"] == (build_catalogue_text(f"hint.{hint}"),)
        assert finding.params["instead"] == instead


def test_other_mistakes_are_named_at_their_line(check: Check):
    for key, old, new, line, params in OTHERS:
        finding = the_finding(check((old, new)), key.partition(".")[0], line)
        assert message_key(finding, "en") == key
        assert {name: finding.params[name] for name in params} == params


def test_yaml_errors_are_explained(check: Check):
    for old, new, line, problem in SYNTAX:
        assert the_finding(check((old, new)), "DAT004", line).params == {"problem": problem}
    (finding,) = check(text="")
    assert message_key(finding, "en") == "DAT017.no-kinds"
    finding = the_finding(check(text=FACTION + "  more: ["), "DAT004", 25)
    assert finding.params == {"problem": Message("syntax.end")}


def the_finding(findings: list[Diagnostic], code: str, line: int) -> Diagnostic:
    """Return the only finding, which has this code and line and a German sentence of its own."""
    (finding,) = findings
    assert finding.place is not None
    english, german = describe_finding(finding, "en"), describe_finding(finding, "de")
    assert (finding.code, finding.place.line) == (code, line), english
    assert "hint." not in german
    assert "syntax." not in german
    assert german != english
    return finding
