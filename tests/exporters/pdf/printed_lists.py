"""Sample lists printed for tests, and helpers that read the text back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PageObject, PdfReader

from listbuilder.exporters import Exportable
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import compute_commitment, format_printed_code, list_hash
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import ArmyList
from listbuilder.sheet import PrintOptions, Sheet, build_sheet
from listbuilder.validation.engine import validate
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


def build_exportable(path: Path, options: PrintOptions, language: str = "en") -> Exportable:
    chosen = army(path)
    roster = library().roster(chosen)
    marks = {
        "list_hash": format_printed_code(list_hash(chosen)),
        "share": encode_share_string(chosen),
        "commitment": compute_commitment(chosen, "salt") if options.public else "",
    }
    report = validate(roster)
    return Exportable(build_sheet(roster, report, language, options, **marks), roster, report)


def read(pdf: bytes) -> str:
    return "\n".join(copy_text(page) for page in PdfReader(BytesIO(pdf)).pages)


def copy_text(page: PageObject) -> str:
    """Return the text of a page as copied from a viewer, using ActualText where it is present."""
    parts: list[str] = []
    meant: list[str] = []

    def follow(operator: bytes, operands: Any, *_: object) -> None:
        if operator == b"BDC" and "/ActualText" in operands[1]:
            meant.append(operands[1]["/ActualText"].original_bytes.decode("utf-16", "surrogatepass"))
        elif operator == b"EMC" and meant:
            parts.append(meant.pop())

    def note(text: str, *_: object) -> None:
        if not meant:
            parts.append(text)

    page.extract_text(visitor_operand_before=follow, visitor_text=note)
    return "".join(parts)


def bare(text: str) -> str:
    text = text.replace("\N{DOUBLE PRIME}", '"').replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return _SIGNS.sub("", text)


def rows_of(sheet: Sheet) -> tuple[Row, ...]:
    return flatten(sheet)


def find_missing_rows(rows: Iterable[Row], text: str) -> list[Row]:
    """Return the rows that are missing from the text or out of order; boxes and the judge's stub may be anywhere."""
    missing_rows, position, text = [], 0, bare(text)
    for row in rows:
        for cell in (bare(cell) for cell in row.cells):
            flows = row.kind not in ("boxes", "data", "credit")
            spot = text.find(cell, position if flows else 0)
            if spot < 0:
                missing_rows.append(row)
                break
            position = max(position, spot + len(cell)) if flows else position
    return missing_rows


def find_absent_rows(rows: Iterable[Row], text: str) -> list[Row]:
    """Return the rows with a cell that is missing from the text."""
    text = bare(text)
    return [row for row in rows if any(bare(cell) not in text for cell in row.cells)]
