"""Which rules of a book have a text in our words: those whose wording it was written for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from listbuilder.importers.army_forge.book.reading import Raw, ReadingNotes, clean, mappings
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import Wordings
from listbuilder.model import slug

_MOST_RULES = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCount:
    """The rules of a book by how they read, by name."""

    ours: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()
    """There is a text for the name, but for another wording."""
    without: tuple[str, ...] = ()


def read_wordings(raw: Raw, known: Wordings, notes: ReadingNotes) -> dict[str, list[str]]:
    """Hash what the book says about each of its rules; the sentences stay in the book."""
    found: dict[str, list[str]] = {}
    for part in mappings(raw, "specialRules", _MOST_RULES, notes, "specialRules"):
        name, sentence = clean(part.get("name")), part.get("description")
        if slug(name) and isinstance(sentence, str) and sentence.strip():
            found.setdefault(slug(name), known.hashes(name, sentence))
    return dict(sorted(found.items()))


def count_texts(names: Iterable[str], glossary: Glossary, notes: ReadingNotes, edition: str) -> TextCount:
    """Sort rules by how they read, and note those that were reworded since we wrote about them."""
    found: dict[str, list[str]] = {"ours": [], "reworded": [], "without": []}
    for name in sorted(set(names)):
        entry = glossary.find(name)
        if entry is not None and "text" in entry:
            found["ours"].append(name)
        elif slug(name) in glossary.said and glossary.everywhere.knows(name):
            found["reworded"].append(name)
            notes.find("IMP031", name, rule=name, edition=edition)
        else:
            found["without"].append(name)
    return TextCount(**{kind: tuple(listed) for kind, listed in found.items()})


def with_wordings(
    glossary: Glossary, own: Mapping[str, object], said: Mapping[str, list[str]], known: Wordings
) -> Glossary:
    """Give a glossary that knows how the book words its rules."""
    entries = {key: entry for key, entry in own.items() if isinstance(entry, Mapping)}
    return replace(glossary, own=entries, said=said, everywhere=known)
