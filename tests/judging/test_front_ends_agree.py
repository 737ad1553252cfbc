"""Every front end gives the same verdict and findings for the same file."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import listbuilder
from listbuilder.cli.input_output import judge_path
from listbuilder.diagnostics import Verdict
from listbuilder.errors import ListbuilderError
from listbuilder.exporters.army_forge_text import format_share_text
from listbuilder.exporters.exporter import build_document
from listbuilder.exporters.json_export import export_data
from listbuilder.judging.results import Judged, build_list_record
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data_folder
from listbuilder.listfiles.files import load_list
from listbuilder.sheet import PrintOptions
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_files import load_card, make_card
from listbuilder.tui.screens.folder import check_file
from proof.army_forge_saves import army_forge_save
from tests.judging.test_judging import BOOK, BRINGING, EMPTY, PLAIN
from tests.sentences import sentence

SAMPLES = sorted((bundled_data_folder() / "lists").glob("*.yaml"))
HEAD = "format: 1\nname: Odd\nsystem: aof-3.5\npoints: 500\n"
SAVE = {
    "saveVersion": 3,
    "armyId": "nobody-knows-it",
    "armyName": "Moon Folk",
    "list": {
        "name": "Moon",
        "gameSystem": "aof",
        "units": [{"id": "u", "selectionId": "s", "armyId": "nobody-knows-it"}],
    },
}
ODD = {
    "a-book-nobody-has.yaml": PLAIN,
    "a-book-of-its-own.yaml": BRINGING,
    "a-broken-book-of-its-own.yaml": f"{PLAIN}factions: [{BOOK.replace('size: 5, ', '')}]\n",
    "a-book-that-hides-a-real-one.yaml": BRINGING.replace("mine", "human-empire"),
    "empty.yaml": EMPTY,
    "no-units-key.yaml": HEAD,
    "an-event-nobody-has.yaml": f"{HEAD}event: ../no/such\nunits: [{{id: a, unit: human-empire/champion}}]\n",
    "another-edition.yaml": (
        f"{HEAD}books: {{human-empire: {{version: '1.0', points: 9}}}}\n"
        "units: [{id: a, unit: human-empire/champion, upgrades: [no-such]}, {id: b, unit: human-empire/gone}]\n"
    ),
    "one-id-twice.yaml": f"{HEAD}units: [{{id: a, unit: human-empire/champion}}, {{id: a, unit: human-empire/x}}]\n",
    "no-system.yaml": "name: x\nunits: []\n",
    "chess.yaml": EMPTY.replace("aof-3.5", "chess"),
    "newer.yaml": EMPTY.replace("format: 1", "format: 99"),
    "wrong-types.yaml": f"{HEAD}units: [7, null, {{id: [], unit: {{}}}}]\nbooks: 3\nevent: [a]\n",
    "markup.yaml": f"{HEAD}player: '[red]<b>'\nunits: [{{id: '[/]', unit: '[bold]/x', name: '<script>'}}]\n",
    "a-key-twice.json": '{"format": 1, "name": "Odd", "system": "aof-3.5", "points": 750, "points": 9, "units": []}',
    "a-save-with-a-key-twice.json": json.dumps(SAVE).replace('"name": "Moon"', '"name": "Moon", "name": "Sun"'),
    "broken.yaml": "{",
    "nothing.yaml": "",
    "noise.json": "[1, 2",
    "a-save-without-its-book.json": json.dumps(SAVE),
}


Units = list[Any]


def halves(units: Units, *names: str) -> None:
    """Add records that claim to be halves of the first unit."""
    host = units[0]["selectionId"]
    units += [{**copy.deepcopy(units[1]), "selectionId": name, "joinToUnit": host} for name in names]


def _hero(units: Units) -> dict[str, Any]:
    hero: dict[str, Any] = next(unit for unit in units if unit["joinToUnit"] and not unit["combined"])
    return hero


def _single(units: Units) -> dict[str, Any]:
    single: dict[str, Any] = next(unit for unit in units if not unit["joinToUnit"] and not unit["combined"])
    return single


BENT: Mapping[str, Callable[[Units], object]] = {
    "a-save": lambda _units: None,
    "a-third-half": lambda units: halves(units, "third"),
    "a-third-and-a-fourth-half": lambda units: halves(units, "third", "fourth"),
    "halves-of-different-units": lambda units: _single(units).update(combined=True, joinToUnit=units[0]["selectionId"]),
    "a-join-to-nothing": lambda units: _hero(units).update(joinToUnit="nobody"),
    "a-join-to-itself": lambda units: _hero(units).update(joinToUnit=_hero(units)["selectionId"]),
    "a-lone-half": lambda units: _single(units).update(combined=True),
    "no-entry": lambda units: units.append(None),
    "an-entry-of-letters": lambda units: units.append("knights"),
    "no-pick": lambda units: units[0]["selectedUpgrades"].append(None),
    "a-pick-of-letters": lambda units: units[0]["selectedUpgrades"].append("spear"),
    "a-pick-nobody-has": lambda units: units[0]["selectedUpgrades"].append({"upgradeId": "x", "optionId": "y"}),
    "a-unit-nobody-has": lambda units: units.append({"id": "x", "selectionId": "y"}),
    "one-id-for-two": lambda units: _single(units).update(selectionId=units[0]["selectionId"]),
    "empty": lambda units: units.clear(),
}
"""Faults in the units of an Army Forge save."""
VALE = next(path for path in SAMPLES if path.stem == "aof-3.5-the-iron-vale")


def bent_save(bend: Callable[[Units], object], library: Library) -> str:
    (vale,) = judge_path(str(VALE), library)
    assert isinstance(vale, Judged)
    save = army_forge_save(vale.roster)
    bend(save["list"]["units"])
    return json.dumps(save)


def shared(library: Library) -> str:
    (vale,) = judge_path(str(VALE), library)
    assert isinstance(vale, Judged)
    return format_share_text(vale.roster)


@pytest.fixture(
    params=[*SAMPLES, *ODD, *(f"bent-{name}.json" for name in BENT), "shared.txt"],
    ids=lambda sample: sample.stem if isinstance(sample, Path) else sample,
)
def path(request: pytest.FixtureRequest, tmp_path: Path, library: Library) -> Path:
    sample: Path | str = request.param
    if isinstance(sample, Path):
        return sample
    file = tmp_path / sample
    bend = BENT.get(sample.removeprefix("bent-").removesuffix(".json"))
    text = ODD[sample] if sample in ODD else shared(library) if bend is None else bent_save(bend, library)
    file.write_text(text, encoding="utf-8")
    return file


Said = tuple[str, list[tuple[str, str | None]]]


def from_the_command_line(path: Path, library: Library) -> Said:
    (record,) = (build_list_record(judged_list, "en") for judged_list in judge_path(str(path), library))
    return record["verdict"], [(finding["code"], finding["on"]) for finding in record["diagnostics"]]


def in_the_folder(path: Path, library: Library) -> Said:
    (listed,) = check_file(path, library)
    return listed.judged.verdict.value, [(finding.code, finding.on) for finding in listed.judged.report]


def in_the_editor(path: Path, library: Library) -> Said:
    """Open it as the home screen does: our own files with their findings, others as imports."""
    (listed,) = check_file(path, library)
    assert isinstance(listed.judged, Judged)
    if listed.judged.import_info.loaded is not None:
        loaded = load_list(path)
        session = EditorSession(library, loaded.army, file_report=loaded.report)
    else:
        session = EditorSession(library, listed.judged.army, file_report=listed.judged.import_info.findings)
    return session.report.verdict.value, [(finding.code, finding.on) for finding in session.report]


def from_python(path: Path, library: Library) -> Said:
    army = listbuilder.load(path, library=library)
    return army.verdict, [(finding.code, finding.unit) for finding in army.findings]


def on_paper(path: Path, library: Library) -> tuple[Said, str]:
    (listed,) = check_file(path, library)
    assert isinstance(listed.judged, Judged)
    document = build_document(listed.judged, "en", PrintOptions())
    data = export_data(document, PrintOptions())
    assert isinstance(data["findings"], list)
    findings = [(finding["code"], finding["on"]) for finding in data["findings"]]
    return (str(data["verdict"]), findings), document.sheet.stamp


def test_every_front_end_gives_the_same_verdict(path: Path, library: Library):
    verdict, findings = from_the_command_line(path, library)
    assert in_the_folder(path, library) == (verdict, findings)
    card = load_card(make_card(path), library)
    assert card.verdict is Verdict(verdict)
    if verdict == "unreadable":
        with pytest.raises(listbuilder.UnreadableListError):
            listbuilder.load(path, library=library)
        with pytest.raises(ListbuilderError):
            EditorSession(library, load_list(path).army)
        return
    assert in_the_editor(path, library) == (verdict, findings)
    assert from_python(path, library) == (verdict, findings)
    printed, stamp = on_paper(path, library)
    assert printed == (verdict, [(code, on) for code, on in findings])
    assert stamp == ("" if verdict == "legal" else sentence(f"sheet.word.{verdict}"))


def test_samples_cover_every_verdict(library: Library, tmp_path: Path):
    verdicts = set()
    for name, text in ODD.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        verdicts.add(from_the_command_line(tmp_path / name, library)[0])
    assert verdicts == {"illegal", "unchecked", "unreadable"}
