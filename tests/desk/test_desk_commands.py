"""Desk commands: verifying a QR code's text, and the filtered page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.main import main
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import ILLEGAL, LEGAL, ON_TIME
from tests.desk.test_player_status import hand_in
from tests.sentences import sentence

Open = Callable[..., Tournament]


@pytest.fixture
def cup(open_desk: Open, tmp_path: Path) -> str:
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(open_desk(), tmp_path, *sent)
    return str(open_desk().paths.root)


def run(*arguments: str) -> int:
    return main(list(arguments), BuilderLauncher())


def test_verify_accepts_a_long_share_string(cup: str, open_desk: Open, capsys) -> None:
    assert run("desk", "lock", cup, "1") == 0
    (accepted,) = open_desk().accepted
    for text in (accepted.share, accepted.share * 2, f" {accepted.share}\n"):
        capsys.readouterr()
        code = run("desk", "verify", cup, text)
        same = sentence("desk.verify.same", player="Kim Weber", list=accepted.name, at=accepted.at, by=accepted.by)
        assert (code, same in capsys.readouterr().out) == (
            (0, True) if len(text) < 2 * len(accepted.share) else (2, False)
        )


def test_html_page_is_filtered_and_sorted(cup: str, capsys) -> None:
    names = r"<tr[^>]*><td><bdi>([^<]*)</bdi>"
    run("desk", "check", cup, "--format", "html", "--sort", "status")
    assert re.findall(names, capsys.readouterr().out) == ["Sam O’Neil", "Robin Ñandú", "Kim Weber"]
    run("desk", "check", cup, "--format", "html", "--status", "illegal")
    assert re.findall(names, capsys.readouterr().out) == ["Robin Ñandú"]
