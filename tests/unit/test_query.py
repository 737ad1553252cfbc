"""The search query: parsing, matching, ranking and highlighting."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    Entry,
    EntryId,
    Faction,
    Half,
    RosterEntry,
    System,
    Text,
    Unit,
    UnitId,
    UnitRef,
    Upgrade,
    slugify,
)
from listbuilder.model.notation import parse_equipment_count, parse_rule
from listbuilder.query import (
    QueryNumber,
    SearchField,
    SearchResult,
    SearchSubject,
    build_entry_subject,
    build_subject,
    build_unit_subject,
    find_matches,
    parse_query,
)
from listbuilder.query.matching import fold_text
from listbuilder.rules.roster_builder import build_roster
from tests.unit.making import faction, option, section

LIBRARY = Library.open(user=False)
SYSTEM = LIBRARY.system("aof-3.5")


def soldiers(
    name: str,
    *,
    cost: int = 100,
    size: int = 5,
    stats: tuple[int, int] = (4, 4),
    rules: tuple[str, ...] = (),
    arms: tuple[str, ...] = (),
    offers: tuple[str, ...] = (),
) -> Unit:
    return Unit(
        id=UnitId(slugify(name)),
        faction=faction().id,
        name=Text(name),
        size=size,
        quality=stats[0],
        defense=stats[1],
        cost=cost,
        rules=tuple(map(parse_rule, rules)),
        equipment=tuple(map(parse_equipment_count, arms)),
        sections=(section("upgrade", *map(option, offers)),) if offers else (),
    )


UNITS = (
    soldiers("Heavy Gun-Men", arms=('5x Long Gun (30", A1, AP(1))',), cost=150, size=10),
    soldiers("Flying Apes", rules=("Flying", "Fast"), cost=110),
    soldiers("Eagle Riders", rules=("Flying",), cost=160, size=3),
    soldiers("Fanatic Lancers", arms=("5x Lance (A1, Impact(2))",), cost=90),
    soldiers("Sorcerer", rules=("Hero", "Tough(3)", "Caster(2)"), size=1, cost=70, stats=(3, 5)),
    soldiers("Captain", rules=("Hero", "Tough(3)"), size=1, cost=60, stats=(3, 3), offers=("Caster(1)", "Tough(3)")),
    soldiers("Cannon", rules=("Tough(6)",), arms=('Cannon (36", A1, AP(3))', 'Pistol (9", A1)'), size=1, cost=140),
    soldiers("Mortar", arms=('Mortar (36", A1)', "Axe (A2, AP(2))"), size=1, cost=130),
)
BOOK = faction(*UNITS)


def subjects(language: str = "en") -> list[SearchSubject]:
    return [build_unit_subject(unit, BOOK, SYSTEM, language) for unit in UNITS]


def find_keys(typed: str, language: str = "en") -> list[str]:
    return [match.key.removeprefix("test/") for match in find_matches(parse_query(typed, language), subjects(language))]


def first(typed: str) -> SearchResult:
    return find_matches(parse_query(typed, "en"), subjects())[0]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("hgm", ["heavy-gun-men"]),
        ("hegu", ["heavy-gun-men"]),
        ("hvymn", ["heavy-gun-men"]),
        ("gun-men", ["heavy-gun-men"]),
        ("HEAVY", ["heavy-gun-men"]),
        ("fly", ["flying-apes", "eagle-riders"]),
        ("fly <120", ["flying-apes"]),
        ("fly < 120", ["flying-apes"]),
        ("<=70", ["sorcerer", "captain"]),
        ("points<=70", ["sorcerer", "captain"]),
        ("hero<65", ["captain"]),
        ("flying<=110", ["flying-apes"]),
        ("ap>1 range>=24", ["cannon"]),
        ("range >= 24 ap=1", ["heavy-gun-men"]),
        ('r≥36"', ["cannon", "mortar"]),
        ("range<12", ["cannon"]),
        ("hero caster", ["sorcerer", "captain"]),
        ("tough>=6", ["cannon"]),
        ("tough>=3 hero", ["sorcerer", "captain"]),
        ("caster=1", ["captain"]),
        ("imp>1", ["fanatic-lancers"]),
        ("q<=3 d>=4", ["sorcerer"]),
        ("q<=3+ d=3+", ["captain"]),
        ("models>5", ["heavy-gun-men"]),
        ("w>=6 <145", ["cannon"]),
        ("tough(6)", ["cannon"]),
        ("attacks>1", ["mortar"]),
    ],
)
def test_queries_find_units(typed: str, keys: list[str]) -> None:
    assert find_keys(typed) == keys


def test_weapon_matches_precede_option_matches() -> None:
    units = (soldiers("Lord", offers=("Impact(2)",)), soldiers("Lancers", arms=("Lance (A1, Impact(2))",)))
    book = faction(*units)
    ordered = find_matches(
        parse_query("impact>1", "en"), [build_unit_subject(unit, book, SYSTEM, "en") for unit in units]
    )
    assert [match.key for match in ordered] == ["test/lancers", "test/lord"]


def test_weapon_matches_rank_like_unit_matches() -> None:
    units = (soldiers("Lancers", arms=("Lance (A1, Impact(2))",)), soldiers("Boars", rules=("Impact(2)",)))
    book = faction(*units)
    ordered = find_matches(
        parse_query("impact>1", "en"), [build_unit_subject(unit, book, SYSTEM, "en") for unit in units]
    )
    assert [match.key for match in ordered] == ["test/lancers", "test/boars"]


def test_highest_rating_is_compared() -> None:
    lord = soldiers("Lord", rules=("Fear(3)", "Fear(1)"))
    subject = build_unit_subject(lord, faction(lord), SYSTEM, "en")
    assert find_matches(parse_query("fear>=3", "en"), [subject])
    assert not find_matches(parse_query("fear=1", "en"), [subject])


def test_weapon_comparisons_apply_to_one_weapon() -> None:
    assert find_keys("ap>=2 range>30") == ["cannon"], "the mortar's AP is its axe's"


@pytest.mark.parametrize("typed", ["", "   ", "<", ">=", "< >", "-", "…"])
def test_empty_queries_find_everything(typed: str) -> None:
    assert len(find_keys(typed)) == len(UNITS)


@pytest.mark.parametrize(
    ("typed", "same"),
    [("fly <", "fly"), ("ap>", "ap"), ("ap>x", "ap x"), ("tough>=6x", "tough 6x"), ("foo>3", "foo 3")],
)
def test_a_broken_query_is_text(typed: str, same: str) -> None:
    assert find_keys(typed) == find_keys(same)


def test_unknown_comparisons_are_text() -> None:
    things = [build_subject("a", ["Plan foo>3"]), build_subject("b", ["Plan 3"])]
    assert [match.key for match in find_matches(parse_query("foo>3"), things)] == ["a"]


def test_match_ranking_order() -> None:
    names = ["Unwarred", "Wild Arrows", "Old Warriors", "War Band"]
    things = [build_subject(name, [name]) for name in names]
    order = [match.key for match in find_matches(parse_query("war"), things)]
    assert order == ["War Band", "Old Warriors", "Wild Arrows", "Unwarred"]


def test_punctuation_may_be_omitted() -> None:
    [match] = find_matches(parse_query("kings"), [build_subject("a", ["The King's Guard"])])
    assert marked("The King's Guard", match.spans("The King's Guard")) == "The [King]'[s] Guard"
    assert match.score == 1, "it is one word"


def test_dangling_operators_are_text() -> None:
    assert parse_query("'<3") == parse_query("3")


def test_initials_match_words() -> None:
    things = [build_subject(name, [name]) for name in ("Swiars", "Wild Arrows")]
    assert [match.key for match in find_matches(parse_query("wiar"), things)] == ["Wild Arrows", "Swiars"]


def test_gapped_matches_are_a_last_resort() -> None:
    assert "fanatic-lancers" not in find_keys("fly")
    assert find_keys("fcl") == ["fanatic-lancers"]


def test_names_precede_rules_precede_options() -> None:
    assert find_keys("cast") == ["sorcerer", "captain"]
    assert [
        any(match.field is SearchField.OPTION for match in result.matches)
        for result in find_matches(parse_query("cast"), subjects())
    ] == [False, True]
    assert find_keys("fl")[0] == "flying-apes"


def marked(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


@pytest.mark.parametrize(
    ("typed", "text", "shown"),
    [
        ("hgm", "Heavy Gun-Men", "[H]eavy [G]un-[M]en"),
        ("gun men", "Heavy Gun-Men", "Heavy [Gun]-[Men]"),
        ("he hea", "Heavy Gun-Men", "[Hea]vy Gun-Men"),
        ("hvymn", "Heavy Gun-Men", "[H]ea[vy] Gun-[M]e[n]"),
        ("fly ape", "Flying", "[Fly]ing"),
        ("fly", "Nothing of it", "Nothing of it"),
    ],
)
def test_matched_parts_are_highlighted(typed: str, text: str, shown: str) -> None:
    assert marked(text, first(typed).spans(text)) == shown


def test_hits_name_the_matched_text() -> None:
    [hit] = first("caster").matches
    assert (hit.field, hit.text, hit.spans) == (SearchField.RULE, "Caster(2)", ((0, 6),))
    [hit] = first("ap>1").matches
    assert (hit.field, hit.text, hit.spans) == (SearchField.EQUIPMENT, "Cannon", ((0, 6),))


def test_rules_match_in_both_languages() -> None:
    assert find_keys("zäh>=6", "de") == find_keys("tough>=6", "de") == ["cannon"]
    assert find_keys("zah") == []
    assert find_keys("zah", "de") == find_keys("tough", "de") == ["sorcerer", "captain", "cannon"]


def test_number_fields_match_in_both_languages() -> None:
    assert find_keys("Punkte<=70", "de") == find_keys("points<=70", "de") == ["sorcerer", "captain"]
    assert find_keys("v=3", "de") == find_keys("d=3", "de") == ["captain"]
    assert find_keys("Qualität<=3", "de") == ["sorcerer", "captain"]


def test_system_fields_can_be_compared() -> None:
    wood = LIBRARY.system("way-of-wood")
    header = LIBRARY.factions(wood.id)[0]
    book = LIBRARY.faction(header.id, wood.id)
    things = [build_unit_subject(unit, book, wood, "de") for unit in book.units.values()]
    speeds = {unit.ref: unit.fields.get("speed", 6) for unit in book.units.values()}
    expected = [ref for ref, speed in speeds.items() if speed > 6]
    assert [match.key for match in find_matches(parse_query("speed>6", "de"), things)] == expected
    assert len(find_matches(parse_query("move>=0", "de"), things)) == len(things)


def test_entries_match_taken_upgrades_only() -> None:
    entries = (
        Entry(id=EntryId("a"), unit=UnitRef("test/captain"), name="Otto"),
        Entry(id=EntryId("b"), unit=UnitRef("test/captain"), upgrades=(Upgrade("caster"),)),
        Entry(id=EntryId("c"), unit=UnitRef("test/flying-apes"), combined=Half()),
    )
    roster_entries = rostered(entries, BOOK, SYSTEM)
    things = [build_entry_subject(roster_entry, BOOK, SYSTEM, "en") for roster_entry in roster_entries]

    def entries_found(typed: str) -> list[str]:
        return [match.key for match in find_matches(parse_query(typed), things)]

    assert entries_found("caster") == ["b"]
    assert entries_found("otto") == ["a"]
    assert entries_found("captain") == ["a", "b"]
    assert entries_found(f"models>=10 points>={UNITS[1].cost * 2}") == ["c"]


def rostered(entries: tuple[Entry, ...], book: Faction, system: System) -> tuple[RosterEntry, ...]:
    army = ArmyList(name="x", system=system.id, entries=entries)
    return build_roster(army, system, {book.id: book}).entries


def test_home_screen_lists_use_the_same_search() -> None:
    things = [
        build_subject("a", ["The Iron Vale"], ["Human Empire", "Age of Fantasy", "legal"], {QueryNumber.POINTS: 1845}),
        build_subject("b", ["Green Tide"], ["Orcs", "Age of Fantasy", "illegal"], {QueryNumber.POINTS: 750}),
    ]

    def lists(typed: str) -> list[str]:
        return [match.key for match in find_matches(parse_query(typed), things)]

    assert lists("tiv") == ["a"]
    assert lists("orcs illegal") == ["b"]
    assert lists("fantasy >1000") == ["a"]
    assert lists("legal") == ["a", "b"], "the whole word comes first"


def test_full_name_precedes_option_matches() -> None:
    units = (soldiers("Lord", offers=("Havoc Chariot (A1)",)), soldiers("Old Havoc Chariot"))
    book = faction(*units)
    things = [build_unit_subject(unit, book, SYSTEM, "en") for unit in units]
    assert [match.key for match in find_matches(parse_query("havoc chariot"), things)] == [
        "test/old-havoc-chariot",
        "test/lord",
    ]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Heavy Gun-Men", " heavy gun men "),
        ("Zäh(3)", " zah 3 "),
        ("a - b", " a b "),
        ("-a", " a "),
        ("a-", " a "),
        ("", " "),
        ("--", " "),
    ],
)
def test_spaces_are_normalised(text: str, letters: str) -> None:
    folded = fold_text(text)
    assert folded.letters == letters
    assert len(folded.positions) == len(letters)
