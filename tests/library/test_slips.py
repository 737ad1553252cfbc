"""What people write who know the rulebook and not yet the file: each mistake is named with its line and its remedy."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe
from tests.library.library_samples import FACTION, GUARDS

Check = Callable[..., list[Diagnostic]]

WEAPON = '"Pike (A1, Counter)"'
GAIN = '"Halberd (A1, Rending)"'

NOTATION = [
    (WEAPON, "Pike(A3)", 15, "a space before its bracket. Write: Pike (A3)"),
    (WEAPON, '"Pike (3A)"', 15, "Write: Pike (A3)"),
    (WEAPON, '"Pike (3 Attacks)"', 15, "Write: Pike (A3)"),
    (WEAPON, '"Pike (24in, A1)"', 15, "a range in inches is a number with \" behind it. Write: 'Pike (24\", A1)'"),
    (WEAPON, '"Pike (24 inches, A1)"', 15, "Write: 'Pike (24\", A1)'"),
    (WEAPON, '"Pike (A1, AP2)"', 15, 'brackets. Write: "Pike (A1, AP(2))"'),
    (WEAPON, "Pike A1", 15, "what a weapon has stands in brackets. Write: Pike (A1)"),
    (WEAPON, "'Pike [A1]'", 15, "brackets of weapons and items are round. Write: Pike (A1)"),
    (WEAPON, WEAPON + ", 2 x Dirk (A1)", 15, "an x and a space. Write: 2x Dirk (A1)"),
    (WEAPON, '"Pike (24", A1)"', 15, "quotes inside quotes have cut the text"),
    (WEAPON, "“Pike (A1)”", 15, 'quotes are straight, as in "text". Write: Pike (A1)'),
    (WEAPON, '"Pike (A1; Counter)"', 15, 'parted by commas. Write: "Pike (A1, Counter)"'),
    (WEAPON, "Pike (1)", 15, "Write: Pike (A1)"),
    (WEAPON, '"Pike (A1"', 15, "a bracket that is opened is closed too. Write: Pike (A1)"),
    (WEAPON, '"Pike (A1, AP(2)"', 15, 'Write: "Pike (A1, AP(2))"'),
    (WEAPON, "Pike (AP(2))", 15, 'a weapon says how many attacks it has, as in A1. Write: "Pike (A1, AP(2))"'),
    (WEAPON, "'Pike (24\")'", 15, "Write: 'Pike (24\", A1)'"),
    ("[Fearless]", "[Pike (A1)]", 14, "a weapon stands under “weapons”. Write: weapons: [Pike (A1)]"),
    ("[Fearless]", "[Tough (3)]", 14, "without a space. Write: Tough(3)"),
    ("[Fearless]", "[Tough3]", 14, "Write: Tough(3)"),
    ("[Fearless]", "['Tough: 3']", 14, "Write: Tough(3)"),
    ("[Fearless]", "[Tough(+6)]", 14, "without a plus; numbers of one rule add up by themselves. Write: Tough(6)"),
    ("[Fearless]", "Fearless", 14, "a list is wanted, also for a single one. Write: [Fearless]"),
    (GAIN, "Halberd(A1)", 23, "a space before its bracket. Write: Halberd (A1)"),
    (GAIN, "Halberd (1A)", 23, "Write: Halberd (A1)"),
    (GAIN, "Tough (3)", 23, "Write: Tough(3)"),
    (GAIN, "AP2", 23, "Write: AP(2)"),
    ("affects: all", "affects: one", 21, "all, any, {exactly: 1} or {up_to: 2}. Write: {exactly: 1}"),
    ("affects: all", "affects: up to 3", 21, "Write: {up_to: 3}"),
    ("affects: all", "affects: all\n      select: 1", 22, "any, {exactly: 1} or {up_to: 2}. Write: {exactly: 1}"),
    ("affects: all", "affects: exactly 2", 21, "Write: {exactly: 2}"),
    ("affects: all", "affects: all\n      select: all", 22, "Write: any"),
    ("replace: [Pike]", "replace: [Pike (A1)]", 20, "without its bracket. Write: Pike"),
    ("rules:", "items: [Rope]\n    rules:", 14, "Write: {item: Rope}"),
    ("[Fearless]", "Fearless, Tough(3)", 14, "Write: [Fearless, Tough(3)]"),
    ("systems: [aofr-3]", "systems: [Age of Fantasy]", 3, "`listbuilder systems` shows"),
    ("size: 10", "size: ten", 9, "Write: 10"),
    ("size: 10", "size: 10#models", 9, "Write: 10"),
    ("size: 10", "size: 5-10", 9, "one unit for each size that people play, or let two be combined. Write: 5"),
    ("cost: 15", "cost: free", 23, "Write: 0"),
    ("quality: 5", "quality: 5+", 10, "only a whole number stands here. Write: 5"),
    ("cost: 90", "cost: 90pts", 12, "Write: 90"),
    ("cost: 90", "cost: 1.090", 12, "only a whole number stands here. Write: 1090"),
    ("cost: 90", "cost: 1,090", 12, "Write: 1090"),
    ("cost: 90", "cost: 9 per model", 12, "a price is for the whole unit. Write: 9"),
    ("cost: 90", "cost: 9/model", 12, "Write: 9"),
    ("cost: 90", "cost: 90\n    unique: yes", 13, "true or false. Write: true"),
    ("cost: 90", "cost: 90\n    base: 25", 13, "millimetres with it. Write: 25mm"),
    ("id: testers", "id: The Testers", 2, "small letters, digits and hyphens. Write: the-testers"),
    ('version: "1.0"', "version: 1", 4, 'without quotes this is a number. Write: "1"'),
]  # fmt: skip

OTHERS = [
    ("REF049", GAIN, "Cat", 23, "An item that brings nothing is written {item: Cat}"),
    ("REF050", "[Fearless]", "[Zäh(3)]", 14, "files name rules in English: Tough(3)"),
    ("REF005", "[Fearless]", "[Tough(3.5)]", 14, "needs a whole number"),
    ("REF005", "[Fearless]", "[Tough(-3)]", 14, "needs a whole number"),
    ("REF001", "[Fearless]", "[Bravery of Lions]", 14, "a rule of your own stands under “rules”"),
    ("REF004", "packages:", GUARDS.replace("guards", "pikemen"), 17, "already taken in line 7"),
    ("REF009", "[Fearless]", "[Fearless(3)]", 14, "takes no number, yet 3 stands in its brackets. Write: Fearless"),
    ("REF017", "group: core", "group: core\n    fields: {glamour: 6}", 14, "a new one stands under “fields”"),
    ("DAT008", "[Fearless]", "", 14, "Nothing stands here; expected: a list. Write it behind the colon"),
    ("DAT018", "affects: all", "upgrade: [Pike]", 21, "“upgrade” cannot stand beside “replace”; take one"),
    ("DAT009", "[aofr-3]", "[]", 3, "at least 1 entry"),
    ("DAT006", "cost: 90", "cost: 90\n    hero: true", 13, "did you mean “rules”"),
    ("DAT006", "    rules:", "    special_rules:", 14, "did you mean “rules”"),
    ("DAT005", "    rules:", "    id: guards\n    rules:", 14, "begin a new entry with a dash"),
]  # fmt: skip

SYNTAX = [
    ("    size: 10", "   size: 10", 9, "begins too far left or right"),
    ("    size: 10", "      size: 10", 9, "begins too far left or right"),
    ("name: Pikemen", "name: Pikemen: the brave", 8, "a colon inside a text; put the whole text in quotes"),
    ("name: Pikemen", "name: {en: Pikemen: the brave}", 8, "a colon inside a text; put the whole text in quotes"),
    ("name: Pikemen", "name: {en: Pikemen,\n      de: Pikeniere: die Tapferen}", 9, "a colon inside a text"),
    ("name: Pikemen", "name: {en: Pikemen", 8, "add “}”"),
    ("name: Pikemen", "name: *Pikemen", 8, "a text that begins with * points to another place in the file"),
    ("[Fearless]", "[Fearless", 14, "the bracket “[” that opens here is not closed in time; add “]”"),
    ("cost: 15}", "cost: 15", 23, "add “}”"),
    ("[Fearless]", "[Fearless, Tough[3]]", 14, "brackets of rules and weapons are round"),
    ("systems: [aofr-3]", "systems: [aofr-3]]", 3, "a bracket “]” that was not opened"),
    ("name: Pikemen", 'name: "The "Old" Pikes"', 8, "quotes inside quotes end the text too early"),
    ("name: Pikemen", "name: 'Pike's End'", 8, "one with ' in it between \" and \""),
    ("name: Pikemen", 'name: "Pikemen', 8, "the quotes that open here are never closed"),
    ("size: 10", "size 10", 9, "“size 10” has no colon"),
    ("size: 10", "size:10", 9, "“size:10” has no space after its colon"),
    ("name: Pikemen", "name: @home", 8, "no text may begin with “@”"),
    ("rules: [Fearless]", "rules: - Fearless", 14, "a dash begins an entry of a list"),
    ("name: Pikemen", 'name: "a\\d"', 8, "a backslash"),
]  # fmt: skip


def test_every_slip_is_named_with_its_line_and_what_to_write(check: Check):
    for old, new, line, said in NOTATION:
        assert_said(check((old, new)), "DAT035", line, said)
    for code, old, new, line, said in OTHERS:
        assert_said(check((old, new)), code, line, said)


def test_what_yaml_cannot_read_is_said_in_plain_words(check: Check):
    for old, new, line, said in SYNTAX:
        assert_said(check((old, new)), "DAT004", line, said)
    (found,) = check(text="")
    assert describe(found, "en") == "The file is empty; `listbuilder data new` begins one."
    (found,) = check(text=FACTION + "  more: [")
    assert "the file ends while a bracket is still open" in describe(found, "en")


def assert_said(found: list[Diagnostic], code: str, line: int, said: str) -> None:
    (one,) = found
    assert one.place is not None
    assert (one.code, one.place.line) == (code, line), describe(one, "en")
    assert said in describe(one, "en")
    assert "slip." not in (german := describe(one, "de"))
    assert "syntax." not in german
    assert german != describe(one, "en")
