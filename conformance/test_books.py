"""Every book imports without losses, counted and compared on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.books import CORPUS, OTHER_GAMES, Book, books
from listbuilder.datafiles.check_files import check_file
from listbuilder.datafiles.reader import read_document
from listbuilder.diagnostics import Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import ImportedBook, import_book, parse_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.importers.army_forge.book.import_context import BookContext
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.model import Faction, Unit
from listbuilder.model.notation import format_notation
from listbuilder.rules.unit_labels import option_label, section_label

FACTIONS = Path(__file__).resolve().parents[1] / "data" / "factions"
SHIPPED = {"opr-aof-3.5": ("aof-3.5.3", "Eternal Wardens"), "opr-skirmish-3.5": ("aofs-3.5.2", None)}
"""The books that a folder's factions came from, and one from an older version."""
BOOKS = {"aof-3.5.2": 35, "aof-3.5.3": 39, "aofs-3.5.2": 45, "gf-3.5.1": 1, "gf-3.5.2": 3, "gff-3.5.2": 3}
LOST_NUMBERS = {"Heavy Impact": 1}
"""A rule that lost its number in one place of one book; the import assumes 1 and says so."""


@pytest.fixture
def faction(imported: ImportedBook, library: Library) -> Faction:
    """Build the model from the written text."""
    value = read_document(format_faction_yaml(imported.faction).encode(), "book.yaml").value
    assert isinstance(value, dict)
    loader = library.loader
    compiled = compile_faction(value, loader.build_glossary(value), loader.load_spell_texts())
    return build_faction(compiled, "0")


def packages_of(raw: dict[str, Any], unit: dict[str, Any]) -> Iterator[dict[str, Any]]:
    by_uid = {package["uid"]: package for package in raw["upgradePackages"]}
    return (by_uid[uid] for uid in unit["upgrades"] if uid in by_uid)


def sections_of(raw: dict[str, Any], unit: dict[str, Any]) -> list[dict[str, Any]]:
    return [section for package in packages_of(raw, unit) for section in package["sections"] if section["options"]]


def price_of(option: dict[str, Any], unit: dict[str, Any]) -> int | None:
    """Return the book's price for a unit; one option of one book lacks a price for one unit."""
    return next((price["cost"] for price in option["costs"] if price["unitId"] == unit["id"]), None)


def unit_of(faction: Faction, raw_unit: dict[str, Any]) -> Unit:
    return next(unit for unit in faction.units.values() if raw_unit["id"] in unit.foreign_ids)


def rule_text(raw: dict[str, Any]) -> str:
    rating = raw.get("rating") or LOST_NUMBERS.get(raw["name"])
    return raw["name"] if rating in (None, "") else f"{raw['name']}({rating})"


def weapon_text(raw: dict[str, Any]) -> str:
    reach = [f'{raw["range"]}"'] if raw.get("range") else []
    parts = [*reach, f"A{raw['attacks']}", *map(rule_text, raw["specialRules"])]
    return f"{raw['name'].strip()} ({', '.join(parts)})"


def thing_text(raw: dict[str, Any]) -> str:
    """Compose a label from the book's parts, an item's rules before its weapons."""
    if raw["type"] == "ArmyBookRule":
        return rule_text(raw)
    if raw["type"] == "ArmyBookWeapon":
        return weapon_text(raw)
    named = [part for part in raw["content"] if part["name"]]
    rules = [rule_text(part) for part in named if part["type"] == "ArmyBookRule"]
    weapons = [counted(part) for part in named if part["type"] == "ArmyBookWeapon"]
    return f"{raw['name'].strip()} ({', '.join(rules + weapons)})" if rules or weapons else raw["name"].strip()


def counted(raw: dict[str, Any]) -> str:
    count = int(raw.get("count", 1))
    return thing_text(raw) if count == 1 else f"{count}x {thing_text(raw)}"


def test_corpus_is_complete() -> None:
    assert Counter(book.version for book in books()) == BOOKS


def test_missing_parts_of_books_are_noted(book: Book, imported: ImportedBook) -> None:
    packages = {package["uid"] for package in book.raw["upgradePackages"]}
    reasons = [str(note.params["reason"]) for note in imported.notes]
    for unit in book.raw["units"]:
        for uid in set(unit["upgrades"]) - packages:
            assert any(uid in reason for reason in reasons), unit["name"]
        for section in sections_of(book.raw, unit):
            for option in section["options"]:
                if price_of(option, unit) is None:
                    assert any(option["label"] in reason and unit["name"] in reason for reason in reasons)


