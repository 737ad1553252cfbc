"""Letters: in the player's language, as plain text; manual edits are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from listbuilder.tournament.letters import build_letter
from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.paths import GeneratedFileWriter
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, ILLEGAL, LEGAL, ON_TIME
from tests.desk.test_player_status import hand_in
from tests.sentences import sentence

Open = Callable[..., Tournament]


def test_letters_use_the_players_language(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    tournament = open_desk()
    view = replace(EN, own_language=True)
    rows = build_overview(tournament, view).rows
    kim, robin, sam = (build_letter(row, tournament.event, view.language_for(row.player)) for row in rows)
    assert kim.text.startswith(sentence("letter.greeting", "de", player="Kim Weber"))
    assert kim.subject == sentence("letter.subject.legal", "de", event="Eisenpokal")
    (fix,) = (finding["fix"] for finding in rows[1].findings if finding["code"] == "ORG001")
    assert "ORG001" in robin.text
    assert sentence("cli.fix", fix=fix) in robin.text
    assert sentence("letter.deadline", when="2026-05-01T20:00+02:00") in robin.text
    assert sam.subject == sentence("letter.subject.missing", event="Iron Cup")
    assert sam.to == ""


def test_mail_draft_is_reproducible(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("robin@example.org", ILLEGAL, ON_TIME))
    tournament = open_desk()
    row = build_overview(tournament, EN).rows[1]
    letter = build_letter(row, tournament.event, "en")
    message = BytesParser(policy=policy.default).parsebytes(letter.eml)
    body = message.get_body(("plain",))
    assert message["To"] == "robin@example.org"
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").strip() == letter.text.strip()
    assert build_letter(row, tournament.event, "en").eml == letter.eml


@pytest.mark.parametrize(
    ("mail", "to"),
    [
        ("kim@example.org", "kim@example.org"),
        ("Kim Weber <kim@example.org>", "kim@example.org"),
        ("kim@example.org, k.weber@example.net", "kim@example.org, k.weber@example.net"),
        ("kim@example.org;k@example.net", "kim@example.org, k@example.net"),
        *((odd, "") for odd in ("", "kim", "<", "<@", '"@', " .)@", "@b", "a@", "b@[", "\\@x")),
        (':;"a@b', "a@b"),
    ],
)
def test_draft_recipient_is_a_valid_address(mail: str, to: str, open_desk: Open) -> None:
    tournament = open_desk()
    row = build_overview(tournament, EN).rows[0]
    letter = build_letter(replace(row, player=replace(row.player, mail=mail)), tournament.event, "en")
    assert letter.to == to
    assert (BytesParser(policy=policy.default).parsebytes(letter.eml)["To"] or "") == to


def test_names_cannot_inject_headers(open_desk: Open) -> None:
    tournament = open_desk()
    row = build_overview(tournament, EN).rows[2]
    evil = replace(row.player, name="<img src=x>\r\nBcc: all@example.org", mail="a@example.org\r\nBcc: b@example.org")
    letter = build_letter(replace(row, player=evil), tournament.event, "en")
    assert "<img" not in letter.html
    message = BytesParser(policy=policy.default).parsebytes(letter.eml)
    assert message["Bcc"] is None


def test_edited_letters_are_not_overwritten(open_desk: Open) -> None:
    tournament = open_desk()
    path = tournament.paths.letters / "kim.txt"
    for text in ("one", "two"):
        writer = GeneratedFileWriter(tournament.paths)
        writer.write(path, text)
        writer.finish()
    assert path.read_text(encoding="utf-8") == "two"
    path.write_text("mine", encoding="utf-8")
    writer = GeneratedFileWriter(tournament.paths)
    writer.write(path, "three")
    assert (writer.hand_edited, path.read_text(encoding="utf-8")) == ([path], "mine")


def test_letter_lists_all_files(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("robin@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    tournament = open_desk()
    letter = build_letter(build_overview(tournament, EN).rows[1], tournament.event, "en")
    files = ("01-aof-3-2-matins.yaml", "02-aof-3-2-illegal-one-hero-too-many.yaml")
    assert sentence("letter.DSK007", files=files, counts=files[1]) in letter.text
    assert "…" not in letter.text


def test_unreadable_submission_gets_its_own_letter(open_desk: Open, tmp_path: Path) -> None:
    hello = tmp_path / "hello.txt"
    hello.write_text("Hello! My list will follow.", encoding="utf-8")
    hand_in(open_desk(), tmp_path, ("kim@example.org", hello, ON_TIME), ("robin@example.org", LEGAL, ON_TIME))
    tournament = open_desk()
    kim, robin, _ = (build_letter(row, tournament.event, "en") for row in build_overview(tournament, EN).rows)
    assert kim.subject == sentence("letter.subject.unreadable", event="Iron Cup")
    assert sentence("letter.IMP001", reason=sentence("import.no-list")) in kim.text
    assert f"{sentence('letter.also')}\n\nDSK011" in robin.text, "the fee, and nothing wrong with the list"
