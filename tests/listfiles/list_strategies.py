"""Lists of every shape, with any text in every field."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, SystemId, UnitRef, Upgrade
from listbuilder.model.ids import column_letters

SETTINGS = settings(
    max_examples=80, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)

HOSTILE = [
    "[red]x",
    "<img src=x>",
    "=1+1",
    "../../etc",
    "\x1b[2J",
    "a: b # c",
    "- x",
    "on",
    "1984",
    "3.5",
    "null",
    "*",
    "\\",
]
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=30))
IDS = st.from_regex(r"[a-z][a-z0-9-]{0,8}[a-z0-9]", fullmatch=True)
OPTIONAL = st.one_of(st.none(), TEXT)
PICKS = st.lists(st.builds(Upgrade, st.one_of(IDS, TEXT), st.sampled_from([1, 1, 2, 0, -1, 999])), max_size=5).map(
    tuple
)


@st.composite
def entries(draw: st.DrawFn) -> tuple[Entry, ...]:
    drafts = [
        Entry(
            id=EntryId(column_letters(index) if draw(st.booleans()) else f"{draw(IDS)}-{index}"),
            unit=UnitRef(f"{draw(IDS)}/{draw(IDS)}"),
            name=draw(OPTIONAL),
            upgrades=draw(PICKS),
            combined=draw(st.one_of(st.none(), st.builds(Half, PICKS))),
            notes=draw(OPTIONAL),
            xp=draw(st.integers(0, 500)),
            traits=tuple(draw(st.lists(TEXT, max_size=3))),
        )
        for index in range(draw(st.integers(0, 6)))
    ]
    ids = [None, *(entry.id for entry in drafts)]
    return tuple(replace(entry, joins=draw(st.sampled_from(ids))) for entry in drafts)


@st.composite
def armies(draw: st.DrawFn) -> ArmyList:
    books = draw(st.dictionaries(IDS.map(FactionId), st.builds(BookPin, st.sampled_from(["3.5.3", "1.0"])), max_size=2))
    return ArmyList(
        name=draw(TEXT),
        system=SystemId(draw(IDS)),
        player=draw(OPTIONAL),
        points=draw(st.one_of(st.none(), st.integers(1, 5000))),
        force_org=draw(st.booleans()),
        event=draw(OPTIONAL),
        notes=draw(OPTIONAL),
        books=books,
        entries=draw(entries()),
    )