def test_nothing_is_lost_in_import(book: Book, faction: Faction) -> None:
    raw = book.raw
    assert len(faction.units) == len(raw["units"])
    for raw_unit in raw["units"]:
        unit = unit_of(faction, raw_unit)
        expected = {
            (section["uid"], option["uid"]): price_of(option, raw_unit) or 0
            for section in sections_of(raw, raw_unit)
            for option in section["options"]
        }
        costs = {
            (section.foreign_ids[0], option.foreign_ids[0]): option.cost_for(unit.id)
            for section in unit.sections
            for option in section.options
        }
        assert costs == expected, unit.id
        assert len(unit.sections) == len(sections_of(raw, raw_unit))


def test_stats_and_base_loadouts_are_equal(book: Book, faction: Faction) -> None:
    for raw in book.raw["units"]:
        unit = unit_of(faction, raw)
        stats = (unit.name.en, unit.size, unit.quality, unit.defense, unit.cost)
        assert stats == (raw["name"].strip(), raw["size"], raw["quality"], raw["defense"], raw["cost"])
        assert [rule.label for rule in unit.rules] == [rule_text(rule) for rule in raw["rules"]]
        expected = Counter(
            {thing_text(equipment): equipment["count"] for equipment in (*raw["weapons"], *raw["items"])}
        )
        assert Counter({format_notation(stack.equipment): stack.count for stack in unit.equipment}) == expected
        assert unit.unique == (raw.get("type") == 1)
        assert unit.narrative == bool(raw.get("isNarrative"))


def test_labels_are_equal(book: Book, faction: Faction) -> None:
    for raw in book.raw["units"]:
        unit = unit_of(faction, raw)
        for section, raw_section in zip(unit.sections, sections_of(book.raw, raw), strict=True):
            assert section_label(section, "en") == raw_section["label"]
            labels = [option_label(option, "en") for option in section.options]
            assert labels == [", ".join(map(counted, option["gains"])) for option in raw_section["options"]]


def test_spells_and_header_are_equal(book: Book, faction: Faction) -> None:
    raw = book.raw
    assert [(spell.name.en, spell.cost) for spell in faction.spells] == [
        (spell["name"].strip(), spell["threshold"]) for spell in raw["spells"]
    ]
    assert (faction.version, faction.foreign_ids) == (raw["versionString"], (raw["uid"],))


def test_no_book_sentence_is_stored(book: Book, imported: ImportedBook) -> None:
    text = format_faction_yaml(imported.faction)
    raw = book.raw
    sentences = [raw["background"], raw["backgroundFull"]]
    sentences += [rule["description"] for rule in raw["specialRules"]] + [spell["effect"] for spell in raw["spells"]]
    assert not [sentence for sentence in sentences if len(sentence) > 20 and sentence in text]


def test_import_is_deterministic(book: Book, imported: ImportedBook, library: Library) -> None:
    text, report, _ = import_book(book.path, library=library)
    assert text == format_faction_yaml(imported.faction)
    assert all(finding.severity is Severity.NOTE for finding in report)


def test_imported_books_pass_the_check(book: Book, imported: ImportedBook, library: Library, tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(format_faction_yaml(imported.faction), encoding="utf-8")
    problems = [finding for finding in check_file(path, library) if finding.code != "REF013"]
    # older books and other games have no texts of ours
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], book.name


@pytest.mark.parametrize("folder", SHIPPED)
def test_shipped_files_are_fresh(folder: str, library: Library) -> None:
    version, older = SHIPPED[folder]
    fresh = {}
    for book in books():
        if book.version == version or (older and book.path.name.startswith(older)):
            text, _, _ = import_book(book.path, library=library)
            fresh[next(line for line in text.splitlines() if line.startswith("id: "))[4:]] = text
    shipped = {path.stem: path.read_text(encoding="utf-8") for path in (FACTIONS / folder).glob("*.yaml")}
    assert set(shipped) - set(fresh) == {"collection"}
    assert [name for name, text in fresh.items() if shipped.get(name) != text] == []


def test_book_of_another_game_is_refused(background: BookContext) -> None:
    (path,) = (CORPUS / "books" / name for name in OTHER_GAMES)
    with pytest.raises(UnreadableError) as caught:
        parse_book(Book(path, "").raw, source="quest.json", context=background)
    assert [finding.code for finding in caught.value.diagnostics] == ["IMP009"]
