"""Printed lists for the tests, and what can be read from them again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from listbuilder.exporters import Document
from listbuilder.exporters.pdf.typefaces import Weight, load_face
from listbuilder.library import Library
from listbuilder.listfiles import commitment, encode_share, list_hash, load_list, printed_code
from listbuilder.model import ArmyList
from listbuilder.sheet import PrintOptions, Sheet, build_sheet
from listbuilder.validation import validate
from tests.exporters.sheet_rows import Row, flatten

ROOT = Path(__file__).parents[3]
LISTS = sorted((ROOT / "data" / "lists").glob("*.yaml"))

_SIGNS = re.compile(r"[\s·!,:+()×\[\]–-]+")


@cache
def library() -> Library:
    return Library.open(user=False)


@cache
def army(path: Path) -> ArmyList:
    return load_list(path).army


def printed(path: Path, options: PrintOptions, language: str = "en") -> Document:
    chosen = army(path)
    roster = library().roster(chosen)
    marks = {
        "list_hash": printed_code(list_hash(chosen)),
        "share": encode_share(chosen),
        "commitment": commitment(chosen, "salt") if options.public else "",
    }
    report = validate(roster)
    return Document(build_sheet(roster, report, language, options, **marks), roster, report)


def read(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def as_printed(text: str) -> str:
    """Write a text as it comes back from paper: with one mark for letters that no font has."""
    runs = load_face(Weight.REGULAR).runs(text)
    return "".join("?" if run.face is None else run.text for run in runs)


def bare(text: str) -> str:
    text = text.replace("\N{DOUBLE PRIME}", '"').replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _SIGNS.sub("", text)


def rows_of(sheet: Sheet) -> tuple[Row, ...]:
    return flatten(sheet)


def missing(rows: Iterable[Row], text: str) -> list[Row]:
    """Give the rows that do not stand in the text in their order; what is ticked and the judge's stub have places of
    their own on paper.
    """
    found, place, text = [], 0, bare(text)
    for row in rows:
        for cell in (bare(as_printed(cell)) for cell in row.cells):
            flows = row.kind not in ("boxes", "data", "credit")
            spot = text.find(cell, place if flows else 0)
            if spot < 0:
                found.append(row)
                break
            place = max(place, spot + len(cell)) if flows else place
    return found


def absent(rows: Iterable[Row], text: str) -> list[Row]:
    """Give the rows of which a cell stands nowhere in the text."""
    text = bare(text)
    return [row for row in rows if any(bare(as_printed(cell)) not in text for cell in row.cells)]
