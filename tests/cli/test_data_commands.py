"""Commands for authors of data: templates, machine-readable checks and schemas for the editor."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from listbuilder.datafiles.check_files import check_all
from listbuilder.library import Library
from listbuilder.model import RuleId
from tests.importers.book_samples import book
from tests.sentences import sentence

CHECKED_FOUR = sentence("cli.checked", n=4, errors=0, warnings=0) + "\n"


def test_new_files_of_every_kind_are_valid(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    club = ("--system", "club-fantasy", "--data", "own")
    begun = [
        ("faction", "own/men.yaml", "--name", "Men: & Mice", "--system", "way-of-wood"),
        ("system", "own/club.yaml", "--name", "Club Fantasy", "--system", "aof-3.5"),
        ("event", "own/cup.yaml", "--name", "Spring Cup", *club),
        ("list", "own/list.yaml", "--faction", "dwarves", *club),
    ]
    for kind, target, *more in begun:
        assert run("data", "new", kind, "--output", target, *more).code == 0
        text = Path(str(target)).read_text(encoding="utf-8")
        schema = json.loads(Path(text.splitlines()[0].partition("file://")[2]).read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))
    ran = run("data", "check", "own")
    assert (ran.code, ran.out) == (0, CHECKED_FOUR)
    assert run("validate", "own/list.yaml", "--data", "own", "--event", "own/cup.yaml").code == 0
    assert run("data", "new", "event").code == 2
    ran = run("data", "new", "list", "--system", "gf-3.5")
    assert (ran.code, " ".join(ran.err.split())) == (2, sentence("cli.no-factions", system="gf-3.5"))


def test_commented_out_template_lines_are_valid(run, tmp_path: Path):
    kinds = {
        "system": ["--name", "Club"],
        "event": ["--name", "Cup", "--deadline", "2026-10-01T18:00+02:00"],
        "list": [],
    }
    for kind, more in kinds.items():
        path = tmp_path / f"{kind}.yaml"
        assert run("data", "new", kind, "--output", path, *more).code == 0
        lines = path.read_text(encoding="utf-8").splitlines()
        start = next((index for index, line in enumerate(lines) if line.startswith("# More options")), 4) + 1
        offered = [re.sub(r"^(\s*)# ", r"\1", line) for line in lines[start:]]
        assert offered != lines[start:]
        path.write_text("\n".join([*lines[:start], *offered]), encoding="utf-8")
        ran = run("validate" if kind == "list" else "data", *(["check"] * (kind != "list")), path)
        checked = sentence("cli.checked", n=1, errors=0, warnings=0)
        assert sentence("severity.error") not in ran.out.replace(checked, ""), ran.out


def test_deadline_without_zone_is_a_warning(run, tmp_path: Path):
    cup = tmp_path / "cup.yaml"
    cup.write_text("format: 1\nid: cup\nname: Cup\ndeadline: 2026-10-01T18:00\n", encoding="utf-8")
    ran = run("data", "check", cup)
    assert ran.code == 0
    assert f"{cup}:4:11: {sentence('severity.warning')} EVT040" in ran.out
    meant = sentence("EVT040", meant="2026-10-01T18:00:00+00:00", instead="2026-10-01T18:00+02:00")
    assert meant in " ".join(ran.out.split())
    cup.write_text(cup.read_text(encoding="utf-8").replace("18:00", "18:00+02:00"), encoding="utf-8")
    assert "EVT040" not in run("data", "check", cup).out


def test_data_findings_in_machine_formats(run, tmp_path: Path):
    target = tmp_path / "mine.yaml"
    run("data", "new", "--output", target)
    target.write_text(target.read_text(encoding="utf-8").replace("Sword (A3)", "Sword(A3)"), encoding="utf-8")
    ran = run("data", "check", target, "--format", "github")
    assert (ran.code, ran.out.count("\n")) == (2, 1)
    assert re.match(rf"::error file={target},line=\d+,col=15,title=DAT035[^:]*::", ran.out)
    (result,) = json.loads(run("data", "check", target, "--format", "sarif").out)["runs"][0]["results"]
    assert result["ruleId"] == "DAT035"
    ((path, (finding,)),) = json.loads(run("data", "check", target, "--format", "json").out).items()
    assert (path, finding["params"]["instead"]) == (str(target), "Sword (A3)")
    assert ran.out.endswith(f"::{finding['message']}\n")


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
def test_checking_nothing_is_not_a_success(run, tmp_path: Path, form: str):
    ran = run("data", "check", tmp_path, "--format", form)
    assert ran.code == 2
    assert ran.err == sentence("cli.nothing-checked", paths=tmp_path) + "\n"


def test_schema_lists_the_rules_of_one_game(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert run("data", "schema", "--system", "way-of-wood", "--output", "own/schemas/faction.schema.json").code == 0
    schema = json.loads(Path("own/schemas/faction.schema.json").read_text(encoding="utf-8"))
    offered = dict(
        zip(*(schema["$defs"]["rule"]["anyOf"][0][key] for key in ("enum", "enumDescriptions")), strict=True)
    )
    assert offered["Impact(1)"] == Library.open(user=False).system("way-of-wood").rules[RuleId("impact")].text.en
    unit = schema["properties"]["units"]["items"]["properties"]
    assert list(unit["fields"]["properties"]) == ["speed", "wounds"]
    assert run("data", "new", "--system", "way-of-wood", "--output", "own/factions/men.yaml").code == 0
    text = Path("own/factions/men.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../schemas/faction.schema.json\n"), (
        "an existing schema is used"
    )
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))
    checked = sentence("cli.checked", n=1, errors=0, warnings=0)
    assert run("data", "check", "own").out == f"{checked}\n", "schemas are not data files"
    groups = json.loads(run("data", "schema", "event", "--system", "aofr-3").out)["$defs"]["limit_of"]["properties"]
    assert "core" in groups["group"]["enum"]


def test_imported_book_names_an_existing_schema(run, tmp_path: Path):
    source = tmp_path / "book.json"
    source.write_text(json.dumps(book()), encoding="utf-8")
    target = tmp_path / "deep" / "own" / "book.yaml"
    assert run("data", "import", source, "--output", target).code == 0
    named = target.read_text(encoding="utf-8").splitlines()[0].partition("file://")[2]
    assert Path(named).is_file()


def test_own_translations_are_checked(tmp_path: Path):
    folder = tmp_path / "i18n" / "fr"
    folder.mkdir(parents=True)
    (folder / "broken.json").write_text('{"verdict.legal": "légal",\n}')
    (folder / "list.json").write_text("[]")
    (folder / "words.json").write_text(
        '{"verdict.legal": "légal",\n "verdict.legl": "x",\n "limit.percent": "{prozent} %",\n "verdict.illegal": 3}'
    )
    findings = [
        (finding.code, finding.place and finding.place.line)
        for report in check_all([tmp_path]).values()
        for finding in report
    ]
    assert findings == [("DAT036", 2), ("DAT036", 1), ("DAT036", 4), ("DAT037", 2), ("DAT038", 3)]


CLUB = """\
format: 1
id: club
based_on: aof-3.5
own_factions: true
name: Club
edition: "1"
short: C
citation: {document: Ours}
groups: [{id: core, name: Core}, {id: rare, name: Rare}]
fields: [{id: courage_roll, name: Courage, short: C}]
card: [models, cost, quality, courage_roll]
rules: {fearless: {text: Our own words.}, furious: null}
force_organisation:
  limits:
    core: {name: Core units, counts: points, of: {group: core}, least_percent: 25}
    rare: {name: Rare units, counts: points, of: {group: rare}, percent: 25}
    relics: {name: Relics, counts: points, of: {section: relics}, each: unit, most: 50}
