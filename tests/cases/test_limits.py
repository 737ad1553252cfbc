"""Every key of a limit is enforced, and `data check` refuses what could not be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.datafiles.schema import load_schema
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.model import Measure
from listbuilder.rules.limits import COUNTERS
from tests.cases.case_files import Case, judge_file, library, load_cases

DEFS = load_schema("event")["$defs"]
CLASSIC = tuple(DEFS["limits"]["properties"])
CASES = [case for case in load_cases() if "limits" in case.raw.get("event", {}) and case.findings]


def keys_of_the_schema() -> Iterator[tuple[str, ...]]:
    """Walk the schema: each key of a short form, of a full limit and of its filter."""
    for name, form in DEFS["limits"]["properties"].items():
        for key in DEFS[form["$ref"].rpartition("/")[2]]["properties"]:
            yield name, key
    for key in DEFS["limit"]["properties"].keys() - {"name", "counts", "of"}:
        yield "*", key
    for key in DEFS["limit_of"]["properties"]:
        yield "*", "of", key


def without(raw: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, Any] | None:
    """Return an event without one key of its limits; None if it has no such key."""
    changed = deepcopy(dict(raw))
    limits = changed["limits"]
    names = [name for name in limits if name == path[0] or (path[0] == "*" and name not in CLASSIC)]
    was_removed = False
    for name in names:
        holder = limits[name] if path[1] != "of" else limits[name].get("of", {})
        was_removed |= holder.pop(path[-1], None) is not None
        if limits[name].get("of") == {}:
            del limits[name]["of"]
    return changed if was_removed else None


def params(case: Case) -> list[tuple[str, str | None, str]]:
    _, report = judge_file(case)
    return sorted((finding.code, finding.on or "", describe_finding(finding, "en")) for finding in report)


@pytest.mark.parametrize("path", sorted(keys_of_the_schema()), ids=".".join)
def test_every_limit_key_is_enforced(path: tuple[str, ...]) -> None:
    """Some case has different findings without the key."""
    for case in CASES:
        event = without(case.raw["event"], path)
        if event is not None:
            changed = Case(case.family, case.code, case.name, case.system, {**case.raw, "event": event})
            if params(changed) != params(case):
                return
    pytest.fail("no case shows what this key does")


@pytest.mark.parametrize("measure", Measure)
def test_every_measure_has_a_breaking_case(measure: Measure) -> None:
    assert measure in COUNTERS
    limits = [limit | {"id": name} for case in CASES for name, limit in case.raw["event"]["limits"].items()]
    assert any(limit.get("counts", limit["id"]) == measure.value for limit in limits)
    assert {member.value for member in Measure} == set(DEFS["limit"]["properties"]["counts"]["enum"])


def check(tmp_path: Path, limits: str) -> list[Diagnostic]:
    path = tmp_path / "cup.yaml"
    path.write_text(f"format: 1\nid: cup\nname: Cup\nsystems: [aof-3.5]\nlimits: {limits}\n", encoding="utf-8")
    return list(check_file(path, library()))


FULL = "name: X, counts: "
REFUSED = {
    "{heroes: {percent: 5}}": ("DAT006", "limits.heroes.percent"),
    "{units: {percent: 5}}": ("DAT006", "limits.units.percent"),
    "{heroes: {counts: points, most: 1}}": ("DAT006", "limits.heroes.counts"),
    "{heroes: {}}": ("DAT009", "limits.heroes"),
    "{x: {counts: units, most: 1}}": ("DAT007", "limits.x.name"),
    "{x: {name: X, most: 1}}": ("DAT007", "limits.x.counts"),
    f"{{x: {{{FULL}units}}}}": ("DAT007", "limits.x.most"),
    f"{{x: {{{FULL}units, percent: 5}}}}": ("DAT018", "limits.x.percent"),
    f"{{x: {{{FULL}models, least_percent: 5}}}}": ("DAT018", "limits.x.least_percent"),
    f"{{x: {{{FULL}heroes, each: unit, most: 1}}}}": ("DAT018", "limits.x.each"),
    f"{{x: {{{FULL}beards, most: 1}}}}": ("DAT009", "limits.x.counts"),
    f"{{x: {{{FULL}units, of: {{over: 3}}, most: 1}}}}": ("DAT007", "limits.x.of.rule"),
    f"{{x: {{{FULL}units, of: {{rule: Tuogh}}, most: 1}}}}": ("REF001", "limits.x.of.rule"),
    f"{{x: {{{FULL}units, of: {{group: cor}}, most: 1}}}}": ("REF012", "limits.x.of.group"),
    f"{{x: {{{FULL}units, of: {{units: [human-empire/nobody]}}, most: 1}}}}": ("REF007", "limits.x.of.units[0]"),
    f"{{x: {{{FULL}units, of: {{faction: humans}}, most: 1}}}}": ("REF011", "limits.x.of.faction"),
    f"{{x: {{{FULL}picks, of: {{option: baner}}, most: 1}}}}": ("EVT014", "limits.x.of.option"),
}


@pytest.mark.parametrize("limits", REFUSED)
def test_unenforceable_limits_are_refused(tmp_path: Path, limits: str) -> None:
    assert [(finding.code, finding.on) for finding in check(tmp_path, limits)] == [REFUSED[limits]]


def test_all_kinds_of_limits_are_valid(tmp_path: Path) -> None:
    limits = """
  heroes: {per: 500, most: 3}
  share: {most: 525}
  core: {name: Core, counts: points, of: {group: core}, least_percent: 25}
  casters: {name: Casters, counts: units, of: {rule: Caster}, most: 2}
  banners: {name: Banners, counts: picks, of: {option: banner}, most: 1}
  ranks: {name: Ranks, counts: models, each: unit, of: {hero: false}, most: 20}
"""
    assert check(tmp_path, limits) == []


def test_systems_define_limits_like_events(tmp_path: Path) -> None:
    text = (
        "format: 1\nid: own\nname: Own\nedition: '1'\nshort: OWN\nbased_on: aof-3.5\ncitation: {document: Own}\n"
        "force_organisation: {limits: {x: {name: X, counts: units, of: {rule: Caster, group: cor}, most: 1}}}\n"
    )
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    findings = [(finding.code, finding.on) for finding in check_file(path, library())]
    assert findings == [("REF012", "force_organisation.limits.x.of.group")]
