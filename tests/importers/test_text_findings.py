"""Findings about a share text: texts, lines and limits, and normalisation of the text."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.text.share_text import ShareTextImporter
from listbuilder.importers.army_forge.text.text_parser import normalise_text
from listbuilder.importers.dispatch import ReadResult
from listbuilder.importers.importer import MAX_TEXT_BYTES, SourceFile
from listbuilder.library import Library
from tests.importers.list_samples import list_codes, open_library, read

HEADER = "++ Low Water - Fen Folk (v1.2) [AOF 999pts] ++\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


def find_all(result: ReadResult, code: str) -> list[Diagnostic]:
    return [finding for finding in result.report if finding.code == code]


def line(finding: Diagnostic) -> int | None:
    assert finding.place is not None
    assert finding.place.path == "list"
    return finding.place.line


def test_ambiguity_names_line_and_count(library: Library) -> None:
    text = f"{HEADER}\nReeve [1] Q4+ D5+ | 60pts | Hero, Tough(3), Regeneration\nHand Weapon (A3)\n"
    (finding,) = find_all(read(text, library), "IMP003")
    params = {"line": 3, "unit": "Reeve", "ways": 2, "taken": "charm", "other": "idol"}
    assert (finding.params, line(finding)) == (params, 3)


def test_unambiguous_text_is_not_reported(library: Library) -> None:
    text = f"{HEADER}Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n"
    assert set(list_codes(read(text, library))) <= {"IMP005", "IMP001"}


def test_nearest_match_names_its_upgrades(library: Library) -> None:
    text = f'{HEADER}Fen Spearmen [20] Q5+ D5+ | 250pts | Strider, Fast\n17x Spear (A1, Counter), 2x Bow (24", A1)\n'
    (finding,) = find_all(read(text, library), "IMP013")
    assert finding.params["unit"] == "Fen Spearmen"
    assert finding.params["taken"] == "2x bow, stilts + stilts"
    assert (finding.params["text"], finding.params["list"]) == ((), ("1x Spear (A1, Counter)",))
    assert (finding.params["line"], line(finding)) == (2, 2)


def test_nearest_match_without_upgrades(library: Library) -> None:
    text = f"{HEADER}Great Heron [1] Q3+ D4+ | 150pts | Flying, Tough(6), Fear(1)\nBeak (A1, AP(2))\n"
    (finding,) = find_all(read(text, library), "IMP013")
    assert str(finding.params["taken"]) != ""
    assert finding.params["list"] == ("2x Talon (A3, AP(1))",)


def test_at_most_ten_differences_are_named(library: Library) -> None:
    guns = ", ".join(f"Gun {number} (A1)" for number in range(11))
    text = f"{HEADER}Great Heron [1] Q3+ D4+ | 150pts | Flying, Tough(6), Fear(1)\n{guns}\n"
    (finding,) = find_all(read(text, library), "IMP013")
    assert finding.params["text"] == tuple(f"1x Gun {number} (A1)" for number in range(10))
    assert finding.params["list"] == ("2x Talon (A3, AP(1))", "1x Beak (A1, AP(2))")


def test_price_difference_includes_experience(library: Library) -> None:
    arms = "2x Talon (A3, AP(1)), Beak (A1, AP(2))"
    text = f"{HEADER}Great Heron [1] Q3+ D4+ | 160pts | 7XP | Flying, Tough(6), Fear(1)\n{arms}\n"
    (finding,) = find_all(read(text, library), "IMP012")
    assert finding.params == {"unit": "Great Heron", "stated": 160, "points": 155}
    assert find_all(read(text.replace("160", "155"), library), "IMP012") == []


def test_unreadable_text_is_cut_in_findings(library: Library) -> None:
    words = "w" * 130
    text = f"{words}\n{HEADER}{words}\nGreat Heron [1] Q3+ D4+ | 150pts | Flying, Tough(6), Fear(1), {words}, Bow (A1\n"
    findings = find_all(read(text, library), "IMP004")
    assert {finding.params["text"] for finding in findings} == {"w" * 120, "Bow(A1"}
    assert sorted((line(finding) or 0, finding.severity.value) for finding in findings) == [
        (1, "note"),
        (3, "warning"),
        (4, "warning"),
        (4, "warning"),
    ]


def test_at_most_fifty_unassigned_lines_are_reported(library: Library) -> None:
    lines = "\n".join(f"what {number}" for number in range(51))
    unit = "Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n"
    findings = find_all(read(f"{lines}\n{HEADER}{lines}\n{unit}", library), "IMP004")
    texts = [str(finding.params["text"]) for finding in findings]
    assert sorted(texts) == sorted([f"what {number}" for number in range(50)] * 2)


def test_unknown_unit_names_line_and_books(library: Library) -> None:
    text = f"{HEADER}\n\nNobody [1] Q3+ D4+ | 150pts | Flying\n"
    (finding,) = find_all(read(text, library), "IMP002")
    assert (finding.params["what"], finding.params["suggestion"], line(finding)) == ("Nobody", "", 4)
    assert str(finding.severity.value) == "error"
    missing = text.replace("(v1.2)", "(v1.2), Moon Folk (v3)")
    severities = {
        str(finding.params["what"]): finding.severity.value for finding in find_all(read(missing, library), "IMP002")
    }
    assert severities == {"Nobody": "unchecked", "Moon Folk": "unchecked"}


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Tom &amp; Co", "Tom & Co"),
        ("a\u200bb\ufeffc\u00add", "abcd"),
        ("a\t \u00a0b\n\nc", "a b\n\nc"),
        ("24\u201d, 24\u2033, 24'', 24\u2019\u2019", '24", 24", 24", 24"'),
        ("Tom\u2019s", "Tom's"),
        ("> > quoted", "quoted"),
        ("\u2022 one\n- two\n12. three\n123. four\n* five", "one\ntwo\nthree\n123. four\nfive"),
        ("**bold** __under__ `code` ```more```", "bold under code more"),
        ("2X Bow, 2 x Bow, 2\u00d7Bow, 2xBow", "2x Bow, 2x Bow, 2x Bow, 2x Bow"),
        ("1000x Bow", "1000x Bow"),
        ("3 XP", "3 XP"),
        ("a,b,1", "a, b,1"),
        ("(a1), (24, a2, x) a3", "(A1), (24, A2, x) a3"),
    ],
)
def test_text_is_normalised(text: str, plain: str) -> None:
    assert normalise_text(text) == plain


def test_text_size_limit_is_exact(library: Library) -> None:
    text = f"{HEADER}Reeve [1] Q4+ D5+ | 40pts | Hero, Tough(3)\nHand Weapon (A3)\n".encode()
    full = text + b"\n" * (MAX_TEXT_BYTES - len(text))
    (imported_list,) = ShareTextImporter().read(SourceFile("list", full), library)
    assert [entry.unit for entry in imported_list.army.entries] == ["fen-folk/reeve"]
    with pytest.raises(UnreadableError):
        ShareTextImporter().read(SourceFile("list", full + b"\n"), library)


def test_text_without_units_is_not_a_list(library: Library) -> None:
    with pytest.raises(UnreadableError):
        ShareTextImporter().read(SourceFile("list", HEADER.encode()), library)
