"""The tracking strip of a unit in words: boxes behind labels, as every face draws them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import translate
from listbuilder.model import RosterEntry
from listbuilder.rules.tracking import Band, BandKind, Strip
from listbuilder.sheet.lexicon import Lexicon
from listbuilder.sheet.model import Boxes
from listbuilder.values import replace

MOST_BOXES = 120
"""More than any unit of the books needs; a unit beyond it gets none rather than a page full of squares."""


def build_boxes(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> tuple[Boxes, ...]:
    """Give an entry's part of its unit's strip: rounds and states are the host's, wounds and tokens everybody's own."""
    shared = tuple(_shared(strip, lexicon)) if strip.entry == entry.id else ()
    return (*shared, *_losses(entry, strip, lexicon), *_tokens(entry, strip, lexicon))


def _shared(strip: Strip, lexicon: Lexicon) -> Iterator[Boxes]:
    if strip.rounds:
        numbers = tuple(str(number) for number in range(1, strip.rounds + 1))
        yield Boxes("rounds", translate(lexicon.language, "sheet.box.rounds"), (numbers,))
    for state in strip.states:
        yield Boxes(f"state:{state.id}", state.name.to(lexicon.language), (("",),))


def _losses(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> tuple[Boxes, ...]:
    """Give a box for each wound of the entry's models as they stand; bands of one kind follow one another."""
    found: dict[str, Boxes] = {}
    boxes = sum(band.boxes for band in strip.bands if band.entry == entry.id)
    if boxes > MOST_BOXES:
        return ()
    before = 0
    for band in strip.bands:
        if band.entry == entry.id:
            kind = _kind(band, alone=boxes == 1)
            known = found.get(kind) or Boxes(kind, _label(kind, lexicon), ())
            half = strip.half - before if before < strip.half <= before + band.boxes else 0
            groups = (*known.groups, *(("",) * run for run in band.runs))
            found[kind] = replace(known, groups=groups, half=known.count + half if half else known.half)
        before += band.boxes
    return tuple(found.values())


def _kind(band: Band, *, alone: bool) -> str:
    if band.kind is BandKind.MARKERS or alone:
        return "wounds"
    return "tough" if band.wounds > 1 else "models"


def _label(kind: str, lexicon: Lexicon) -> str:
    return translate(lexicon.language, "sheet.box.models" if kind == "models" else "sheet.box.wounds")


def _tokens(entry: RosterEntry, strip: Strip, lexicon: Lexicon) -> Iterator[Boxes]:
    for tokens in strip.tokens:
        if tokens.entry == entry.id:
            yield Boxes("tokens", translate(lexicon.language, "sheet.box.tokens"), (("",) * tokens.most,))
