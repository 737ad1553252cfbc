"""Real tournament packs: one set of lists satisfies each, another violates it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder.diagnostics import Severity
from listbuilder.library.build_system import build_event
from listbuilder.listfiles.files import parse_list
from listbuilder.model import Event, Roster
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.checks.list_sets import check_lists
from listbuilder.validation.engine import validate
from tests.cases.case_files import factions, library, load_cases

PACKS = yaml.safe_load(Path(__file__).with_name("packs.yaml").read_text(encoding="utf-8"))
SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "event.schema.json").read_text(encoding="utf-8"))
SAID = {"format", "id", "name", "note"}
"""Keys that are only shown."""
AT_THE_DESK = {"teams", "scoring", "shown"}
"""Keys about several players, tested with statuses and the acceptance log."""


def roster(units: list[dict[str, Any]], event: Event) -> Roster:
    raw = {"format": 1, "name": "List", "system": "aof-3.2", "units": units}
    return build_roster(parse_list(raw).army, library().system("aof-3.2"), factions(), event)


def errors(pack: Mapping[str, Any], kind: str) -> set[str]:
    event = build_event({"id": "pack", "name": "Pack", **pack["event"]})
    rosters = [roster(units, event) for units in pack[kind]]
    together = list(check_lists(rosters, event)) if "lists" in pack["event"] else []
    findings = [*together, *(finding for each in rosters for finding in validate(each))]
    return {finding.code for finding in findings if finding.severity is Severity.ERROR}


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack["name"])
def test_pack_accepts_good_lists_and_rejects_bad(pack: Mapping[str, Any]) -> None:
    assert errors(pack, "good") == set()
    assert errors(pack, "bad") == set(pack["codes"])


@pytest.mark.parametrize("key", sorted(SCHEMA["properties"].keys() - SAID - AT_THE_DESK))
def test_every_event_setting_has_an_effect(key: str) -> None:
    """A key that no check reads would be a false promise."""
    cases = [case.raw for case in load_cases() if key in case.raw.get("event", {}) and case.findings]
    packs = [pack for pack in PACKS if key in pack["event"]]
    assert cases or packs
