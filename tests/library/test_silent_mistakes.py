"""Mistakes in data that would stay silent until a list is printed or judged: the check finds them."""

from __future__ import annotations

from pathlib import Path

from listbuilder.datafiles.check_files import check_all
from listbuilder.datafiles.checks.faction import FactionEquipment
from listbuilder.datafiles.checks.limits import _takes_no_number
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics.messages import describe_finding, message_key
from listbuilder.library import Library
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message
from tests.library.library_samples import FACTION

SYSTEM = """\
format: 1
id: club-aof
based_on: aof-3.5
name: Club Fantasy
edition: "2026"
short: CLUB
citation: {document: The club's own rules}
"""
EVENT = "format: 1\nid: cup\nname: Cup\nsystems: [aof-3.5]\npoints: 1000\n"
LIMIT = "limits:\n  odd: {name: Odd, "


def because(reason: str, **values: object) -> dict[str, object]:
    return {"reason": Message(f"limit-problem.{reason}", values)}


SILENT: list[tuple[str, str, int, dict[str, object]]] = [
    (SYSTEM + "fields: [{id: hit_points, name: Hits, short: H}]\ncard: [models, hit_points, hit_pionts]\n",
     "REF052", 9, {"value": "hit_pionts", "suggestion": "hit_points"}),
    (SYSTEM + "card: [speed]\n", "REF052.no-suggestion", 8,
     {"value": "speed", "known": ("models", "cost", "skills", "quality", "defense")}),
    (SYSTEM + "moves: {advance: 6, rush: 12, charge: 12, field: pace}\n", "REF052.no-suggestion", 8,
     {"value": "pace", "known": ()}),
    (SYSTEM.replace("based_on: aof-3.5\n", ""), "REF057", 2, {"system": "club-aof"}),
    (EVENT + "least_points: 1500\n", "REF055", 6, {"points": 1000, "name": "least_points"}),
    (EVENT + "lists: {number: 2, core: 1500}\n", "REF055", 6, {"points": 1000, "name": "core"}),
    (EVENT + "lists: {core: 500}\n", "EVT041", 6, {"name": "core", "needs": "lists: {number: 2}"}),
    (EVENT + "lists: {number: 1, joins_kept: true}\n", "EVT041", 6,
     {"name": "joins_kept", "needs": "lists: {number: 2}"}),
    (EVENT + "scoring: {each_day_late: -1}\n", "EVT041", 6, {"name": "each_day_late", "needs": "deadline"}),
    (EVENT + LIMIT + "counts: units, least: 3, most: 2}\n", "REF053", 7, because("contradiction", least=3, most=2)),
    (EVENT + LIMIT + "counts: points, least_percent: 40, percent: 25}\n", "REF053", 7,
     because("contradiction", least=40, most=25)),
    (EVENT + LIMIT + "counts: heroes, percent: 5}\n", "DAT018", 7, {"value": "percent", "beside": "counts: heroes"}),
    (EVENT + "limits: {heroes: 3}\n", "DAT035", 6,
     {"reason": (build_catalogue_text("hint.limit"),), "instead": "{most: 3}"}),
    (EVENT + "limits: {heroes: {}}\n", "DAT009", 6, {"allowed": build_catalogue_text("allowed.entries", n=1)}),
    (EVENT.replace("1000", "1.000"), "DAT035", 5, {"instead": "1000"}),
    (FACTION + "rules: {odd: {name: Odd, text: Odd., effects: [{hit: soon}]}}\n", "DAT010", 24,
     {"value": "soon", "example": ("1", "X")}),
    (EVENT + LIMIT + "counts: units, least: 0}\n", "REF053", 7, because("nothing-asked")),
    (EVENT + LIMIT + "counts: points, percent: 100}\n", "REF053", 7, because("everything-allowed")),
    (EVENT + LIMIT + "counts: heroes, of: {hero: false}, most: 1}\n", "REF053", 7, because("no-heroes")),
    (EVENT + LIMIT + "counts: units, of: {rule: Fearless, over: 2}, most: 1}\n", "REF053", 7,
     because("no-number", rule="Fearless")),
    (EVENT + LIMIT + "counts: units, of: {faction: dwarves, units: [human-empire/champion]}, most: 1}\n",
     "REF053", 7, because("other-faction", faction="dwarves")),
    (EVENT + LIMIT + "counts: points, of: {section: no-such-section}, most: 50}\n", "REF058.no-suggestion", 7,
     {"value": "no-such-section"}),
    (FACTION.replace("affects: all", "affects: {up_to: 11}"), "REF056", 21,
     {"number": 11, "most": 10, "units": ("pikemen",)}),
]  # fmt: skip


