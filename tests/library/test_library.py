from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import platformdirs
import pytest

from listbuilder.datafiles.reader import read_document
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.library import Library, index, loader
from listbuilder.library import cache as cache_module
from listbuilder.library.cache import Cache, LazyMapping, content_hash
from listbuilder.library.index import build_row
from listbuilder.library.locations import cache_folder, state_folder, user_data_folders
from listbuilder.model import ArmyList, Entry, EntryId, Quantifier, SystemId, Unit, UnitId, UnitRef, Variant, Weapon
from tests.library.library_samples import FACTION, GUARDS

DEEP = 1500


@pytest.fixture
def library(data: Path) -> Library:
    (data / "testers.yaml").write_text(FACTION)
    return Library.open([data])


def test_headers_come_from_the_index_without_reading_files():
    code = (
        "import sys; from listbuilder.library import Library; lib = Library.open();"
        "assert lib.systems() and lib.factions('aofr-3') and lib.sample_lists();"
        "print(sorted({'jsonschema', 'jsonschema_rs', 'referencing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_faction_is_built_as_its_file_says(library: Library):
    faction = library.faction("testers")
    unit = faction.units["pikemen"]
    (stack,) = unit.equipment
    assert (stack.count, stack.equipment.name, stack.equipment.rules[0].id) == (10, "Pike", "counter")
    (section,) = unit.sections
    assert (section.variant, section.affects.quantifier, section.targets[0].name) == (
        Variant.REPLACE,
        Quantifier.ALL,
        "Pike",
    )
    assert section.options[0].cost_for(unit.id) == 15
    assert (section.per_model, unit.unique, unit.narrative) == (False, False, False), "the file states none of them"
    assert (unit.ref, unit.group, faction.systems) == ("testers/pikemen", "core", ("aofr-3",))
    assert faction.sha256 == content_hash(FACTION.encode())


def test_index_rows_are_complete_or_absent():
    head = {"id": "x", "name": "X", "version": "1", "systems": ["aof-3.5"]}
    assert build_row("faction", {**head, "units": [{}, {}]}, "")["units"] == 2
    assert build_row("faction", {**head, "units": "many"}, "")["units"] == 0
    assert build_row("faction", {**head, "systems": "aof-3.5"}, "") is None
    entries = [{"unit": "b/y"}, {"unit": "a/x"}, {"unit": "a/z"}, {"unit": "x"}, "?"]
    army = {"name": "L", "system": "aof-3.5", "units": entries}
    assert build_row("list", army, "")["factions"] == ["a", "b"]
    assert build_row("list", {**army, "points": "many"}, "") is None


def test_units_are_built_lazily_and_share_sections(data: Path):
    (data / "f.yaml").write_text(FACTION.replace("packages:", GUARDS))
    units = Library.open([data]).faction("testers").units
    assert isinstance(units, LazyMapping)
    assert units._built == {}
    assert units["pikemen"].sections[0] is units["guards"].sections[0]
    assert units["pikemen"] is units["pikemen"]
    assert list(units) == ["pikemen", "guards"]
    assert "nobody" not in units
    assert units.get(UnitId("nobody")) is None
    assert isinstance(units["guards"], Unit)


def test_equipment_in_every_form(data: Path):
    extra = """\
    items: ["Kit (Fearless)", {item: Rope}, {item: "Flag (Fear(2))", total: 1}]
    base: {round: 25mm, square: 20mm}
"""
    gain = '[{item: "War Horse (Fast, Impact(1), 2x Hooves (A1))", base: 50x25mm}, "2x Pistol (12\\", A1)", Hero]'
    text = FACTION.replace("    upgrades:", extra + "    upgrades:").replace('["Halberd (A1, Rending)"]', gain)
    text = text.replace(
        'weapons: ["Pike (A1, Counter)"]', "weapons: ['2x Pike (A1)', {weapon: 'Gun (24\", A3)', total: 1}]"
    )
    (data / "f.yaml").write_text(text)
    unit = Library.open([data]).faction("testers").units["pikemen"]
    assert [(stack.count, stack.equipment.name) for stack in unit.equipment] == [
        (20, "Pike"),
        (1, "Gun"),
        (10, "Kit"),
        (10, "Rope"),
        (1, "Flag"),
    ]
    assert unit.base.for_shape("square") == "20mm"
    horse, pistols, hero = unit.sections[0].options[0].gains
    assert (horse.equipment.base.for_shape("round"), horse.equipment.weapons[0].count) == ("50x25mm", 2)
    assert (pistols.count, pistols.equipment) == (2, Weapon("Pistol", 1, 12))
    assert hero.equipment.id == "hero"


def test_second_load_comes_from_the_cache(data: Path, monkeypatch: pytest.MonkeyPatch, library: Library):
    cold = library.faction("testers")
    monkeypatch.setattr(loader, "compile_faction", None)
    warm = Library.open([data]).faction("testers")
    assert warm.sha256 == cold.sha256
    assert warm.units["pikemen"].equipment == cold.units["pikemen"].equipment
    assert {rule: warm.rules[rule] for rule in warm.rules} == {rule: cold.rules[rule] for rule in cold.rules}


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe\x00", b'0\n{"units": 5}', b"[]"])
def test_damaged_cache_is_rebuilt(data: Path, tmp_path: Path, library: Library, damage: bytes):
    library.faction("testers")
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(damage)
    again = Library.open([data]).faction("testers")
    assert again.units["pikemen"].cost == 90
    assert all(path.read_bytes() != damage for path in (tmp_path / "cache").glob("faction@*"))


def test_changed_content_is_never_hidden_by_the_cache(data: Path, library: Library):
    library.faction("testers")
    path = data / "testers.yaml"
    status = path.stat()
    path.write_text(FACTION.replace("cost: 90", "cost: 95"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert Library.open([data]).faction("testers").units["pikemen"].cost == 95


def test_unwritable_cache_is_skipped(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "file" / "inside"))
    (data / "testers.yaml").write_text(FACTION)
    assert Library.open([data]).faction("testers").units["pikemen"].cost == 90


def test_cache_keeps_few_versions_and_no_leftovers(tmp_path: Path):
    cache = Cache(tmp_path / "c", tmp_path / "secret")
    for number in range(9):
        cache.save("faction", "a", f"{number:064}"[::-1], {"n": number})
    cache.save("faction", "a-b", "k" * 64, {})
    assert len(list((tmp_path / "c").glob("faction@a@*"))) == cache_module._MAX_VERSIONS
    assert len(list((tmp_path / "c").iterdir())) == cache_module._MAX_VERSIONS + 1
    again = Cache(tmp_path / "c", tmp_path / "secret")
    assert again.load("faction", "a", f"{8:064}"[::-1]) == {"n": 8}
    assert again.load("faction", "a", f"{0:064}"[::-1]) is None


def test_hashes_ignore_line_endings():
    assert content_hash(b"a\r\nb\r\n") == content_hash(b"a\nb\n")


def test_user_files_hide_bundled_ones_visibly(data: Path):
    (data / "sub").mkdir()
    (data / "sub" / "mine.yaml").write_text(FACTION.replace("id: testers", "id: free-cities"))
    library = Library.open([data])
    assert library.faction("free-cities", "aofr-3").name.en == "Testers"
    (header,) = [header for header in library.factions("aofr-3") if header.id == "free-cities"]
    assert (header.bundled, header.units) == (False, 1)
    (shadow,) = library.shadowed
    assert (shadow.kind, shadow.id, shadow.file) == ("faction", "free-cities", data / "sub" / "mine.yaml")
    assert (shadow.replaced.name, shadow.systems) == ("free-cities.yaml", ("aofr-3",))
    assert [finding.code for finding in library.findings()] == ["DAT014"]
    assert Library.open().shadowed == ()


def test_later_folders_win(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    other = tmp_path / "other"
    other.mkdir()
    (data / "f.yaml").write_text(FACTION)
    (other / "f.yaml").write_text(FACTION.replace("cost: 90", "cost: 91"))
    monkeypatch.setenv("LISTBUILDER_DATA", str(data))
    assert Library.open().faction("testers").units["pikemen"].cost == 90
    assert Library.open([other]).faction("testers").units["pikemen"].cost == 91
    with pytest.raises(UnknownIdError):
        Library.open(user=False).faction("testers")


def test_user_files_are_checked_when_loaded(data: Path):
    (data / "f.yaml").write_text(FACTION.replace("size: 10", "size: many").replace("[Fearless]", "[3]"))
    library = Library.open([data])
    with pytest.raises(UnreadableError) as caught:
        library.faction("testers")
    assert [finding.code for finding in caught.value.diagnostics] == ["DAT008", "DAT008"]


def test_broken_user_files_do_not_stop_the_rest(data: Path):
    (data / "broken.yaml").write_text("a: [")
    (data / "foreign.json").write_text('{"units": [], "name": "x", "gameSystemId": 4}')
    (data / "odd.yaml").write_text("format: 1\nid: ../../etc\nname: x\nversion: '1'\nsystems: [a]\nunits: []\n")
    (data / "odder.yaml").write_text("format: 1\nid: x\nname: {en: 1}\nversion: '1'\nsystems: [{}]\nunits: 5\n")
    (data / "oddest.yaml").write_text("format: 1\nname: x\nsystem: y\nunits: 5\npoints: many\n")
    (data / "f.yaml").write_text(FACTION)
    library = Library.open([data])
    assert library.faction("testers")
    assert [str(problem.place) for problem in library.problems] == [f"{data}/broken.yaml:2:1"]
    assert {header.id for header in library.factions() if not header.bundled} == {"testers"}
    assert all(header.bundled for header in library.sample_lists())


def test_missing_folder_is_a_finding(tmp_path: Path):
    (finding,) = Library.open([tmp_path / "nowhere"]).findings()
    assert (finding.code, finding.place.path) == ("DAT001", str(tmp_path / "nowhere"))


def test_scans_are_remembered_until_a_file_changes(data: Path, monkeypatch: pytest.MonkeyPatch):
    (data / "f.yaml").write_text(FACTION)
    Library.open([data])
    read: list[object] = []
    monkeypatch.setattr(index, "load_row", read.append)
    assert Library.open([data]).has_faction("testers")
    assert read == []
    (data / "f.yaml").write_text(FACTION + "# longer\n")
    Library.open([data])
    assert read == [data / "f.yaml"]


def test_folder_with_too_many_files_is_reported(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(index, "MAX_FILES", 2)
    for name in "abc":
        (data / f"{name}.yaml").write_text(FACTION.replace("id: testers", f"id: testers-{name}"))
    library = Library.open([data])
    assert [(problem.code, problem.params, problem.place.path) for problem in library.problems] == [
        ("DAT019", {"most": 2}, str(data))
    ]
    assert [library.has_faction(f"testers-{name}") for name in "abc"] == [True, True, False]


def test_very_deep_folders_do_not_recurse(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(data)
    for _ in range(DEEP):
        Path("a").mkdir()
        os.chdir("a")
    Path("deep.yaml").write_text(FACTION)
    is_known = Library.open([data]).has_faction("testers")
    Path("deep.yaml").unlink()
    for _ in range(DEEP):  # removing such a tree recursively may fail
        os.chdir("..")
        Path("a").rmdir()
    assert is_known


def test_unknown_ids_name_the_known_ones():
    library = Library.open()
    with pytest.raises(UnknownIdError) as caught:
        library.system("nothing")
    assert "aofr-3" in caught.value.known
    with pytest.raises(UnknownIdError):
        library.faction("../../etc/passwd")
    with pytest.raises(UnknownIdError):
        library.event("no-such-cup")
    with pytest.raises(UnknownIdError):
        library.event("/etc/passwd.yaml")


def test_systems_merge_with_their_base():
    library = Library.open()
    base, regiments, fantasy = library.system("aof-3.2"), library.system("aofr-3"), library.system("aof-3.5")
    assert (base.force_organisation.limits["heroes"].per, regiments.force_organisation.limits["heroes"].per) == (
        500,
        375,
    )
    copies = [asdict(system.force_organisation.limits["copies"]) for system in (regiments, base)]
    assert copies[0] == copies[1]
    assert "lance" in base.rules
    assert "lance" not in regiments.rules
    assert regiments.rules["blast"].name == base.rules["blast"].name
    assert regiments.rules["blast"].text != base.rules["blast"].text
    assert regiments.formation is not None
    assert fantasy.formation is None
    assert {rule.stacking for rule in base.rules.values()} == {"add"}


def test_merging_replaces_texts_as_a_whole(data: Path):
    text = 'format: 1\nid: own\nname: Own\nedition: "1"\nshort: O\ncitation: {document: D}\nbased_on: aofr-3\n'
    (data / "s.yaml").write_text(text + "rules: {blast: {text: {en: New.}}}\njoining: {max_tough: null}\n")
    system = Library.open([data]).system("own")
    assert (system.rules["blast"].text.to("de"), system.joining.max_tough, system.joining.allowed) == (
        "New.",
        None,
        True,
    )


def test_faction_rules_cover_what_systems_lack(data: Path):
    extra = "name: Testers\ncollection: opr-aof-3.5\nrules: {odd: {name: {en: Odd}, text: {en: Own.}}}"
    text = FACTION.replace("name: Testers", extra).replace("[Fearless]", "[Fearless, Odd, Odd in Melee Aura, Hero]")
    (data / "f.yaml").write_text(text)
    rules = Library.open([data]).faction("testers").rules
    assert set(rules) == {"odd", "odd-in-melee-aura"}
    assert rules["odd-in-melee-aura"].name.en == "Odd in Melee Aura"
    assert "Odd" in rules["odd-in-melee-aura"].text.en
    assert "{" not in rules["odd-in-melee-aura"].text.en


WORDINGS = """
format: 1
id: mine
phrases:
  target-enemy-unit: {en: "foe at {range}", de: "Feind auf {range}"}
  target-friendly-units: {en: "{most} friends at {range}", de: "{most} Freunde auf {range}"}
  hits-1: {en: "1", de: "1"}
  rules: {en: ", {rules}", de: ", {rules}"}
effects:
  hits: {one: {en: "{target}: {hits}{rules}.", de: "{target}: {hits}{rules}."}}
  gain: {one: "{target} gets {rule}.", several: {en: "{target} get {rule}.", de: "{target} bekommen {rule}."}}
"""


def test_spell_text_is_built_from_its_facts(data: Path):
    bolt = "does: hits, side: enemy, range: 9, hits: 1, rules: [AP(1), Rending]"
    veil = "does: gain, side: friendly, most: 2, range: 6, rule: Stealth"
    kinds = (f"effect: {{{bolt}}}", f"effect: {{{veil}}}", "text: Words.", "wording: [abcdefghijkl]")
    spells = "".join(f"\n  - {{id: s{number}, name: N, cost: 4, {kind}}}" for number, kind in enumerate(kinds))
    spells = f"spells:{spells}"
    (data / "f.yaml").write_text(FACTION.replace("name: Testers", f"name: Testers\n{spells}"))
    shipped, lent, _, _ = Library.open([data]).faction("testers").spells
    for text, terms in ((shipped.text, ("9", "AP(1)", "Rending")), (lent.text, ("2", "6", "Stealth"))):
        assert [term for term in terms if term not in text.en] == []
        assert "{" not in text.en + text.to("de")
    assert "PB(1), Verheerend" in shipped.text.to("de")
    (data / "wordings.yaml").write_text(WORDINGS)
    attack, gained, own, none = Library.open([data]).faction("testers").spells
    assert attack.text.en == "Foe at 9: 1, AP(1), Rending."
    assert attack.text.to("de") == "Feind auf 9: 1, PB(1), Verheerend."
    assert gained.text.en == "2 friends at 6 get Stealth."
    assert (own.text.en, none.text.en) == ("Words.", "")


def test_user_file_overrides_spell_wording(data: Path):
    phrases = "phrases: {target-enemy-unit: 'foe at {range}', hits: '{hits} blows'}"
    (data / "t.yaml").write_text(
        f"format: 1\nid: mine\n{phrases}\neffects: {{hits: {{one: '{{hits}} for {{target}}.'}}}}\n"
    )
    spells = "spells: [{id: a, name: A, cost: 4, effect: {does: hits, side: enemy, range: 9, hits: 2}}]"
    (data / "f.yaml").write_text(FACTION.replace("name: Testers", f"name: Testers\n{spells}"))
    (spell,) = Library.open([data]).faction("testers").spells
    assert spell.text.en == "2 blows for foe at 9."


def test_events_by_id_and_by_path(data: Path):
    text = "format: 1\nid: cup\nname: Cup\npoints: 1000\nlimits: {heroes: {most: 2}}\n"
    text += "mixing: forbid\ndeadline: 2026-05-01T20:00+02:00\n"
    (data / "cup.yaml").write_text(text)
    for event in (
        Library.open([data]).event("cup"),
        Library.open().find_event(data / "cup.yaml"),
        Library.open().find_event(str(data / "cup.yaml")),
    ):
        assert (event.id, event.points, event.limits["heroes"].most, event.mixing.value) == ("cup", 1000, 2, "forbid")
        assert event.deadline.isoformat() == "2026-05-01T20:00:00+02:00"
    (data / "cup.yaml").write_text(text.replace("points: 1000", "points: much"))
    with pytest.raises(UnreadableError):
        Library.open().find_event(data / "cup.yaml")


@pytest.mark.parametrize("deadline", ["2026-02-31", "2026-13-01T10:00", "2026-01-01T25:00"])
def test_invalid_deadline_is_refused(data: Path, deadline: str):
    (data / "cup.yaml").write_text(f"format: 1\nid: cup\nname: Cup\npoints: 1\ndeadline: {deadline}\n")
    with pytest.raises(UnreadableError) as caught:
        Library.open().find_event(data / "cup.yaml")
    assert [(finding.code, finding.on) for finding in caught.value.diagnostics] == [("DAT010", "deadline")]


def test_roster_uses_installed_books_only(library: Library):
    entries = (
        Entry(id=EntryId("a"), unit=UnitRef("testers/pikemen")),
        Entry(id=EntryId("b"), unit=UnitRef("nobody/nothing")),
        Entry(id=EntryId("c"), unit=UnitRef("../../etc")),
    )
    roster = library.roster(ArmyList(name="x", system=SystemId("aofr-3"), entries=entries))
    assert (roster.cost, [entry.id for entry in roster.unresolved], list(roster.factions)) == (
        90,
        ["b", "c"],
        ["testers"],
    )
    with pytest.raises(UnknownIdError):
        library.roster(ArmyList(name="x", system=SystemId("chess")))


def test_factions_by_foreign_key(data: Path):
    (data / "k.yaml").write_text(FACTION.replace("id: testers", "id: keyed\nkeys: [abc]"))
    other = Library.open([data])
    assert [header.id for header in other.factions_by_key("abc")] == ["keyed"]
    assert other.factions_by_key("zzz") == ()


def test_embedded_faction_serves_only_its_list(library: Library):
    fresh = Library.open()
    entries = (Entry(id=EntryId("a"), unit=UnitRef("testers/pikemen")),)
    army = ArmyList(name="x", system=SystemId("aofr-3"), entries=entries)
    assert not fresh.roster(army, [library.faction("testers")]).unresolved
    assert fresh.roster(army).unresolved
    assert not fresh.has_faction("testers")


def test_json_is_accepted_wherever_yaml_is(data: Path):
    value = read_document(FACTION.encode(), "f.yaml").value
    (data / "f.json").write_text(json.dumps(value))
    assert Library.open([data]).faction("testers").units["pikemen"].cost == 90


@pytest.mark.parametrize("folder_value", ["", "/somewhere/else"])
def test_default_folders_match_platformdirs(monkeypatch, folder_value):
    for variable in ("LISTBUILDER_DATA", "LISTBUILDER_CACHE", "LISTBUILDER_STATE"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, folder_value)
    assert user_data_folders() == (platformdirs.user_data_path("listbuilder", appauthor=False),)
    assert cache_folder() == platformdirs.user_cache_path("listbuilder", appauthor=False)
    assert state_folder() == platformdirs.user_state_path("listbuilder", appauthor=False)
