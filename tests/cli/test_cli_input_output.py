"""Importing, migrating and showing lists; terminal streams; how findings are printed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.cli.commands.help import _escape, _format_heading, _format_synopsis
from listbuilder.cli.context import entry_of, finding_lines, format_location, place_of
from listbuilder.cli.input_output import STDOUT, choose_target
from listbuilder.cli.streams import Terminal
from listbuilder.diagnostics.messages import FindingRecord
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.share_string import encode_share_string
from tests.cli.conftest import LISTS, unknown_word
from tests.sentences import sentence

MATINS = LISTS / "aof-3.2-matins.yaml"
ILLEGAL = LISTS / "aof-3.2-illegal-one-hero-too-many.yaml"


@pytest.mark.parametrize(
    ("output", "many", "target"),
    [
        (None, False, "-"),
        (None, True, "-"),
        ("-", True, "-"),
        ("a.yaml", False, "a.yaml"),
        ("a.yaml", True, "a.yaml/vale.yaml"),
        ("new/", False, "new/vale.yaml"),
        ("new\\", False, "new\\/vale.yaml"),
        ("there", False, "there/vale.yaml"),
    ],
)
def test_import_choose_target_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str | None, many: bool, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    assert choose_target(output, "vale.yaml", STDOUT, many=many) == target


def test_share_string_imports_the_same_list(run, tmp_path: Path) -> None:
    army = load_list(MATINS).army
    printed = run("import", encode_share_string(army))
    assert printed.code == 0
    (tmp_path / "out.yaml").write_text(printed.out, encoding="utf-8")
    assert load_list(tmp_path / "out.yaml").army.entries == army.entries
    written = run("import", encode_share_string(army), "--output", tmp_path / "x.yaml")
    assert (written.code, written.out) == (0, "")
    assert sentence("cli.written", path=tmp_path / "x.yaml") in written.err
    assert (tmp_path / "x.yaml").read_text("utf-8") == printed.out
    again = run("import", encode_share_string(army), "--output", tmp_path / "x.yaml")
    assert (again.code, again.err) == (2, sentence("cli.exists", path=tmp_path / "x.yaml") + "\n")
    own = run("import", tmp_path / "x.yaml", "--output", tmp_path / "x.yaml", "--force")
    assert (own.code, (tmp_path / "x.yaml").read_text("utf-8")) == (2, printed.out), "the input is never overwritten"


def test_unreadable_archive_member_does_not_stop_the_import(run, tmp_path: Path) -> None:
    import zipfile  # noqa: PLC0415  # only here

    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.write(MATINS, "a.yaml")
        archive.writestr("b.yaml", "format: 1\nname: [")
        archive.write(ILLEGAL, "c.yaml")
    ran = run("import", tmp_path / "lists.zip")
    assert ran.code == 2
    assert ran.out.count("\n---\n") == 1
    assert not ran.out.startswith("---")
    assert "b.yaml" in ran.err
    into = run("import", tmp_path / "lists.zip", "--output", tmp_path / "all")
    assert into.code == 2
    assert len(list((tmp_path / "all").iterdir())) == 2
    shown = run("show", tmp_path / "lists.zip", "--format", "json")
    assert (shown.code, len(json.loads(shown.out))) == (2, 2)


def test_migrate_leaves_a_current_list_unchanged(run, tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_bytes(MATINS.read_bytes())
    run("migrate", path)
    before = path.read_bytes()
    ran = run("migrate", path)
    assert (ran.code, ran.out) == (0, "")
    assert str(path) in ran.err
    assert path.read_bytes() == before
    assert run("-q", "migrate", path).err == ""


def test_migrate_updates_an_old_list_or_only_reports(run, tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    draft = "# mine\nname: Draft\nsystem: aof-3.2\nlimit: 750\nunits: []\n"
    path.write_text(draft, encoding="utf-8")
    dry = run("migrate", path, "--dry-run")
    assert (dry.code, path.read_text("utf-8")) == (0, draft)
    other = run("migrate", path, "--output", tmp_path / "new.yaml")
    assert (other.code, path.read_text("utf-8")) == (0, draft)
    assert (tmp_path / "new.yaml").read_text("utf-8").startswith("# mine\nformat: 1\n")
    assert run("migrate", path, "--output", tmp_path / "new.yaml").code == 2
    assert run("migrate", path, "--output", tmp_path / "new.yaml", "--force").code == 0
    ran = run("migrate", path)
    assert (ran.code, f"{path}.bak" in ran.err) == (0, True)
    assert "points: 750" in path.read_text("utf-8")
    assert (tmp_path / "list.yaml.bak").read_text("utf-8") == draft


def test_show_exits_with_the_verdict(run) -> None:
    assert [run("show", path).code for path in (MATINS, ILLEGAL)] == [0, 1]
    whole, short = run("show", MATINS).out, run("show", MATINS, "--no-texts").out
    assert len(whole.splitlines()) > len(short.splitlines())
    record = json.loads(run("show", MATINS, "--format", "json").out)
    assert (record["verdict"], len(record["hash"])) == ("legal", 64)
    lines = [finding["line"] for finding in json.loads(run("show", ILLEGAL, "--format", "json").out)["diagnostics"]]
    assert any(lines), "findings have lines"


class Stream(io.StringIO):
    def __init__(self, *, tty: bool = False, encoding: str = "utf-8") -> None:
        super().__init__()
        self._tty = tty
        self._encoding = encoding

    def isatty(self) -> bool:
        return self._tty

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a property in the base class
        return self._encoding


@pytest.mark.parametrize(
    ("stream", "asked", "environment", "colour"),
    [
        (Stream(tty=True), None, {}, True),
        (Stream(tty=False), None, {}, False),
        (Stream(tty=True), None, {"NO_COLOR": "1"}, False),
        (Stream(tty=True), None, {"NO_COLOR": ""}, True),
        (Stream(tty=True), None, {"TERM": "dumb"}, False),
        (Stream(tty=False), "always", {"NO_COLOR": "1"}, True),
        (Stream(tty=True), "never", {}, False),
        (Stream(tty=True), "auto", {}, True),
    ],
)
def test_colour_depends_on_terminal_option_and_environment(
    monkeypatch: pytest.MonkeyPatch, stream: Stream, asked: str | None, environment: dict[str, str], colour: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Terminal.detect(cast("Any", stream), asked).colour is colour


def test_pipes_are_eighty_columns_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = {}
    for terminal_columns in (120, 40, 39):
        monkeypatch.setattr(
            "listbuilder.cli.streams.terminal_width", lambda _, terminal_columns=terminal_columns: terminal_columns
        )
        widths[terminal_columns] = Terminal.detect(cast("Any", Stream(tty=True))).width
    assert widths == {120: 120, 40: 40, 39: 40}
    assert Terminal.detect(cast("Any", Stream())).width == 80
    closed = Stream(tty=True)
    closed.isatty = lambda: (_ for _ in ()).throw(ValueError("closed"))  # type: ignore[method-assign]  # a closed file raises too
    assert Terminal.detect(cast("Any", closed)) == Terminal(80, False, True)


@pytest.mark.parametrize(
    ("encoding", "symbols"), [("utf-8", True), ("ascii", False), ("latin-1", False), ("no-such", False)]
)
def test_symbols_depend_on_the_encoding(encoding: str, symbols: bool) -> None:
    assert Terminal.detect(cast("Any", Stream(encoding=encoding))).symbols is symbols


def test_text_is_sanitised_and_styled() -> None:
    plain, ascii_only, coloured = Terminal(), Terminal(symbols=False), Terminal(colour=True)
    assert plain.sanitize("a\x1bb\nc") == "a�b\nc"
    assert plain.sanitize_line("a\nb") == "a b"
    assert ascii_only.sanitize("✔ ✘ … ★ × ü") == "+ x ... * x ?"
    assert [ascii_only.symbol(symbol) for symbol in "✔█"] == ["+", "?"]
    assert plain.symbol("█") == "█"
    assert coloured.style("x", "bold", "red") == "\x1b[1;31mx\x1b[0m"
    assert (coloured.style("", "bold"), plain.style("x", "bold")) == ("", "x")


def make_finding(**more: object) -> FindingRecord:
    usual = {"code": "ORG001", "name": "too-many", "severity": "error", "on": None, "line": None, "place": None}
    return cast("FindingRecord", {**usual, "message": "Too many.", "fix": None, "source": None, **more})


def test_finding_shows_place_message_and_fix() -> None:
    lines = finding_lines(make_finding(line=8, on="c", fix="Less.", source="Book"), "a.yaml", "en", Terminal())
    error, entry = sentence("severity.error"), sentence("cli.entry", id="c")
    assert lines == [
        f"a.yaml:8: {error} ORG001 too-many ({entry})",
        "  Too many. (Book)",
        f"  {sentence('cli.fix', fix='Less.')}",
    ]
    assert finding_lines(make_finding(), "", "en", Terminal()) == [f"{error} ORG001 too-many", "  Too many."]
    placed = make_finding(place={"path": "b.yaml", "line": 3, "column": 5}, on="units[0]", line=9)
    assert finding_lines(placed, "a.yaml", "en", Terminal())[0] == f"b.yaml:3:5: {error} ORG001 too-many"
    assert (entry_of(placed), place_of(placed, "a.yaml")["path"], place_of(make_finding(line=2), "a")["line"]) == (
        "",
        "b.yaml",
        2,
    )
    line = sentence("cli.line", line=8)
    assert format_location(make_finding(line=8, on="c"), "en") == f"({line}, {entry})"
    assert format_location(make_finding(line=8, on="c"), "en", line=False) == f"({entry})"
    assert format_location(make_finding(line=8), "en") == f"({line})"
    assert format_location(make_finding(), "en") == ""
    coloured = finding_lines(make_finding(severity="note"), "", "en", Terminal(colour=True))[0]
    assert coloured.startswith(f"\x1b[36;1m{sentence('severity.note')}\x1b[0m \x1b[1mORG001\x1b[0m")


@pytest.mark.parametrize(
    ("nargs", "shown"), [("*", "[LIST ...]"), ("+", "LIST ..."), ("?", "[LIST]"), ("A...", "LIST ..."), (None, "LIST")]
)
def test_manual_shows_argument_repetition(nargs: str | None, shown: str) -> None:
    assert _format_synopsis(cast("Any", SimpleNamespace(metavar="LIST", nargs=nargs))) == shown


@pytest.mark.parametrize(
    ("action", "heading"),
    [
        ({"option_strings": ["--event"], "metavar": "FILE"}, r"\fB\-\-event\fR \fIFILE\fR"),
        ({"option_strings": ["-q", "--quiet"], "nargs": 0, "metavar": "X"}, r"\fB\-q\fR, \fB\-\-quiet\fR"),
        ({"option_strings": ["--format"], "choices": ["a", "b"]}, r"\fB\-\-format\fR \fIa|b\fR"),
        ({"metavar": "LIST"}, r"\fILIST\fR"),
        ({"dest": "some-kind"}, r"some\-kind"),
        ({"option_strings": ["--x"]}, r"\fB\-\-x\fR"),
    ],
)
def test_manual_names_an_argument(action: dict[str, Any], heading: str) -> None:
    usual: dict[str, Any] = {"option_strings": [], "metavar": None, "choices": None, "nargs": None, "dest": "x"}
    assert _format_heading(cast("Any", SimpleNamespace(**{**usual, **action}))) == heading


@pytest.mark.parametrize(
    ("text", "written"), [(".x", r"\&.x"), ("a-b", r"a\-b"), ("'x'", r"\(aqx\(aq"), ('"~^`\\', r"\(dq\(ti\(ha\(ga\e")]
)
def test_manual_text_is_escaped_for_roff(text: str, written: str) -> None:
    assert _escape(text) == written


def test_rules_command_explains_a_rule(run) -> None:
    tough = run("rules", "aof-3.5", "Tough(3)")
    assert (tough.code, tough.out.splitlines()[0]) == (0, "Tough(3)")
    page = run("rules", "aof-3.5").out
    title = f"Age of Fantasy 3.5: {sentence('sheet.word.reference')}"
    assert page.startswith(f"{title}\n\n")
    markdown = run("rules", "aof-3.5", "--format", "md").out
    assert markdown.startswith(f"# {title}\n\n## ")
    assert run("rules", "aof-3.5", "tough", "--format", "md").out.startswith("## Tough(X)\n")
    record = json.loads(run("rules", "aof-3.5", "tough", "--format", "json").out)
    assert (record["system"], record["version"], record["parts"][0]["kind"]) == ("aof-3.5", "3.5", "rule")
    whole = json.loads(run("rules", "aof-3.5", "--format", "json").out)
    assert {part["kind"] for part in whole["parts"]} == {"chapter"}
    nothing = run("rules", "aof-3.5", "nonesuch")
    assert (nothing.code, nothing.out) == (2, "")
    assert nothing.err == unknown_word("rule", "nonesuch", command="listbuilder rules SYSTEM") + "\n"


def test_units_are_sorted_on_request(run) -> None:
    units = json.loads(run("units", "free-cities", "--format", "json").out)["units"]
    ordered = json.loads(run("units", "free-cities", "--format", "json", "--sort", "cost").out)["units"]
    assert [unit["cost"] for unit in ordered] == sorted(unit["cost"] for unit in units)
    assert {unit["hero"] for unit in units} == {True, False}
    heads = run("units", "free-cities").out.splitlines()[0].split()
    columns = ("id", "name", "size", "quality", "defense", "cost", "rules")
    assert heads == [sentence(f"column.{name}") for name in columns]
    other = run("units", "free-cities", "--system", "way-of-wood")
    assert (other.code, other.out) == (2, "")
    sections = [section for unit in units for section in unit["sections"]]
    assert any(section["affects"] in ("all", "any") for section in sections)
    assert any(isinstance(section["select"], dict) for section in sections)


@pytest.mark.parametrize("kind", ["faction", "system", "list"])
def test_data_new_uses_the_given_name(run, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"{kind}.yaml"
    ran = run("data", "new", kind, "--system", "aof-3.5", "--name", "Our Own", "--output", path)
    assert (ran.code, ran.out, ran.err) == (0, "", sentence("cli.written", path=path) + "\n")
    assert "Our Own" in path.read_text("utf-8")
    assert run("data", "new", kind, "--system", "aof-3.5", "--output", path).code == 2
    plain = run("data", "new", kind, "--system", "aof-3.5")
    assert {"faction": "My Faction", "system": "My Game", "list": "My List"}[kind] in plain.out


def test_new_list_uses_given_faction_and_points(run) -> None:
    text = run("data", "new", "list", "--system", "aof-3.5", "--faction", "human-empire", "--points", "333").out
    assert "points: 333\n" in text
    assert "unit: human-empire/" in text
    first = Library.open(user=False).newest_factions("aof-3.5")[0]
    assert f"unit: {first.id}/" in run("data", "new", "list", "--system", "aof-3.5").out
    none = run("data", "new", "list", "--system", "gf-3.5")
    assert (none.code, none.out) == (2, "")
    assert " ".join(none.err.split()) == sentence("cli.no-factions", system="gf-3.5")
    nameless = run("data", "new", "event")
    assert (nameless.code, nameless.out) == (2, "")
    assert nameless.err


def test_invalid_event_is_not_written(run, tmp_path: Path) -> None:
    path = tmp_path / "cup.yaml"
    ran = run("data", "new", "event", "--name", "Cup", "--deadline", "never", "--output", path)
    assert (ran.code, "DAT010" in ran.err) == (2, True)
    printed = run("data", "new", "event", "--name", "Cup", "--deadline", "never")
    assert printed.code == 0, "printed events are not checked"
    good = run("data", "new", "event", "--name", "Cup", "--points", "500", "--shown", "committed")
    assert "shown: committed" in good.out
    assert "points: 500" in good.out
