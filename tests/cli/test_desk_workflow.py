"""An event from `desk init` to `desk export`, as an organiser types it."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import format_printed_code, list_hash
from tests.desk.conftest import EVENT, ILLEGAL, LATE, LEGAL, OTHER, PLAYERS, mail
from tests.sentences import sentence


class Ran(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
KIM = sentence("desk.taken", file="1/01-aof-3-2-matins.yaml", player="Kim Weber")
ROBIN = sentence("desk.taken", file="2/01-aof-3-2-illegal-one-hero-too-many.yaml", player="Robin Ñandú")
ILLEGAL_STATUS = sentence("desk.status.illegal")
LEGAL_STATUS = sentence("desk.status.legal")
MISSING_STATUS = sentence("desk.status.missing")


@pytest.fixture
def run(run: Callable[..., Any]) -> Run:
    """Run a command and return its exit code and output as one value."""

    def go(*arguments: object) -> Ran:
        ran = run(*arguments)
        return Ran(ran.code, ran.out, ran.err)

    return go


@pytest.fixture
def event_folder(run: Run, tmp_path: Path) -> Path:
    """A new event with its players."""
    (tmp_path / "event.yaml").write_text(EVENT, encoding="utf-8")
    root = tmp_path / "cup"
    assert run("desk", "init", tmp_path / "event.yaml", root).code == 0
    (root / "players.csv").write_text(PLAYERS, encoding="utf-8")
    return root


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    """A legal list, an illegal one, and one from an unknown sender."""
    folder = tmp_path / "mails"
    folder.mkdir()
    (folder / "1.eml").write_bytes(mail("kim@example.org", "list", file=LEGAL))
    (folder / "2.eml").write_bytes(mail("robin@example.org", "list", file=ILLEGAL))
    (folder / "3.eml").write_bytes(mail("someone@example.com", "list", file=OTHER))
    return folder


@pytest.fixture
def handed_in(run: Run, event_folder: Path, mails: Path) -> Path:
    assert run("desk", "take", event_folder, mails / "1.eml", mails / "2.eml").code == 0
    return event_folder


@pytest.fixture
def locked(run: Run, handed_in: Path) -> Path:
    assert run("desk", "lock", handed_in, "--by", "Judge").code == 1
    return handed_in


def lines(text: str, folder: Path) -> list[str]:
    return text.replace(f"{folder}/", "").splitlines()


def test_second_init_keeps_existing_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "event.yaml").write_text(EVENT, encoding="utf-8")
    root = tmp_path / "cup"
    first, again = (run("desk", "init", tmp_path / "event.yaml", root) for _ in range(2))
    assert (first.code, first.out, again.code, again.out) == (0, "", 0, "")
    files = ("event.yaml", "players.csv")
    assert lines(first.err, root)[:2] == [sentence("cli.written", path=name) for name in files]
    assert lines(again.err, root)[:2] == [sentence("desk.kept", path=name) for name in files]
    begun = sentence("desk.begun", folder=root)
    assert all(ran.err.splitlines()[2:] == [begun] for ran in (first, again))
    assert run("-q", "desk", "init", tmp_path / "event.yaml", root) == Ran(0, "", "")
    assert (root / "inbox").is_dir()
    assert (root / "event.yaml").read_text("utf-8") == EVENT
    assert run("desk", "init", "club-day-2000", tmp_path / "shipped").code == 0
    assert "club-day-2000" in (tmp_path / "shipped" / "event.yaml").read_text("utf-8")


def test_commands_need_players_and_locked_lists(run: Run, event_folder: Path) -> None:
    locked = ("publish", "export book", "export cards")
    for command in locked:
        subcommand, *rest = command.split()
        ran = run("desk", subcommand, event_folder, *rest)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == sentence("desk.nothing-locked", folder=event_folder) + "\n"
    (event_folder / "players.csv").write_text(PLAYERS.splitlines()[0] + "\n", encoding="utf-8")
    nobody = sentence("desk.nobody", path=event_folder / "players.csv") + "\n"
    assert run("desk", "letters", event_folder) == Ran(2, "", nobody)
    assert run("desk", "lock", event_folder) == Ran(2, "", nobody)
    assert run("desk", "check", event_folder) == Ran(1, f"\n{sentence('desk.totals.none')}\n", nobody)


def test_take_reports_each_submission(run: Run, event_folder: Path, mails: Path, tmp_path: Path) -> None:
    ran = run("desk", "take", event_folder, mails)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        KIM,
        ROBIN,
        sentence("desk.open-nobody", file="unmatched/01-aof-3-2-seven-peaks.yaml", source="3.eml"),
        sentence("desk.took", n=2, again=0, open=1),
    ]
    again = run("desk", "take", event_folder, mails)
    assert (again.code, again.out) == (0, sentence("desk.took", n=0, again=3, open=0) + "\n")
    missing = run("desk", "take", event_folder, tmp_path / "nowhere")
    assert (missing.code, sentence("file.missing") in missing.err) == (2, True)
    (tmp_path / "empty").mkdir()
    empty = run("desk", "take", event_folder, tmp_path / "empty")
    assert (empty.code, empty.err) == (2, sentence("cli.nothing-found", paths=tmp_path / "empty") + "\n")


def test_take_names_likely_players(run: Run, event_folder: Path, tmp_path: Path) -> None:
    twins = PLAYERS + "4,Kim Webber,,,,,,,\n"
    (event_folder / "players.csv").write_text(twins, encoding="utf-8")
    (tmp_path / "a.eml").write_bytes(mail("Kim Weber <k@example.net>", "list", file=LEGAL))
    ran = run("desk", "take", event_folder, tmp_path / "a.eml")
    assert (ran.code, ran.err) == (1, "")
    known = {"file": "unmatched/01-aof-3-2-matins.yaml", "source": "a.eml"}
    assert sentence("desk.open", **known, names="Kim Weber (1, 98%), Kim Webber (4, 90%)") in ran.out


class Terminal(io.StringIO):
    """A terminal on which these lines are typed."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "player", "asked"),
    [
        ("1\n", "Kim Weber", 1),
        ("3\n", "Sam O'Neil", 1),
        ("Robin Ñandú\n", "Robin Ñandú", 1),
        ("2\n", "Robin Ñandú", 1),
        ("0\n4\nkim@example.com\nSam O'Neil\n", "Sam O'Neil", 4),
        ("\n", None, 1),
        ("", None, 1),
    ],
)
def test_take_asks_for_the_player_on_a_terminal(  # noqa: PLR0917  # fixtures and the columns of the table
    run: Run,
    event_folder: Path,
    mails: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    player: str | None,
    asked: int,
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ran = run("desk", "take", event_folder, mails / "3.eml")
    before, _, after = sentence("desk.whose", about="…").partition("…")
    question = ran.err.splitlines()[0]
    assert question.startswith(f"{before}aof-3.2-seven-peaks.yaml · ")
    assert question.endswith(after)
    assert ran.err.count(sentence("desk.whose-hint") + " ") == asked
    assert ran.err.count(sentence("desk.whose-again")) == asked - 1
    assert (ran.code, ran.out.splitlines()[0].endswith(f": {player}")) == ((0, True) if player else (1, False))


def test_no_ask_option_suppresses_questions(
    run: Run, event_folder: Path, mails: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("1\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ran = run("desk", "take", event_folder, mails / "3.eml", "--no-ask")
    assert (ran.code, ran.err) == (1, "")


def test_check_lists_sorts_and_writes_statuses(run: Run, handed_in: Path, tmp_path: Path) -> None:
    ran = run("desk", "check", handed_in)
    assert (ran.code, ran.err) == (1, "")
    assert [line.split("  ")[0] for line in ran.out.splitlines()[:3]] == [
        "✔ Kim Weber",
        "✘ Robin Ñandú",
        "? Sam O'Neil",
    ]
    counts = f"1 {MISSING_STATUS}, 1 {ILLEGAL_STATUS}, 1 {LEGAL_STATUS}"
    assert ran.out.splitlines()[-1] == sentence("desk.totals", n=3, counts=counts)
    orders = {
        order: [row["name"].split()[0] for row in json.loads(check.out)["players"]]
        for order in ("name", "team", "faction", "status", "points")
        for check in [run("desk", "check", handed_in, "--sort", order, "--format", "json")]
    }
    assert orders == {
        "name": ["Kim", "Robin", "Sam"],
        "team": ["Sam", "Kim", "Robin"],
        "faction": ["Sam", "Kim", "Robin"],
        "status": ["Sam", "Robin", "Kim"],
        "points": ["Kim", "Robin", "Sam"],
    }
    quiet = run("-q", "desk", "check", handed_in, "--format", "json")
    assert [row["id"] for row in json.loads(quiet.out)["players"]] == ["2", "3"], (
        "only players whose lists are not good yet"
    )
    page = run("desk", "check", handed_in, "--format", "html", "--output", tmp_path / "desk.html")
    assert (page.code, page.out, page.err) == (1, "", sentence("cli.written", path=tmp_path / "desk.html") + "\n")
    refused = run("desk", "check", handed_in, "--output", tmp_path / "desk.html")
    assert (refused.code, refused.err) == (2, sentence("cli.exists", path=tmp_path / "desk.html") + "\n")
    assert run("desk", "check", handed_in, "--output", tmp_path / "desk.html", "--force").code == 1
    assert (tmp_path / "desk.html.bak").exists()


def test_check_succeeds_when_every_list_is_good(run: Run, handed_in: Path) -> None:
    (handed_in / "players.csv").write_text("\n".join(PLAYERS.splitlines()[:2]) + "\n", encoding="utf-8")
    assert run("desk", "check", handed_in).code == 1, "a list has lost its player"
    for file in (handed_in / "inbox" / "2").iterdir():
        file.unlink()
    assert run("desk", "check", handed_in).code == 0
    assert json.loads(run("desk", "check", handed_in, "--format", "json").out)["unmatched"] == []


def test_watch_refuses_format_and_output(run: Run, event_folder: Path, tmp_path: Path) -> None:
    for more in (("--format", "json"), ("--output", tmp_path / "x")):
        ran = run("desk", "check", event_folder, "--watch", *more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == sentence("desk.watch-tells") + "\n"


def written(ran: Ran, event_folder: Path) -> tuple[int, list[str], str]:
    return ran.code, lines(ran.out, event_folder / "letters"), lines(ran.err, event_folder)[-1]


def test_letters_are_written_once_and_edits_kept(run: Run, handed_in: Path) -> None:
    folder = handed_in / "letters"
    none = sentence("desk.letters", n=0, folder=folder) + "\n"
    for asked, player in ((("--missing",), "3"), (("Kim Weber",), "1"), ((), "2")):
        ran = run("desk", "letters", handed_in, *asked)
        assert (ran.code, ran.err) == (0, sentence("desk.letters", n=1, folder=folder) + "\n")
        assert lines(ran.out, handed_in / "letters") == [f"{player}.{kind}" for kind in ("txt", "html", "eml")]
    assert run("desk", "letters", handed_in) == Ran(0, "", none)
    (handed_in / "letters" / "1.txt").write_text("mine", encoding="utf-8")
    ran = run("desk", "letters", handed_in)
    assert ran.err == f"{sentence('desk.edited', path=folder / '1.txt')}\n{none}"
    assert run("desk", "letters", handed_in, "Nobody").code == 2


def test_illegal_lists_are_locked_only_with_a_reason(run: Run, handed_in: Path) -> None:
    first = run("desk", "lock", handed_in, "--reason", "counts only with a name")
    assert first.code == 1
    assert first.out.splitlines() == [
        sentence("desk.lock", player="Kim Weber", list="Called to Matins"),
        sentence("desk.not-locked", player="Robin Ñandú", status=ILLEGAL_STATUS),
        sentence("desk.not-locked", player="Sam O'Neil", status=MISSING_STATUS),
    ]
    head, rest = first.err.splitlines()
    (line,) = (handed_in / "lock.jsonl").read_bytes().splitlines()
    assert head == sentence("desk.lock.head", n=1, mark=format_printed_code(hashlib.sha256(line).hexdigest()))
    assert rest == sentence("desk.locked.left", n=1, left=2)
    named = run("desk", "lock", handed_in, "2")
    refused = sentence("desk.not-locked", player="Robin Ñandú", status=ILLEGAL_STATUS)
    assert (named.code, named.out) == (1, f"{refused}\n")
    reasoned = run("desk", "lock", handed_in, "Robin Ñandú", "--reason", "the judge's", "--by", "Judge")
    locked = sentence("desk.lock", player="Robin Ñandú", list="One Hero Too Many (illegal)")
    assert (reasoned.code, reasoned.out) == (0, f"{locked}\n")
    assert reasoned.err.splitlines()[1] == sentence("desk.locked", n=2)
    assert run("desk", "lock", handed_in, "2").out == "", "already locked"
    assert '"by": "Judge"' in (handed_in / "lock.jsonl").read_text("utf-8").replace('":"', '": "')


def test_empty_lock_prints_no_mark(run: Run, event_folder: Path) -> None:
    ran = run("desk", "lock", event_folder)
    assert (ran.code, ran.err) == (1, sentence("desk.locked.left", n=0, left=3) + "\n")


def test_lock_shows_what_a_correction_changes(run: Run, locked: Path, tmp_path: Path) -> None:
    (tmp_path / "new.eml").write_bytes(mail("kim@example.org", "list", LATE, file=OTHER))
    assert run("desk", "take", locked, tmp_path / "new.eml").code == 0
    ran = run("desk", "lock", locked, "Kim Weber", "--reason", "a mistake", "--by", "Judge")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == sentence("desk.lock", player="Kim Weber", list="Seven Peaks")
    assert "Called to Matins → Seven Peaks" in ran.out


def accepted_at(event_folder: Path) -> str:
    """Return when the first list was accepted, as the log has it."""
    return str(json.loads((event_folder / "lock.jsonl").read_text("utf-8").splitlines()[0])["at"])


def test_verify_accepts_file_share_string_and_code(run: Run, locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = run("desk", "verify", locked, LEGAL)
    assert same.code == 0
    accepted = {"player": "Kim Weber", "list": "Called to Matins", "at": accepted_at(locked)}
    assert same.out == sentence("desk.verify.same", **accepted, by="Judge") + "\n"
    (row,) = (record for record in json.loads(run("desk", "reveal", locked).out)["lists"])
    assert run("desk", "verify", locked, row["share"]) == same
    code = json.loads(run("desk", "check", locked, "--format", "json").out)["players"][0]["code"]
    assert run("desk", "verify", locked, code.lower()) == same
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LEGAL.read_bytes())))
    assert run("desk", "verify", locked, "-") == same
    assert run("desk", "verify", locked, OTHER).code == 1
    unknown = sentence("desk.verify.unknown") + "\n"
    assert run("desk", "verify", locked, "0000-0000-0000-0000") == Ran(1, unknown, "")
    for player in ("1", "Kim Weber"):
        other = run("desk", "verify", locked, OTHER, "--player", player)
        assert other.code == 1
        assert other.out.startswith(sentence("desk.verify.differs", **accepted))
        assert "Called to Matins → Seven Peaks" in other.out
    assert run("desk", "verify", locked, OTHER, "--player", "3").out == unknown
    missing = run("desk", "verify", locked, "nowhere.yaml")
    assert (missing.code, sentence("file.missing") in missing.err) == (2, True)


def test_verify_recognises_the_renamed_army(run: Run, locked: Path, tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.yaml"
    renamed.write_text(LEGAL.read_text("utf-8").replace("name: Called to Matins", "name: Vespers"), encoding="utf-8")
    ran = run("desk", "verify", locked, renamed)
    assert ran.code == 1
    accepted = {"player": "Kim Weber", "list": "Called to Matins", "at": accepted_at(locked)}
    assert " ".join(ran.out.split()).startswith(sentence("desk.verify.same-army", **accepted))


def test_hidden_lists_are_committed_proved_and_revealed(run: Run, locked: Path, tmp_path: Path) -> None:
    public = locked / "public"
    early = run("desk", "prove", locked, LEGAL)
    assert early == Ran(2, "", sentence("desk.nothing-published", folder=locked) + "\n")
    ran = run("desk", "publish", locked, "--hidden")
    assert (ran.code, ran.err) == (0, "")
    assert lines(ran.out, public) == ["commitments.json", "players.csv", "lock.json"]
    unchanged = Ran(0, "", sentence("desk.public-same", folder=public) + "\n")
    assert run("desk", "publish", locked, "--hidden") == unchanged
    proved = Ran(0, sentence("desk.proved", name="Called to Matins", player="Kim Weber") + "\n", "")
    assert run("desk", "prove", locked, LEGAL) == proved
    wrong = run("desk", "prove", locked, OTHER)
    assert wrong == Ran(1, sentence("desk.not-proved", name="Seven Peaks") + "\n", "")
    shown = json.loads(run("desk", "reveal", locked, "Kim Weber").out)
    assert (shown["event"], [row["player"] for row in shown["lists"]]) == ("cup", ["Kim Weber"])
    assert run("desk", "reveal", locked) == run("desk", "reveal", locked, "1")
    (tmp_path / "salt").write_text(shown["lists"][0]["salt"] + "\n", encoding="utf-8")
    assert run("desk", "prove", locked, LEGAL, "--salt-file", tmp_path / "salt") == proved
    (tmp_path / "salt").write_text("0" * 32, encoding="utf-8")
    assert run("desk", "prove", locked, LEGAL, "--salt-file", tmp_path / "salt").code == 1
    nobody = run("desk", "reveal", locked, "3")
    assert (nobody.code, json.loads(nobody.out)["lists"]) == (1, [])
    opened = run("desk", "publish", locked, "--open")
    assert (opened.code, lines(opened.out, public), opened.err) == (0, ["lists.html", "lists.pdf"], "")
    hidden = run("desk", "publish", locked, "--hidden")
    assert hidden.err.splitlines()[1:] == [
        sentence("desk.shown-still", path=public / name) for name in ("lists.html", "lists.pdf")
    ]
    assert run("desk", "publish", locked) == unchanged
    (public / "lists.html").write_text("mine", encoding="utf-8")
    ran = run("desk", "publish", locked)
    assert (ran.code, ran.err) == (0, sentence("desk.edited", path=public / "lists.html") + "\n")


def test_export_writes_handouts_to_the_output_path(run: Run, locked: Path, tmp_path: Path) -> None:
    for handout, begins in (("book", b"%PDF"), ("cards", b"%PDF"), ("labels", b"%PDF"), ("pairing", b"name,mail,team")):
        path = tmp_path / handout
        ran = run("desk", "export", locked, handout, "--output", path)
        assert (ran.code, ran.out, ran.err) == (0, "", sentence("cli.written", path=path) + "\n")
        assert path.read_bytes().lstrip(b"\xef\xbb\xbf").startswith(begins), handout
        assert run("desk", "export", locked, handout, "--output", path).code == 2
        assert run("desk", "export", locked, handout, "--output", path, "--force").code == 0
    assert run("desk", "export", locked, "pairing").out.splitlines()[1].count("Kim Weber") == 1


def test_check_json_and_csv_records(run: Run, handed_in: Path) -> None:
    record = json.loads(run("desk", "check", handed_in, "--format", "json").out)
    kim, robin, sam = record["players"]
    known = load_list(LEGAL).army
    assert {key: kim[key] for key in kim if key not in ("diagnostics", "army")} == {
        "id": "1",
        "name": "Kim Weber",
        "team": "Red",
        "status": "legal",
        "statuses": ["legal"],
        "file": "1/01-aof-3-2-matins.yaml",
        "received": "2026-05-01T12:00:00+02:00",
        "list": "Called to Matins",
        "faction": "Clockwork Abbey",
        "points": 745,
        "limit": 750,
        "bonus": 0,
        "hash": list_hash(known),
        "code": format_printed_code(list_hash(known)),
        "rejected": "",
    }
    assert len(kim["army"]) == 64
    nothing = ("file", "received", "list", "points", "limit", "army", "hash", "code")
    assert {key: sam[key] for key in nothing} == dict.fromkeys(nothing)
    assert (sam["status"], robin["status"], record["event"]) == ("missing", "illegal", "cup")
    assert record["summary"] == {"missing": 1, "illegal": 1, "legal": 1}
    assert record["unmatched"] == []
    assert record["diagnostics"] == []
    rows = run("desk", "check", handed_in, "--format", "csv").out.splitlines()
    assert rows[0] == "id,name,team,status,faction,points,bonus,received,file,code,codes,rejected"
    assert rows[1].startswith("1,Kim Weber,Red,legal,Clockwork Abbey,745,0,2026-05-01T12:00:00+02:00,1/01-")
    assert rows[3].startswith("3,Sam O'Neil,Blue,missing,,,0,,,")
