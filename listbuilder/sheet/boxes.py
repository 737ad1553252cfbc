"""Boxes to tick during a game, as the system tracks it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import translate
from listbuilder.model import RosterEntry
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import Boxes

MOST_BOXES = 60
"""More than any unit of the books needs; a unit beyond it gets none rather than a page full of squares."""


def build_boxes(entry: RosterEntry, lexicon: Lexicon, joined: bool) -> tuple[Boxes, ...]:
    """Give an entry's boxes: rounds and states (a joined hero shares its host's), wounds or models, tokens."""
    shared = () if joined else tuple(_shared(lexicon))
    return (*shared, *_losses(entry, lexicon), *_tokens(entry, lexicon))


def _shared(lexicon: Lexicon) -> Iterator[Boxes]:
    tracking = lexicon.system.tracking
    if tracking.rounds:
        numbers = tuple(str(number) for number in range(1, tracking.rounds + 1))
        yield Boxes("rounds", translate(lexicon.language, "sheet.box.rounds"), (numbers,))
    for state in tracking.states:
        yield Boxes(f"state:{state.id}", state.name.to(lexicon.language), (("",),))


def _losses(entry: RosterEntry, lexicon: Lexicon) -> Iterator[Boxes]:
    """A box for each point of Tough of each tough model, else one a model, or its markers where there is one."""
    tough = lexicon.system.roles.tough
    wounds = max(half.rating(tough) for half in entry.halves)
    if wounds > 1 and wounds * entry.models <= MOST_BOXES and tough is not None:
        known = lexicon.find(entry.unit.faction, tough)
        label = known.name.to(lexicon.language) if known is not None else tough
        yield Boxes("tough", label, (("",) * wounds,) * entry.models)
    elif 1 < entry.models <= MOST_BOXES:
        fives = [min(5, entry.models - start) for start in range(0, entry.models, 5)]
        label = translate(lexicon.language, "sheet.box.models")
        yield Boxes("models", label, tuple(("",) * five for five in fives))
    elif entry.models == 1 and lexicon.system.tracking.wound_markers:
        label = translate(lexicon.language, "sheet.box.wounds")
        yield Boxes("wounds", label, (("",) * lexicon.system.tracking.wound_markers,))


def _tokens(entry: RosterEntry, lexicon: Lexicon) -> Iterator[Boxes]:
    caster = lexicon.system.roles.caster
    tokens = lexicon.system.tracking.spell_tokens
    if tokens and any(half.has(caster) for half in entry.halves):
        yield Boxes("tokens", translate(lexicon.language, "sheet.box.tokens"), (("",) * tokens,))
