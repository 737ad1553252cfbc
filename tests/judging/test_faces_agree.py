"""Every face gives the same verdict with the same findings, whatever it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.cli.lists import judge
from listbuilder.diagnostics import Verdict
from listbuilder.errors import ListbuilderError
from listbuilder.exporters.document import build_document
from listbuilder.exporters.json_export import export_data
from listbuilder.judging import Judged
from listbuilder.judging.records import list_record
from listbuilder.library import Library
from listbuilder.library.locations import bundled_data
from listbuilder.listfiles import load_list
from listbuilder.sheet import PrintOptions
from listbuilder.tui.screens.folder import list_file
from listbuilder.tui.shelf import build_card, glance_card
from listbuilder.tui.workspace import Workspace
from tests.judging.test_judging import BOOK, BRINGING, EMPTY, PLAIN

SAMPLES = sorted((bundled_data() / "lists").glob("*.yaml"))
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
    "broken.yaml": "{",
    "nothing.yaml": "",
    "noise.json": "[1, 2",
    "a-save-without-its-book.json": json.dumps(SAVE),
}


@pytest.fixture(params=[*SAMPLES, *ODD], ids=lambda given: given.stem if isinstance(given, Path) else given)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    given: Path | str = request.param
    if isinstance(given, Path):
        return given
    file = tmp_path / given
    file.write_text(ODD[given], encoding="utf-8")
    return file


Said = tuple[str, list[tuple[str, str | None]]]


def from_the_command_line(path: Path, library: Library) -> Said:
    (record,) = (list_record(one, "en") for one in judge(str(path), library))
    return record["verdict"], [(finding["code"], finding["on"]) for finding in record["diagnostics"]]


def in_the_folder(path: Path, library: Library) -> Said:
    (listed,) = list_file(path, library)
    return listed.judged.verdict.value, [(finding.code, finding.on) for finding in listed.judged.report]


def in_the_editor(path: Path, library: Library) -> Said:
    """Open it as home does: a file of ours with what was found in it, anything else as an import."""
    (listed,) = list_file(path, library)
    assert isinstance(listed.judged, Judged)
    if listed.judged.origin.loaded is not None:
        loaded = load_list(path)
        workspace = Workspace(library, loaded.army, found=loaded.report)
    else:
        workspace = Workspace(library, listed.judged.army, found=listed.judged.origin.found)
    return workspace.report.verdict.value, [(finding.code, finding.on) for finding in workspace.report]


def on_paper(path: Path, library: Library) -> tuple[Said, str]:
    (listed,) = list_file(path, library)
    assert isinstance(listed.judged, Judged)
    document = build_document(listed.judged, "en", PrintOptions())
    data = export_data(document, PrintOptions())
    assert isinstance(data["findings"], list)
    found = [(finding["code"], finding["on"]) for finding in data["findings"]]
    return (str(data["verdict"]), found), document.sheet.stamp


def test_every_face_says_the_same(path: Path, library: Library):
    verdict, found = from_the_command_line(path, library)
    assert in_the_folder(path, library) == (verdict, found)
    card = build_card(glance_card(path), library)
    assert card.verdict is Verdict(verdict)
    if verdict == "unreadable":
        with pytest.raises(ListbuilderError):
            Workspace(library, load_list(path).army)
        return
    assert in_the_editor(path, library) == (verdict, found)
    printed, stamp = on_paper(path, library)
    assert printed == (verdict, [(code, on) for code, on in found])
    assert stamp == {"legal": "", "illegal": "Illegal list", "unchecked": "Unchecked list"}[verdict]


def test_what_is_shown_covers_every_verdict(library: Library, tmp_path: Path):
    seen = set()
    for name, text in ODD.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        seen.add(from_the_command_line(tmp_path / name, library)[0])
    assert seen == {"illegal", "unchecked", "unreadable"}
