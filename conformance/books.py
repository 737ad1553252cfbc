"""The corpus of real Army Forge books, which is not part of the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
NOT_IMPORTED = {"gf-3.5.2/goblin-reclaimers.json"}
"""A science-fiction book with attachments that the importer does not read yet."""
OTHER_GAMES = {"aof-3.5.3/eternal-wardens.json"}
"""A Quest book filed among the others."""


@dataclass(frozen=True)
class Book:
    """A book of the corpus."""

    path: Path
    version: str

    @property
    def name(self) -> str:
        return f"{self.version}/{self.path.stem}"

    @property
    def raw(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        return document


def books() -> Iterator[Book]:
    """Return every book of a supported system."""
    for folder in sorted((CORPUS / "books").glob("*/")):
        for path in sorted(folder.glob("*.json")):
            if f"{folder.name}/{path.name}" not in OTHER_GAMES | NOT_IMPORTED:
                yield Book(path, folder.name)
