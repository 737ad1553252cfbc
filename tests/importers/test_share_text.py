"""Share text: headers of every year, broken lines, and the picks behind the words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.importers.army_forge.text.text_parser import build_vocabulary, parse_block, parse_share_text
from listbuilder.importers.dispatch import read_lists
from listbuilder.library import Library
from listbuilder.model import Half, Upgrade
from tests.importers.list_samples import (
    FACTION,
    POINTS,
    TEXT_2026,
    build_roster,
    list_assumptions,
    list_codes,
    open_library,
    read,
)
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


HEADER = "++ Low Water - Fen Folk (v1.2) [AOF 999pts] ++\n"


def test_current_share_text_restores_the_choices(library: Library):
    result = read(TEXT_2026, library)
    assert list_codes(result) == ["IMP005", "IMP005"]
    assert result.army.force_org
    assert list_assumptions(result) == [sentence("assumed.size"), sentence("assumed.force-org")]
    assert result.army is not None
    assert result.army.points == 750
    hero, spears, heron = result.army.entries
    assert (hero.upgrades, hero.joins) == ((Upgrade("great-weapon"), Upgrade("eel")), "b")
    assert set(spears.upgrades) == {Upgrade("bow", 2), Upgrade("stilts"), Upgrade("banner")}
    assert spears.combined == Half((Upgrade("stilts"),))
    assert heron.xp == 7
    assert build_roster(result, library).cost == POINTS
    assert result.army.books["fen-folk"].version == "1.2"


@pytest.mark.parametrize(
    ("header", "name", "books", "game", "points"),
    [
        ("++ Human Defense Force [2000pts] ++", "Human Defense Force", ["Human Defense Force"], None, 2000),
        ("++ Bugs! - Alien Hives (v3.4.4) [GFF 320pts] ++", "Bugs!", ["Alien Hives"], "GFF", 320),
        (
            "++ A - B - Orcs (v3.5.3), Goblins (v3.5.3) [AOF 1000pts] [6 Units] ++",
            "A - B",
            ["Orcs", "Goblins"],
            "AOF",
            1000,
        ),
        ("++ Dawn (try 2) - Elves (v3.5.2), Orcs (v3) [AOF 10pts] ++", "Dawn (try 2)", ["Elves", "Orcs"], "AOF", 10),
        ("++ Dawn \N{EN DASH} Elves(v3.5.2)[AOF 10pts]++", "Dawn", ["Elves"], "AOF", 10),
        ("++ High Elves (v3.5.2) [GF 1440pts] [5 Units] ++", "High Elves", ["High Elves"], "GF", 1440),
        ("++ Orcs - Orcs (v3.1.0), Goblins (v3.1.\n0) [AOFS 260 pts] ++", "Orcs", ["Orcs", "Goblins"], "AOFS", 260),
    ],
)
def test_headers_of_all_years_are_read(header: str, name: str, books: list[str], game: str | None, points: int):
    head = parse_share_text(header + "\nX [1] Q4+ D4+ | 5pts | Hero\n").header
    assert (head.name, [book.name for book in head.books], head.game, head.points) == (name, books, game, points)


def test_text_from_2022_finds_its_book(library: Library):
    text = (
        "++ Fen Folk [180pts] ++\n\n2x Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n\n"
        "Fen Spearmen [10] Q5+ D5+ | 100pts | Strider\n10x Spears (A1, Counter)\n"
    )
    result = read(text, library)
    assert [entry.unit for entry in result.army.entries] == ["fen-folk/reeve", "fen-folk/reeve", "fen-folk/spearmen"]
    assert list_codes(result) == ["IMP005", "IMP005", "IMP005"]
    assert build_roster(result, library).cost == 180


def test_old_text_book_is_found_by_units(library: Library):
    text = (
        "++ My Own Name [140pts] ++\n\nReeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n# Joined to:\n"
        "Fen Spearmen [10] Q5+ D5+ | 100pts | Strider\n10x Spear (A1, Counter)\n"
    )
    result = read(text, library)
    assert result.army.entries[0].joins == "b"
    assert "IMP002" not in list_codes(result)
    assert len(list_assumptions(result)) == 4


MESSY = """++ Low Water - Fen Folk (v1.
2) [AOF 515 pts] ++
Reeve [1] Q4+ D5+ | 100pts | Hero, Tough(6), Fast Great Weapon (A3, AP(2)), Bite (A2)
| Joined to: Fen Spearmen [20] Q5+ D5+ | 260pts | 20x Strider, 20x Fast, Banner 18x Spear (A1,
Counter), 2x Bow (24", A1)
Great Heron [1] Q3+ D4+ | 155pts | 7XP | Flying, Tough(6), Fear(1)2x Talon (A3, AP(1)),
Beak (A1, AP(2))"""


def test_broken_lines_are_read_alike(library: Library):
    assert read(MESSY, library).army.entries == read(TEXT_2026, library).army.entries


def test_split_names_are_rejoined(library: Library):
    text = TEXT_2026.replace("\n\nGreat Heron", " Great\nHeron")
    assert read(text, library).army.entries == read(TEXT_2026, library).army.entries
    assert list_codes(read(text, library)) == ["IMP005", "IMP005"]


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("Old Marn - Reeve", "Old Marn"),
        ("Old Marn (Reeve)", "Old Marn"),
        ('Reeve "Old Marn"', "Old Marn"),
        ("Reeves", None),
    ],
)
def test_custom_unit_names_are_read(library: Library, name: str, own: str | None):
    result = read(f"{HEADER}{name} [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n", library)
    (entry,) = result.army.entries
    assert (entry.unit, entry.name) == ("fen-folk/reeve", own)


def test_ambiguous_upgrades_are_reported(library: Library):
    text = f"{HEADER}Reeve [1] Q4+ D5+ | 60pts | Hero, Tough(3), Regeneration\nHand Weapon (A3)\n"
    result = read(text, library)
    finding = next(finding for finding in result.report if finding.code == "IMP003")
    assert {finding.params["taken"], finding.params["other"]} == {"charm", "idol"}
    assert result.army.entries[0].upgrades == (Upgrade("charm"),)


def test_item_name_decides_between_options(library: Library):
    text = f"{HEADER}Reeve [1] Q4+ D5+ | 60pts | Hero, Tough(3), Mud Idol(Regeneration)\nHand Weapon (A3)\n"
    result = read(text, library)
    assert "IMP003" not in list_codes(result)
    assert result.army.entries[0].upgrades == (Upgrade("idol"),)


def test_differing_price_is_reported_weapons_decide(library: Library):
    text = f"{HEADER}Reeve [1] Q4+ D5+ | 49pts | Hero, Tough(3)\nLong Pike (A3, Counter)\n"
    result = read(text, library)
    assert result.army.entries[0].upgrades == (Upgrade("pike"),)
    finding = next(finding for finding in result.report if finding.code == "IMP012")
    assert (finding.params["stated"], finding.params["points"]) == (49, 50)


def test_unknown_weapons_and_lines_are_reported(library: Library):
    text = f'hello\n{HEADER}what is this\nReeve [1] Q4+ D5+ | 40pts | Hero, Tough(3), Moonlit\nRay Gun (30", A9)\n'
    result = read(text, library)
    texts = {finding.params["text"] for finding in result.report if finding.code == "IMP004"}
    assert texts == {"hello", "what is this", "Moonlit"}
    nearest = next(finding for finding in result.report if finding.code == "IMP013")
    assert nearest.params["text"] == ('1x Ray Gun (30", A9)',)
    assert nearest.params["list"] == ("1x Hand Weapon (A3)",)


@pytest.mark.parametrize(
    ("weapons", "text", "listed"),
    [('Hand Weapon (A3), Ray Gun (30", A9)', ('1x Ray Gun (30", A9)',), ()), ("", (), ("1x Hand Weapon (A3)",))],
)
def test_wrong_weapon_counts_are_reported(
    library: Library, weapons: str, text: tuple[str, ...], listed: tuple[str, ...]
):
    result = read(f"{HEADER}Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\n{weapons}\n", library)
    nearest = next(finding for finding in result.report if finding.code == "IMP013")
    assert (nearest.params["text"], nearest.params["list"]) == (text, listed)


def _lined(text: str, front: str) -> str:
    return "\n".join(front + line for line in text.split("\n"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}"),
        lambda text: text.replace('"', "''"),
        lambda text: text.replace('"', "&quot;"),
        lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
        lambda text: text.replace("x ", "\N{MULTIPLICATION SIGN} "),
        lambda text: text.replace(", ", ",").replace(" | ", "|").replace(" [", "[").replace("x ", "x"),
        lambda text: text.replace("pts", " points"),
        lambda text: text.replace(" ", "\N{ZERO WIDTH SPACE} "),
        lambda text: text.replace(" [", "** [").replace("\n\n", "\n\n**"),
        lambda text: f"```\n{text}```\n",
        lambda text: _lined(text, "> "),
        lambda text: _lined(text, "\N{BULLET} "),
        lambda text: _lined(text, "- "),
        lambda text: " ".join(text.split()),
        str.lower,
        str.upper,
    ],
)
def test_chat_and_mail_formatting_is_undone(library: Library, damage):
    plain, result = read(TEXT_2026, library), read(damage(TEXT_2026), library)
    assert result.army.entries == plain.army.entries
    assert set(list_codes(result)) <= {"IMP005"}


def test_rules_split_across_lines_are_joined(library: Library):
    text = f"{HEADER}Fen Spearmen [10] Q5+ D5+ | 100pts | Long\nStride, Strider\n10x Spears (A1, Counter)\n"
    words = build_vocabulary((library.faction("fen-folk"),))
    words = replace(words, rules=words.rules | {"long strid"})
    block = parse_block(parse_share_text(text).units[0].body, words)
    assert [rule.name for rule in block.rules] == ["Long Stride", "Strider"]


def test_unknown_unit_gets_suggestion_and_stays(library: Library):
    text = f"{HEADER}Great Herron [1] Q3+ D4+ | 150pts | Flying\nBeak (A1)\n"
    result = read(text, library)
    finding = next(finding for finding in result.report if finding.code == "IMP002")
    assert (finding.params["what"], finding.params["suggestion"]) == ("Great Herron", "Great Heron")
    roster = build_roster(result, library)
    assert roster.cost == 150
    assert roster.entries[0].unit.name.en == "Great Herron"


def test_units_without_book_come_from_text():
    library = Library.open(user=False)
    result = read(TEXT_2026, library)
    assert "IMP007" in list_codes(result)
    roster = build_roster(result, library)
    assert (roster.cost, roster.activations, roster.models) == (POINTS, 2, 22)


def test_unknown_game_is_named(library: Library):
    result = read(TEXT_2026.replace("[AOF ", "[XYZ "), library)
    assert any(finding.code == "IMP002" and finding.params["what"] == "XYZ" for finding in result.report)


def test_units_of_missing_book_keep_its_name(library: Library):
    text = (
        "++ Both - Fen Folk (v1.2), Moon Folk (v3) [AOF 135pts] ++\nReeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\n"
        "Hand Weapon (A3)\n\nMoon Guard [5] Q4+ D4+ | 95pts | Fast\n5x Moon Blade (A2)\n"
    )
    result = read(text, library)
    assert [faction.name.en for faction in result.imported.partial_factions] == ["Moon Folk"]
    unknown = next(finding for finding in result.report if finding.code == "IMP002")
    assert (unknown.params["what"], str(unknown.params["where"])) == ("Moon Folk", "Age of Fantasy 3.5")


def test_text_with_several_lists_gives_all(library: Library):
    lists = read_lists(f"hello\n{TEXT_2026}\n\n{TEXT_2026.replace('Low', 'High')}\nwhat".encode(), "list", library)
    assert [result.army.name for result in lists if result.army] == ["Low Water", "High Water"]
    assert lists[0].army is not None
    assert lists[1].army is not None
    assert lists[0].army.entries == lists[1].army.entries
    lines = [
        finding.place.line
        for result in lists
        for finding in result.report
        if finding.code == "IMP004" and finding.place
    ]
    before = f"hello\n{TEXT_2026}\n\n" + TEXT_2026[: TEXT_2026.index("Great Heron")]
    assert lines == [1, before.count("\n") + 1]


def test_header_after_the_units_is_read(library: Library):
    result = read("Orcs [5] Q4+ D4+ | 75pts | Tough(3)\n\n++ My List [AOF 75pts] ++\nbye", library)
    assert (result.army.name, [entry.unit for entry in result.army.entries]) == (
        "My List",
        ["unknown-book-" + result.imported.partial_factions[0].version + "/orcs-1"],
    )
    texts = [(finding.params["text"], finding.severity.value) for finding in result.report if finding.code == "IMP004"]
    assert texts == [("bye", "note")], "text around a list is not a problem"


def test_units_around_a_header_are_reported(library: Library):
    result = read(
        "Elves [5] Q4+ D4+ | 75pts\n\n++ My List [AOF 75pts] ++\nOrcs [5] Q4+ D4+ | 75pts | Tough(3)", library
    )
    assert ("Elves [5] Q4+ D4+ | 75pts", "warning") in {
        (finding.params["text"], finding.severity.value) for finding in result.report if finding.code == "IMP004"
    }


def test_header_without_units_does_not_fail(library: Library):
    result = read("++ My List [AOF 75pts] ++\nno [5] Q4 here", library)
    assert "INT001" not in list_codes(result)


def test_short_header_names_list_only(library: Library):
    units = "Foo Guards [10] Q4+ D4+ | 150pts | Fearless\n10x Sword (A1)\n"
    (partial_faction,) = read(f"++ My Lads [AOF 150pts] ++\n\n{units}", library).imported.partial_factions
    assert (partial_faction.name.en, partial_faction.published_version) == (sentence("import.unknown-book"), "")
    assert partial_faction.name.to("de") == sentence("import.unknown-book", "de")
    (partial_faction,) = read(
        f"++ My Lads - Foo Folk (v3.5.1) [AOF 150pts] ++\n\n{units}", library
    ).imported.partial_factions
    assert partial_faction.name.en == "Foo Folk"


@pytest.mark.parametrize("edition", ["1.2", "1.3"])
def test_named_edition_is_used(tmp_path: Path, edition: str):
    for version in ("1.2", "1.3"):
        text = FACTION.replace('version: "1.2"', f'version: "{version}"')
        (tmp_path / f"fen-folk-{version}.yaml").write_text(text, encoding="utf-8")
    result = read(TEXT_2026.replace("(v1.2)", f"(v{edition})"), Library.open([tmp_path], user=False))
    assert [(name, book.version) for name, book in result.army.books.items()] == [("fen-folk", edition)]


def test_unknown_rules_infer_what_they_take():
    text = "++ Odd - Moon Folk (v3) [AOF 95pts] ++\nMoon Guard [5] Q4+ D4+ | 95pts | Glow, Howl(2), Call(Moon Cat)\n"
    (faction,) = read(f"{text}5x Moon Blade (A2, Gleam)\n", Library.open(user=False)).imported.partial_factions
    takes = {rule.name.en: rule.rating_kind for rule in faction.rules.values()}
    assert takes == {"Glow": "nothing", "Howl": "number", "Call": "text", "Gleam": "nothing"}


def test_text_without_header_sets_nothing_aside() -> None:
    share_text = parse_share_text("x\nFen Spearmen [10] Q5+ D5+ | 100pts | 10x Spear (A1)\n")
    assert [unit.name for unit in share_text.units] == ["Fen Spearmen"]
    assert (share_text.unread_lines, share_text.outside_lines) == (((1, "x"),), ())
