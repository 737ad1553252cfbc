"""The letter for each status: subject, paragraphs, and what it leaves out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import Event, EventId, Text
from listbuilder.tournament.letters import Letter, build_letter
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.tournament import REJECT, Decision
from tests.desk.rows import finding, listed, standing
from tests.desk.test_desk_status import accepted
from tests.sentences import sentence

CUP = Event(id=EventId("cup"), name=Text("Cup"), deadline=datetime(2026, 5, 1, 20, tzinfo=UTC))
NO = Decision(player="1", file="x", decision=REJECT, reason="Not painted.")
CODE = sentence("letter.code", list="Matins", code=format_printed_code("ab" * 32))
DEADLINE = sentence("letter.deadline", when="2026-05-01T20:00:00+00:00")
FEE = f"DSK011 {sentence('letter.DSK011')}"
NOTE = sentence("letter.also")


def letter(*statuses: PlayerStatus, event: Event = CUP, **fields: Any) -> Letter:
    return build_letter(standing(*statuses, **fields), event, "en")


def paragraphs(*statuses: PlayerStatus, **fields: Any) -> list[str]:
    """Return the paragraphs between the greeting and the closing."""
    return ["\n".join(lines) for lines in letter(*statuses, **fields).paragraphs][1:-1]


@pytest.mark.parametrize(
    ("statuses", "fields", "subject"),
    [
        ([PlayerStatus.LEGAL], {}, "legal"),
        ([PlayerStatus.ACCEPTED], {}, "accepted"),
        ([PlayerStatus.UNCHECKED], {}, "unchecked"),
        ([PlayerStatus.LATE], {}, "late"),
        ([PlayerStatus.LATE, PlayerStatus.ILLEGAL], {}, "problems"),
        ([PlayerStatus.ILLEGAL], {}, "problems"),
        ([PlayerStatus.WRONG_FACTION], {}, "problems"),
        ([PlayerStatus.MISSING], {"lists": ()}, "missing"),
        ([PlayerStatus.ILLEGAL], {"lists": (listed(points=None),)}, "unreadable"),
        ([PlayerStatus.LEGAL], {"decision": NO}, "turned-down"),
        ([PlayerStatus.MISSING], {"lists": (), "decision": NO}, "missing"),
    ],
)
def test_subject_matches_the_status(statuses: list[PlayerStatus], fields: dict[str, Any], subject: str) -> None:
    assert letter(*statuses, **fields).subject == sentence(f"letter.subject.{subject}", event="Cup")


def test_legal_list_letter_has_code_and_deadline() -> None:
    assert paragraphs(PlayerStatus.LEGAL) == [sentence("letter.legal", list="Matins", event="Cup"), CODE, DEADLINE]


def test_accepted_list_letter_has_its_mark() -> None:
    marks = [accepted(line_hash="12" * 32), accepted(line_hash="34" * 32)]
    *_, code, mark = paragraphs(PlayerStatus.ACCEPTED, accepted=tuple(marks))
    assert code == CODE
    assert mark == sentence("letter.mark", marks=f"{format_printed_code('12' * 32)}, {format_printed_code('34' * 32)}")


def test_letter_without_deadline_omits_it() -> None:
    event = Event(id=EventId("cup"), name=Text("Cup"))
    assert paragraphs(PlayerStatus.LEGAL, event=event) == [sentence("letter.legal", list="Matins", event="Cup"), CODE]


def test_letter_has_errors_and_fixes_only() -> None:
    findings = (finding("ORG001", fix="Take one away."), finding("PTS009", "note"), finding("DSK012", "warning"))
    body = paragraphs(PlayerStatus.ILLEGAL, own_findings=findings)
    fix = sentence("cli.fix", fix="Take one away.")
    assert body[1:-1] == [f"ORG001 About ORG001.\n    {fix}"]
    assert CODE not in body


def test_warnings_appear_only_with_legal_lists() -> None:
    fee = (finding("DSK011", "warning", params={"player": "Kim"}),)
    assert paragraphs(PlayerStatus.LEGAL, own_findings=fee)[1:3] == [NOTE, FEE]
    assert NOTE not in paragraphs(PlayerStatus.LATE, own_findings=fee)
    assert NOTE not in paragraphs(PlayerStatus.LEGAL)
    turned = paragraphs(PlayerStatus.LEGAL, own_findings=fee, decision=NO)
    assert turned[1:3] == ["Not painted.", FEE]


def test_missing_list_letter_has_no_findings() -> None:
    assert len(paragraphs(PlayerStatus.MISSING, lists=(), own_findings=(finding("DSK006"),))) == 2


def test_letter_omits_the_organisers_folder() -> None:
    params = {"files": ["1/01-a.yaml", "1/02-b.yaml"], "counts": "1/02-b.yaml", "player": "Kim", "n": 2}
    body = paragraphs(PlayerStatus.DOUBLE, own_findings=(finding("DSK007", params=params),))
    assert sentence("letter.DSK007", files="01-a.yaml, 02-b.yaml", counts="02-b.yaml") in body[1]


def test_letter_needs_a_valid_address() -> None:
    assert letter(player=Player(id="1", name="Kim", mail="kim")).to == ""
    assert letter(player=Player(id="1", name="Kim", mail="kim@example.org")).to == "kim@example.org"


def test_letter_html_keeps_paragraphs_and_lines() -> None:
    page = Letter("", "A & B", (("one", "two <3"), ("three",)), "de").html
    assert "<p>one<br>\ntwo &lt;3</p>\n<p>three</p>" in page
    assert '<html lang="de">' in page
    assert "<title>A &amp; B</title>" in page
    assert Letter("", "x", (("one", "two"), ("three",)), "de").text == "one\ntwo\n\nthree\n"
    assert b"X-Unsent: 1" in Letter("a@b", "x", (("one",),), "de").eml
