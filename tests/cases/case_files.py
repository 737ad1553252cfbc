"""Rule cases, read from the YAML files in this folder and judged by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from listbuilder.diagnostics import Diagnostic, Report, build_report
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.library.build_system import build_event, build_system, merge_raw
from listbuilder.listfiles.files import parse_list
from listbuilder.model import ArmyList, Event, Faction, FactionId, Roster, System, Text
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from tests.plain_values import plain_fix, plain_params

FOLDER = Path(__file__).parent
SHA256 = "cafe0000" * 8
FAMILIES = ("points", "organisation", "limits", "units", "upgrades", "combined", "heroes", "events")


@dataclass(frozen=True)
class Case:
    """One list and its exact findings."""

    family: str
    code: str
    name: Text | str
    system: str
    raw: Mapping[str, Any]

    @property
    def id(self) -> str:
        title = self.name.en if isinstance(self.name, Text) else self.name
        return f"{self.code}-{title.replace(' ', '-')}-{self.system}"

    @property
    def findings(self) -> list[dict[str, Any]]:
        findings: list[dict[str, Any]] = self.raw.get("findings", [])
        return findings

    @property
    def illegal(self) -> bool:
        """Whether the case breaks the rule of its code."""
        return any(finding["code"] == self.code for finding in self.findings)


@cache
def load_cases() -> tuple[Case, ...]:
    return tuple(case for family in FAMILIES for case in _family(family))


def _family(family: str) -> Iterator[Case]:
    raw = yaml.safe_load((FOLDER / f"{family}.yaml").read_text(encoding="utf-8"))
    for case in raw["cases"]:
        name = (
            case["name"] if isinstance(case["name"], str) else Text(case["name"]["en"], (("de", case["name"]["de"]),))
        )
        for system in case.get("systems", [case.get("system", raw["system"])]):
            yield Case(family, case["code"], name, system, case)


@cache
def library() -> Library:
    return Library.open(user=False)


def make_faction(raw: Mapping[str, Any]) -> Faction:
    """Build a faction from its file format, without a file."""
    return build_faction(compile_faction(raw, library().loader.build_glossary(raw), {}), SHA256)


@cache
def factions() -> dict[FactionId, Faction]:
    raw = yaml.safe_load((FOLDER / "factions.yaml").read_text(encoding="utf-8"))
    return {FactionId(faction["id"]): make_faction(faction) for faction in raw}


def system_of(case: Case) -> System:
    changes = case.raw.get("system_changes")
    if changes is None:
        return library().system(case.system)
    merged = library().loader.merged_system(case.system)
    assert merged is not None
    return build_system(merge_raw(merged, changes), SHA256)


def list_mapping_of(case: Case) -> dict[str, Any]:
    """Return the case's list with the common fields; books are pinned unless the case says otherwise."""
    books = {faction.id: {"version": faction.version} for faction in factions().values()}
    return {"format": 1, "name": "Case", "system": case.system, "points": 1000, "books": books, **case.raw["list"]}


def event_of(case: Case) -> Event | None:
    raw = case.raw.get("event")
    return None if raw is None else build_event(raw)


def work_out(case: Case, army: ArmyList) -> Roster:
    return build_roster(army, system_of(case), factions(), event_of(case))


def judge(case: Case, army: ArmyList) -> Report:
    return validate(work_out(case, army), submitted=case.raw.get("submitted"))


def judge_file(case: Case) -> tuple[ArmyList, Report]:
    """Judge the case as a file: findings of the reader and of the engine."""
    loaded = parse_list(list_mapping_of(case))
    return loaded.army, build_report([*loaded.report, *judge(case, loaded.army)])


def matches(finding: Diagnostic, expected: Mapping[str, Any]) -> bool:
    """Return whether a finding is the one that a case describes; values are compared in their plain form."""
    if (finding.code, finding.on) != (expected["code"], expected.get("on")):
        return False
    facts = {**plain_params(finding.params), "severity": finding.severity.value}
    if "fix" in expected:
        facts["fix"] = plain_fix(finding.fix)
    return all(facts.get(key) == value for key, value in expected.items() if key not in ("code", "on"))
