"""The table of finding codes, with severities and verdicts.

Append only: a code never changes its meaning, and a retired code keeps its line. A name reads well after "allow".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its code, its name and its default severity."""

    code: str
    name: str
    severity: str = "error"
    topic: str | None = None
    """What it is based on: a topic of the system's citation, `book` for the army book, `event` for the event."""
    depends_on_prices: bool = False
    """Whether it depends on the prices in the books."""
    decision: int | None = None
    """The decision in `docs/decisions.md` that it is based on, if no rulebook covers it."""
    permanent: bool = False
    """Whether it reports data that was lost on import, which no edit of the list can restore."""


EMPTY_LIST = "PTS003"
"""The code for a list without units."""

_TABLE = (
    # data files
    Code("DAT001", "unreadable-files"),
    Code("DAT002", "files-that-are-not-utf8"),
    Code("DAT003", "files-that-are-too-large"),
    Code("DAT004", "syntax-errors"),
    Code("DAT005", "duplicate-keys"),
    Code("DAT006", "unknown-keys"),
    Code("DAT007", "missing-keys"),
    Code("DAT008", "wrong-types"),
    Code("DAT009", "values-out-of-range"),
    Code("DAT010", "malformed-text"),
    Code("DAT011", "too-many-aliases"),
    Code("DAT012", "too-deep-nesting"),
    Code("DAT013", "unknown-formats"),
    Code("DAT014", "shadowed-data", "note"),
    Code("DAT015", "tabs-for-indentation"),
    Code("DAT016", "yaml-tags"),
    Code("DAT017", "files-of-an-unknown-kind"),
    Code("DAT018", "keys-that-exclude-each-other"),
    Code("DAT019", "more-files-than-are-read"),
    Code("DAT023", "lists-of-more-entries-than-any"),
    Code("DAT024", "lists-of-more-picks-than-any"),
    Code("DAT025", "files-that-take-too-long"),
    Code("DAT026", "effects-that-do-nothing"),
    Code("DAT035", "slips-of-the-pen"),
    Code("DAT036", "broken-translations"),
    Code("DAT037", "unknown-sentences", "warning"),
    Code("DAT038", "sentences-without-their-values", "warning"),
    Code("DAT039", "dice-without-their-faces"),
    # cross-references inside data files
    Code("REF001", "unknown-rules"),
    Code("REF002", "unknown-packages"),
    Code("REF003", "targets-nobody-supplies"),
    Code("REF004", "duplicate-ids"),
    Code("REF005", "missing-rule-numbers"),
    Code("REF006", "missing-translations", "warning"),
    Code("REF007", "unknown-units"),
    Code("REF008", "unknown-systems"),
    Code("REF009", "needless-rule-numbers"),
    Code("REF010", "unused-packages", "warning"),
    Code("REF011", "unknown-factions"),
    Code("REF012", "unknown-groups"),
    Code("REF013", "missing-spell-texts", "warning"),
    Code("REF014", "circular-bases"),
    Code("REF015", "unknown-collections"),
    Code("REF016", "missing-prices"),
    Code("REF017", "unknown-fields"),
    Code("REF018", "unknown-spell-patterns", "warning"),
    Code("REF019", "keys-unlike-names"),
    Code("REF030", "upgrades-of-nobody-knows-how-many"),
    Code("REF031", "unknown-mentions", "warning"),
    Code("REF036", "unknown-page-values", "warning"),
    Code("REF037", "effects-of-unknown-rules"),
    Code("REF038", "effects-without-their-number"),
    Code("REF049", "gains-of-nothing-known"),
    Code("REF050", "rules-in-another-language"),
    Code("REF051", "one-id-in-two-files"),
    Code("REF052", "unknown-card-fields"),
    Code("REF053", "limits-without-meaning"),
    Code("REF054", "units-without-a-field"),
    Code("REF055", "least-points-above-the-most"),
    Code("REF056", "upgrades-for-more-than-there-are", "warning"),
    Code("REF057", "systems-without-factions", "warning"),
    Code("REF058", "unknown-sections"),
    # points
    Code("PTS001", "too-many-points", topic="points", depends_on_prices=True),
    Code("PTS002", "lists-without-a-limit", "note", decision=1),
    Code(EMPTY_LIST, "empty-lists"),
    # force organisation
    Code("ORG001", "too-many-heroes", topic="force_organisation"),
    Code("ORG002", "too-many-copies", topic="force_organisation"),
    Code("ORG003", "too-costly-units", topic="force_organisation", depends_on_prices=True),
    Code("ORG004", "too-many-units", topic="force_organisation"),
    Code("ORG005", "mixed-factions", "warning", decision=8),
    Code("ORG006", "force-organisation-where-there-is-none", "note", "force_organisation"),
    Code("ORG007", "too-much-of-something-limited", topic="force_organisation", depends_on_prices=True),
    Code("ORG008", "too-little-of-something-asked-for", topic="force_organisation", depends_on_prices=True),
    # units
    Code("UNT001", "unknown-units", topic="book"),
    Code("UNT002", "unknown-factions", "unchecked"),
    Code("UNT003", "factions-of-another-system", topic="book"),
    Code("UNT004", "repeated-unique-units", decision=17),
    Code("UNT005", "negative-experience"),
    Code("UNT006", "experience-where-there-is-none", "warning"),
    # upgrades
    Code("UPG001", "unknown-options", topic="book"),
    Code("UPG002", "too-many-picks", topic="book"),
    Code("UPG003", "exclusive-options", topic="book"),
    Code("UPG004", "missing-target", topic="book"),
    Code("UPG005", "repeated-options", topic="book"),
    Code("UPG006", "bad-counts", topic="book"),
    Code("UPG007", "ambiguous-options", topic="book"),
    Code("UPG008", "options-of-another-unit", topic="book"),
    Code("UPG009", "picks-that-bring-nothing-new", "warning", decision=12),
    # combined units
    Code("CMB001", "combining-where-there-is-none", topic="combining"),
    Code("CMB002", "combined-single-models", topic="combining"),
    Code("CMB003", "combined-heroes", decision=5),
    Code("CMB004", "halves-that-differ", topic="combining"),
    Code("CMB005", "doubtful-combined-single-models", "warning", decision=5),
    Code("CMB006", "more-than-two-halves", decision=5),
    Code("CMB007", "halves-of-different-units", topic="combining"),
    Code("CMB008", "halves-without-another", "warning", "combining"),
    Code("CMB009", "halves-in-a-circle", topic="combining"),
    # command groups
    Code("CMD001", "repeated-command-upgrades", topic="command_group"),
    # joined heroes
    Code("HER001", "joining-where-there-is-none", topic="joining"),
    Code("HER002", "joining-non-heroes", topic="joining"),
    Code("HER003", "joins-to-nothing", topic="joining"),
    Code("HER004", "joins-to-oneself", topic="joining"),
    Code("HER005", "joins-in-a-circle", topic="joining"),
    Code("HER006", "joins-to-a-joined-unit", topic="joining"),
    Code("HER007", "too-tough-to-join", topic="joining"),
    Code("HER008", "joins-to-a-single-model", topic="joining"),
    Code("HER009", "two-heroes-in-one-unit", topic="joining"),
    Code("HER010", "joins-to-another-faction", decision=8),
    # formation
    Code("FRM001", "sizes-without-a-formation", "warning", decision=7),
    # events
    Code("EVT001", "other-systems", topic="event"),
    Code("EVT002", "other-points", "warning", topic="event"),
    Code("EVT003", "factions-not-admitted", topic="event"),
    Code("EVT004", "banned-units", topic="event"),
    Code("EVT005", "too-many-of-a-limited-unit", topic="event"),
    Code("EVT006", "missing-fields", topic="event"),
    Code("EVT007", "other-data-versions", topic="event"),
    Code("EVT008", "late-lists", topic="event"),
    Code("EVT009", "too-few-points", topic="event", depends_on_prices=True),
    Code("EVT010", "too-small-main-factions", topic="event", depends_on_prices=True),
    Code("EVT011", "narrative-units", topic="event"),
    Code("EVT012", "named-characters", topic="event"),
    Code("EVT013", "lists-without-force-organisation", "note", topic="event"),
    Code("EVT014", "limits-on-unknown-options"),
    Code("EVT015", "other-collections", topic="event"),
    Code("EVT016", "other-numbers-of-lists", topic="event"),
    Code("EVT017", "too-small-cores", topic="event", depends_on_prices=True),
    Code("EVT018", "lists-of-several-factions", topic="event"),
    Code("EVT019", "joins-that-differ", topic="event"),
    Code("EVT020", "factions-twice-in-a-team", topic="event"),
    Code("EVT021", "other-sizes-of-teams", topic="event"),
    Code("EVT022", "scores-for-unknown-codes"),
    Code("EVT040", "deadlines-without-a-zone", "warning"),
    Code("EVT041", "rules-that-rest-on-nothing"),
    # tournaments
    Code("DSK001", "folders-that-are-no-desk"),
    Code("DSK002", "registrations-without-a-column-of-names"),
    Code("DSK003", "registrations-without-a-name", "warning"),
    Code("DSK004", "players-registered-twice", "warning"),
    Code("DSK005", "times-that-are-none", "warning"),
    Code("DSK006", "missing-lists"),
    Code("DSK007", "several-submissions", "warning"),
    Code("DSK008", "other-factions-than-registered"),
    Code("DSK009", "changes-after-acceptance"),
    Code("DSK010", "broken-locks"),
    Code("DSK011", "unpaid-fees", "warning"),
    Code("DSK012", "times-of-files", "warning"),
    Code("DSK013", "ids-of-somebody-else", "warning"),
    Code("DSK014", "players-without-a-team"),
    Code("DSK015", "files-that-nobody-handed-in", "warning"),
    Code("DSK040", "locks-that-were-cut"),
    Code("DSK041", "events-changed-after-acceptance", "warning"),
    Code("DSK042", "accepted-lists-of-nobody", "warning"),
    # imports
    Code("IMP001", "unreadable-imports"),
    Code("IMP002", "unknown-names", topic="book"),
    Code("IMP003", "ambiguous-lines", "warning"),
    Code("IMP004", "lines-not-understood", "warning", permanent=True),
    Code("IMP005", "assumptions", "note"),
    Code("IMP006", "differing-totals", "warning"),
    Code("IMP007", "partial-factions", "unchecked"),
    Code("IMP008", "archives-that-lie"),
    Code("IMP009", "books-of-another-game"),
    Code("IMP010", "unresolved-targets"),
    Code("IMP011", "dropped-facts", "note"),
    Code("IMP012", "differing-unit-costs", "warning"),
    Code("IMP013", "nearest-choices", topic="book"),
    Code("IMP014", "lost-parts", permanent=True),
    Code("IMP015", "odd-parts", "warning", permanent=True),
    Code("IMP030", "spells-not-understood", "note"),
    Code("IMP031", "reworded-rules", "note"),
    Code("IMP032", "units-that-changed-since", "note"),
    Code("IMP033", "things-of-another-edition", "warning"),
    Code("IMP050", "mailboxes-with-too-many-mails"),
    # list files
    Code("LST001", "unknown-keys-in-lists", "warning"),
    Code("LST002", "duplicate-entry-ids"),
    Code("LST003", "unknown-systems"),
    Code("LST004", "newer-formats"),
    Code("LST005", "unknown-events", "unchecked"),
    Code("LST030", "hidden-letters-in-ids"),
    Code("LST010", "sizes-of-no-game"),
    # data versions
    Code("VER001", "other-book-versions", "unchecked"),
    Code("VER002", "changed-books", "warning"),
    Code("VER003", "unpinned-books", "note"),
    Code("VER004", "vanished-units", topic="book"),
    Code("VER005", "vanished-options", topic="book"),
    Code("VER006", "changed-prices", "note"),
    Code("VER007", "changed-unit-prices", "note"),
    Code("VER010", "changed-single-prices", "note"),
    # ourselves
    Code("INT001", "internal-errors"),
    Code("INT002", "processes-that-die"),
)

CODES: Mapping[str, Code] = {code.code: code for code in _TABLE}


class Severity(Enum):
    """How serious a finding is, worst first.

    An error makes a list illegal. Unchecked means that a book, version or event is not installed. A warning deserves a
    second look, a note only informs.
    """

    ERROR = "error"
    UNCHECKED = "unchecked"
    WARNING = "warning"
    NOTE = "note"


class Verdict(Enum):
    """The result of validation; unchecked if no error was found but not everything could be checked."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCHECKED = "unchecked"
    UNREADABLE = "unreadable"
    """There is no list, or its roster could not be built."""
