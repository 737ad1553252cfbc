"""Export as share strings, or as Army Forge share text.

The share text has the form of 2026 that other tools parse. It is always English, as they expect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.exporters.exporter import Exportable
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import Roster, RosterEntry
from listbuilder.model.notation import format_weapon
from listbuilder.rules.roster_builder import count_weapons, merge_half_rules
from listbuilder.sheet import PrintOptions
from listbuilder.textutil.sanitize import sanitize_line


def export_share_texts(documents: Sequence[Exportable], options: PrintOptions) -> bytes:
    """Return the lists as share texts, separated by blank lines."""
    return "\n\n".join(format_share_text(document.roster, options) for document in documents).encode()


def export_share_strings(documents: Sequence[Exportable], options: PrintOptions) -> bytes:  # noqa: ARG001 - a share string is always complete
    """Return a line for each list that fits into a chat or QR code and can be imported again."""
    return "".join(f"{encode_share_string(document.roster.army)}\n" for document in documents).encode()


def format_share_text(roster: Roster, options: PrintOptions | None = None) -> str:
    """Return a list as share text that ends with a line break."""
    options = options or PrintOptions()
    blocks = [_header(roster)]
    for entry in roster.entries:
        if entry.id not in roster.attached_ids:
            lines: list[str] = []
            for hero in roster.attached_heroes.get(entry.id, ()):
                lines += (*_entry_lines(hero, roster, options), "| Joined to:")
            blocks.append("\n".join((*lines, *_entry_lines(entry, roster, options))))
    return "\n\n".join(blocks) + "\n"


def _header(roster: Roster) -> str:
    used = dict.fromkeys(entry.unit.faction for entry in roster.entries)
    books = [roster.factions[faction] for faction in used]
    book_names = ", ".join(f"{sanitize_line(book.name.en)} (v{sanitize_line(book.version)})" for book in books)
    title = " - ".join(part for part in (sanitize_line(roster.army.name), book_names) if part)
    # "++" ends the header, so it must not occur in a name
    title = title.replace("++", "+ +")
    units = f"{roster.activations} {'Unit' if roster.activations == 1 else 'Units'}"
    return f"++ {title} [{roster.system.abbreviation.upper()} {roster.cost}pts] [{units}] ++"


def _entry_lines(entry: RosterEntry, roster: Roster, options: PrintOptions) -> Iterator[str]:
    unit = entry.unit
    parts = [f"{sanitize_line(unit.name.en)} [{entry.models}] Q{unit.quality}+ D{unit.defense}+"]
    if options.points and not options.public:
        parts.append(f"{entry.cost}pts")
    if entry.entry.xp and not options.public:
        parts.append(f"{entry.entry.xp}XP")
    rules = unit.rules if options.public else merge_half_rules(entry)
    yield " | ".join((*parts, ", ".join(sanitize_line(rule.label) for rule in rules))).rstrip()
    if not options.public:
        weapons = []
        for weapon, count in count_weapons(entry).items():
            profile = sanitize_line(format_weapon(weapon, roster.system.distance_mark))
            weapons.append(profile if count == 1 else f"{count}x {profile}")
        yield ", ".join(weapons)