"""
MEN = """\
format: 1
id: men
systems: [club]
version: "1"
name: Men
units:
  - {id: lord, name: Lord, size: 1, quality: 4, defense: 4, cost: 100, group: rare, fields: {courage_roll: 8},
     rules: [Hero], items: [Old Armor (Slow)], weapons: [Sword (A3)], upgrades: [arms]}
  - {id: spears, name: Spears, size: 10, quality: 5, defense: 5, cost: 200, group: core, fields: {courage_roll: 6},
     weapons: [Spear (A1)]}
packages:
  arms:
    - {id: armor, replace: [Old Armor], options: [{id: new, gain: [New Armor (Fast)], cost: 10}]}
    - id: relics
      options:
        - {id: crown, gain: [{item: Crown}], cost: 30}
        - {id: ring, gain: [{item: Ring}], cost: 30}
"""
LIST = "format: 1\nname: L\nsystem: club\npoints: 800\nforce_org: true\nbooks: {men: {version: '1'}}\nunits:\n"


LISTS = {
    "legal": ("  - {id: a, unit: men/spears}\n  - {id: b, unit: men/lord}\n", []),
    "illegal": (
        "  - {id: a, unit: men/lord}\n  - {id: b, unit: men/lord, upgrades: [new, crown, ring]}\n",
        ["ORG007", "ORG007", "ORG008"],
    ),
}


def test_custom_game_from_the_guide_works(run, tmp_path: Path):
    """Points limits by group, a cap on relics, a custom field, an upgrade that replaces a rule."""
    for name, text in (("club", CLUB), ("men", MEN), *((name, LIST + units) for name, (units, _) in LISTS.items())):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    assert run("data", "check", tmp_path).out == CHECKED_FOUR
    for name, (_, codes) in LISTS.items():
        list_options = (tmp_path / f"{name}.yaml", "--data", tmp_path, "--format", "json")
        findings = json.loads(run("validate", *list_options).out)["lists"][0]["diagnostics"]
        assert sorted(finding["code"] for finding in findings if finding["severity"] == "error") == codes
        lord = json.loads(run("show", *list_options).out)["entries"][-1]
        assert ("Slow" in str(lord["rules"])) == (not codes), "the old armor's rule is gone"
