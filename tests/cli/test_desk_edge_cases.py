"""The desk commands with unusual players and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.desk.conftest import EVENT, LEGAL, OTHER, PLAYERS
from tests.sentences import sentence

Run = Callable[..., Any]
ANY_DAY = EVENT.partition("deadline")[0]


@pytest.fixture
def begin(run: Run, tmp_path: Path) -> Callable[..., Path]:
    """Create an event with its players and take these lists in, one file per player's name."""

    def go(event: str = ANY_DAY, players: str = PLAYERS, **lists: str) -> Path:
        (tmp_path / "event.yaml").write_text(event, encoding="utf-8")
        root = tmp_path / "cup"
        assert run("desk", "init", tmp_path / "event.yaml", root).code == 0
        (root / "players.csv").write_text(players, encoding="utf-8")
        for name, text in lists.items():
            (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        if lists:
            assert run("desk", "take", root, *(tmp_path / f"{name}.yaml" for name in lists)).code == 0
        return root

    return go


Begin = Callable[..., Path]


def statuses(run: Run, root: Path) -> dict[str, str]:
    """Return every player's status by id."""
    return {
        row["id"]: row["status"] for row in json.loads(run("desk", "check", root, "--format", "json").out)["players"]
    }


def test_line_separators_in_names_do_not_break_lock(run: Run, begin: Begin) -> None:
    named = LEGAL.read_text("utf-8").replace("name: Called to Matins", 'name: "Called\\L to\\N Matins\\P"')
    root = begin(kim_weber=named, sam_oneil=OTHER.read_text("utf-8"))
    assert run("desk", "lock", root, "--by", "Head\u2028Judge").code == 1
    assert statuses(run, root) == {"1": "accepted", "2": "missing", "3": "accepted"}
    assert json.loads(run("desk", "check", root, "--format", "json").out)["diagnostics"] == []
    assert run("desk", "verify", root, root / "inbox" / "1" / "01-kim-weber.yaml").code == 0


def test_two_lists_of_one_name_are_both_locked(run: Run, begin: Begin) -> None:
    first = LEGAL.read_text("utf-8")
    second = first.replace("points: 750", "points: 800", 1)
    root = begin(f"{ANY_DAY}lists: {{number: 2}}\n", kim_weber_a=first, kim_weber_b=second)
    assert statuses(run, root)["1"] == "legal"
    locked = sentence("desk.lock", player="Kim Weber", list="Called to Matins")
    assert run("desk", "lock", root, "Kim Weber").out.splitlines() == [locked, locked]
    assert statuses(run, root)["1"] == "accepted"
    assert run("desk", "lock", root, "Kim Weber").out == "", "already locked"
    shown = json.loads(run("desk", "reveal", root).out)["lists"]
    assert len({row["commitment"] for row in shown}) == 2


def test_commands_report_a_broken_lock(run: Run, begin: Begin, tmp_path: Path) -> None:
    root = begin(kim_weber=LEGAL.read_text("utf-8"), sam_oneil=OTHER.read_text("utf-8"))
    run("desk", "lock", root)
    lock = root / "lock.jsonl"
    first, second = lock.read_text("utf-8").splitlines()
    lock.write_text(first.replace('"share": "lb1.', '"share": "lb1.-') + f"\n{second}\n", encoding="utf-8")
    book, commands = tmp_path / "book.pdf", (("lock", "1"), ("publish",), ("reveal",), ("verify", OTHER))
    for command, *rest in (*commands, ("export", "book", "--output", book)):
        ran = run("desk", command, root, *rest)
        assert (command, ran.code) == (command, 1)
        assert ran.err.count(f"{sentence('severity.error')} DSK010 ") == 2, command
    assert run("desk", "export", root, "pairing").code == 0, "all registered players are paired"


def test_verify_checks_the_named_player(run: Run, begin: Begin) -> None:
    root = begin(kim_weber=LEGAL.read_text("utf-8"), sam_oneil=OTHER.read_text("utf-8"))
    run("desk", "lock", root)
    (code, *_) = (row["code"] for row in json.loads(run("desk", "check", root, "--format", "json").out)["players"])
    for shown in (LEGAL, code):
        assert run("desk", "verify", root, shown, "--player", "Kim Weber").code == 0
        assert run("desk", "verify", root, shown, "--player", "Sam O'Neil").code == 1
        mistyped = run("desk", "verify", root, shown, "--player", "Kim")
        assert (mistyped.code, "Kim Weber" in mistyped.err) == (2, True)


def test_same_list_is_proved_for_both_players(run: Run, begin: Begin) -> None:
    root = begin(kim_weber=LEGAL.read_text("utf-8"), sam_oneil=LEGAL.read_text("utf-8"))
    assert (run("desk", "lock", root).code, run("desk", "publish", root, "--hidden").code) == (1, 0)
    ran = run("desk", "prove", root, LEGAL)
    proved = [sentence("desk.proved", name="Called to Matins", player=name) for name in ("Kim Weber", "Sam O'Neil")]
    assert (ran.code, ran.out.splitlines()) == (0, proved)


def test_files_removed_from_inbox_are_not_retaken(run: Run, begin: Begin, tmp_path: Path) -> None:
    root = begin(kim_weber=LEGAL.read_text("utf-8"), sam_oneil=OTHER.read_text("utf-8"))
    (root / "inbox" / "1" / "01-kim-weber.yaml").unlink()
    (root / "inbox" / "3" / "01-sam-oneil.yaml").rename(root / "inbox" / "2.yaml")
    ran = run("desk", "take", root, tmp_path / "kim_weber.yaml", tmp_path / "sam_oneil.yaml")
    assert (ran.code, ran.out) == (0, sentence("desk.took", n=0, again=2, open=0) + "\n")
    assert ran.err == sentence("desk.gone", file="1/01-kim-weber.yaml", source="kim_weber.yaml") + "\n"
    (root / "taken.csv").unlink()
    (root / "inbox" / "2.yaml").unlink()
    for folder in (root / "inbox" / "1", root / "inbox" / "3", root / "inbox"):
        folder.rmdir()
    assert set(statuses(run, root).values()) == {"missing"}, "empty folders are not needed"
    report = sentence("desk.taken", file="1/01-kim-weber.yaml", player="Kim Weber")
    assert run("desk", "take", root, tmp_path / "kim_weber.yaml").out.startswith(f"{report}\n")


def test_rejected_list_keeps_the_desk_open(run: Run, begin: Begin, tmp_path: Path) -> None:
    root = begin(players="id,name\n1,Kim Weber\n", kim_weber=LEGAL.read_text("utf-8"))
    assert run("desk", "check", root).code == 0
    (root / "decisions.csv").write_text(
        "player,file,decision,reason\n1,1/01-kim-weber.yaml,reject,No paint.\n", "utf-8"
    )
    assert run("desk", "check", root).code == 1
    assert "No paint." in run("-q", "desk", "check", root).out
    page = tmp_path / "page.html"
    assert run("desk", "check", root, "--format", "html", "--output", page).code == 1
    assert sentence("desk.turned-down", reason="No paint.") in page.read_text("utf-8")


def test_desk_ignores_its_own_files(run: Run, begin: Begin) -> None:
    root = begin(kim_weber=LEGAL.read_text("utf-8"))
    for command in (("lock", "1"), ("publish", "--hidden"), ("letters",)):
        run("desk", command[0], root, *command[1:])
    (root / "mails").mkdir()
    (root / "mails" / "Sam O'Neil.yaml").write_bytes(OTHER.read_bytes())
    ran = run("desk", "take", root, root)
    assert (ran.code, ran.out.splitlines()) == (
        0,
        [
            sentence("desk.taken", file="3/01-sam-oneil.yaml", player="Sam O'Neil"),
            sentence("desk.took", n=1, again=1, open=0),
        ],
    )
    assert run("desk", "take", root, root / "public").code == 2, "published files are not submissions"


def test_accepted_list_of_unknown_id_is_reported(run: Run, begin: Begin) -> None:
    players = "id,name\n007,Kim Weber\n"
    root = begin(players=players, kim_weber=LEGAL.read_text("utf-8"))
    assert run("desk", "lock", root).code == 0
    assert "DSK042" not in run("desk", "check", root).out
    (root / "players.csv").write_text(players.replace("007", "7"), encoding="utf-8")
    findings = json.loads(run("desk", "check", root, "--format", "json").out)["diagnostics"]
    assert [(finding["code"], finding["params"]["n"]) for finding in findings] == [("DSK042", 1)]
    assert "DSK042" in run("desk", "check", root).out
    assert f"{sentence('severity.warning')} DSK042" in run("desk", "publish", root).err
