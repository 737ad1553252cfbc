"""References in events, systems and collections: each mistake has a position and a suggestion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.library import Library

Check = Callable[..., list[Diagnostic]]
EVENT = "format: 1\nid: cup\nname: Cup\nsystems: [aof-3.5]\npoints: 1000\n"
SYSTEM = 'format: 1\nid: own\nname: Own\nedition: "1"\nshort: OWN\ncitation: {document: D}\nbased_on: aofr-3\n'
COLLECTION = "format: 1\nid: ours\nname: Ours\npublisher: Us\nrules:\n  odd: {name: Odd, text: {en: Plain.}}\n"


def describe_findings(findings: list[Diagnostic]) -> list[tuple[str, tuple[int | None, int | None], object]]:
    return [
        (
            finding.code,
            (finding.place.line, finding.place.column) if finding.place else (None, None),
            finding.params.get("suggestion"),
        )
        for finding in findings
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("least_points: 1000", []),
        ("least_points: 1001", [("REF055", (6, 15), None)]),
        ("factions: [human-empire, human-empir]", [("REF011", (6, 26), "human-empire")]),
        ("banned_factions: [dwarfs]", [("REF011", (6, 19), "dwarves")]),
        ("versions: {human-empir: '3'}", [("REF011", (6, 25), "human-empire")]),
        ("versions: {human-empire: '3'}", []),
        ("banned_units: [human-empire/champion, human-empire/champoin]",
         [("REF007", (6, 39), "human-empire/champion")]),
        ("unit_limits: {human-empire/champoin: 1}", [("REF007", (6, 38), "human-empire/champion")]),
        ("unit_limits: {human-empire/champion: 1}", []),
        ("banned_units: [nobody/x]", [("REF007", (6, 16), "")]),
        ("collections: [opr-aof-3.5, opr-aof-3.6]", [("REF015", (6, 28), "opr-aof-3.5")]),
        ("scoring: {codes: {ORG001: -1, ORG991: -1}}", [("EVT022", (6, 39), "")]),
        ("deadline: 2026-05-01T20:00+02:00", []),
        ("deadline: 2026-05-01T20:00", [("EVT040", (6, 11), None)]),
        ("deadline: 2026-05-01", [("EVT040", (6, 11), None)]),
        ("deadline: 2026-05-32", [("DAT010", (6, 11), None)]),
    ],
)  # fmt: skip
def test_event_references_are_checked(
    check: Check, line: str, expected: list[tuple[str, tuple[int, int], object]]
) -> None:
    assert describe_findings(check(text=f"{EVENT}{line}\n")) == expected


def test_event_units_come_from_its_systems(check: Check) -> None:
    unit = "banned_units: [free-cities/pikemen]\n"
    assert [finding.code for finding in check(text=EVENT.replace("aof-3.5", "way-of-wood") + unit)] == ["REF007"]
    assert check(text=EVENT.replace("aof-3.5", "aofr-3") + unit) == []
    assert check(text=EVENT.replace("systems: [aof-3.5]\n", "") + unit) == [], "units of any system if none is named"


def test_deadline_without_time_zone_is_noted(check: Check) -> None:
    (finding,) = check(text=f"{EVENT}deadline: 2026-05-01T20:00\n")
    assert finding.params == {"meant": "2026-05-01T20:00:00+00:00", "instead": "2026-05-01T20:00+02:00"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("roles: {hero: Hero}", []),
        ("roles: {hero: Heroe}", [("REF001", (8, 15), "hero")]),
        ("roles: {hero: null}", []),
        ("command_group: {rules: [Sergeant, Bannner]}", [("REF001", (8, 35), "banner")]),
        ("rules: {odd: {text: x}}", [("DAT007", (8, 14), None)]),
        ("rules: {hero: {text: x}, odd: {name: Odd, text: x}}", []),
        ("rules: {hero: null}\nroles: {hero: Hero}", [("REF001", (9, 15), "")]),
        ("rules: {odd: {name: Odd, text: '{fearles} {odd}'}}", [("REF031", (8, 32), "fearless")]),
        ("rules: {odd: {name: Odd, text: x, bestows: fearles}}", [("REF031", (8, 44), "fearless")]),
        ("groups: [{id: a, name: A}, {id: a, name: B}]", [("REF004", (8, 33), None)]),
        ("fields: [{id: a, name: A, short: A, default: 1}, {id: a, name: B, short: B, default: 1}]",
         [("REF004", (8, 55), None)]),
    ],
)  # fmt: skip
def test_system_references_are_checked(
    check: Check, line: str, expected: list[tuple[str, tuple[int, int], object]]
) -> None:
    have = [row for row in describe_findings(check(text=f"{SYSTEM}{line}\n")) if row[0] not in ("REF057", "REF006")]
    assert [row[:2] for row in have] == [row[:2] for row in expected]
    assert [row[2] for row in have if row[2]] == [row[2] for row in expected if row[2]]


def test_collection_texts_may_mention_known_rules(check: Check) -> None:
    for rule, codes in (("odd", []), ("fearless", []), ("agile", []), ("nonesuch", ["REF031"])):
        text = COLLECTION.replace("Plain.", f"Has {{{rule}}}.").replace("{en: Has", "{en: 'Has").replace("}.}", "}.'}")
        assert [finding.code for finding in check(text=text)] == codes, rule
    twice = 'patterns:\n  - {match: "{rule} Aura", text: x}\n  - {match: "{rule} Aura", text: y}\n'
    assert [(finding.code, finding.on) for finding in check(text=COLLECTION + twice)] == [
        ("REF004", "patterns[1].match")
    ]
    family = 'patterns:\n  - {match: "{rule} Aura", text: "All have {rule}."}\n'
    assert check(text=COLLECTION + family) == [], "the placeholder of a family is not a rule"


def test_unknown_base_and_cycle_are_found(check: Check, data: Path) -> None:
    (finding,) = check(text=SYSTEM.replace("based_on: aofr-3", "based_on: aofr-33"))
    assert (finding.code, finding.params["suggestion"]) == ("REF008", "aofr-3")
    assert "aofr-3" in describe_finding(finding, "en")
    for name, base in (("a", "b"), ("b", "c"), ("c", "b")):
        text = SYSTEM.replace("id: own", f"id: {name}").replace("aofr-3", base)
        (data / f"{name}.yaml").write_text(text, encoding="utf-8")
    (finding,) = [finding for finding in check_file(data / "b.yaml", Library.open([data])) if finding.code == "REF014"]
    assert finding.params["circle"] == ("b", "c", "b")