def test_silent_mistakes_are_found(data: Path):
    for number, (text, key, line, params) in enumerate(SILENT):
        folder = data / str(number)
        folder.mkdir()
        (folder / "file.yaml").write_text(text)
        (report,) = check_all([folder]).values()
        (finding,) = report
        assert finding.place is not None
        assert (message_key(finding, "en"), finding.place.line) == (key, line)
        assert finding.code != "REF053" or finding.place.column == 3, "at the limit's name"
        assert {name: finding.params[name] for name in params} == params
        assert describe_finding(finding, "de") != describe_finding(finding, "en")


def test_units_need_fields_without_default(data: Path):
    fields = "fields: [{id: grit, name: Grit, short: G}, {id: luck, name: Luck, short: L, default: 1}]\n"
    (data / "club.yaml").write_text(SYSTEM + fields)
    (data / "own.yaml").write_text(FACTION.replace("[aofr-3]", "[club-aof]"))
    findings = [finding for report in check_all([data]).values() for finding in report]
    assert [(finding.code, finding.params["field"]) for finding in findings] == [("REF054", "grit")]
    (data / "own.yaml").write_text(
        FACTION.replace("[aofr-3]", "[club-aof]").replace("cost: 90", "cost: 90\n    fields: {grit: 2}")
    )
    assert [list(report) for report in check_all([data]).values()] == [[], []]


def test_same_id_in_two_files_is_reported(data: Path):
    for name in ("a", "b"):
        (data / f"{name}.yaml").write_text(FACTION)
    duplicates = {
        path.name: [(finding.code, finding.params["file"]) for finding in report]
        for path, report in check_all([data]).items()
    }
    assert duplicates == {"a.yaml": [("REF051", f"{data}/b.yaml")], "b.yaml": [("REF051", f"{data}/a.yaml")]}


def test_hiding_a_bundled_file_is_noted(data: Path):
    (data / "own.yaml").write_text("format: 1\nid: club-day-2000\nname: Ours\npoints: 1500\n")
    (report,) = check_all([data]).values()
    assert [finding.code for finding in report] == ["DAT014"]
    assert report.legal


def test_variant_inherits_and_overrides_base_factions(data: Path):
    (data / "club.yaml").write_text(SYSTEM)
    (data / "league.yaml").write_text(SYSTEM.replace("club-aof", "league").replace("aof-3.5", "club-aof"))
    (data / "own.yaml").write_text(FACTION.replace("[aofr-3]", "[club-aof]").replace("id: testers", "id: dwarves"))
    library = Library.open([data])
    ours = {header.id for header in library.factions("aof-3.5")}
    for system in ("club-aof", "league"):
        assert {header.id for header in library.factions(system)} == ours
        assert set(library.faction("dwarves", system).units) == {"pikemen"}
        assert system in library.faction("human-empire", system).systems
    assert "pikemen" not in library.faction("dwarves", "aof-3.5").units
    (data / "club.yaml").write_text(SYSTEM + "own_factions: true\n")
    assert [header.id for header in Library.open([data]).factions("club-aof")] == ["dwarves"]


def test_variant_with_cached_base_stays_valid(data: Path):
    chapter = "reference: {actions: {points: [March on a road.]}}\nrules: {fearless: {text: Our own words.}}\n"
    (data / "club.yaml").write_text(SYSTEM + chapter)
    for _ in range(2):
        assert [list(report) for report in check_all([data]).values()] == [[]]


def test_rule_is_numberless_only_if_all_agree():
    plain: dict[str, object] = {"rules": {"grit": {}}}
    rated: dict[str, object] = {"rules": {"grit": {"takes": "number"}}}
    silent: dict[str, object] = {"rules": {}}
    assert _takes_no_number("grit", [plain, silent])
    assert not _takes_no_number("grit", [plain, rated])
    assert not _takes_no_number("grit", [silent, {}])


def test_the_weapons_of_all_its_items_are_counted():
    unit = {"id": "crew", "size": 2, "items": [{"total": 3, "item": "Wagon (2x Gun (A1))"}]}
    equipment = FactionEquipment(Document("x", "", {}, "yaml", ()), {"units": [unit]})
    assert (equipment.problems, equipment.counts_by_unit["crew"]) == ([], {"wagon": 3, "gun": 6})
