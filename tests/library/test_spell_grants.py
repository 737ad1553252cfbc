"""The effects that spells grant."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.library.build_faction import build_effects
from listbuilder.library.glossary import build_spell_effects


@pytest.mark.parametrize(
    ("facts", "gift"),
    [
        (
            {"does": "gain", "rule": "AP(+1)", "when": "melee"},
            [{"grants": "AP(+1)", "to": "another", "when": ["melee"]}],
        ),
        ({"does": "gain-against", "rule": "Shred"}, [{"grants": "Shred", "to": "another"}]),
        (
            {"does": "rolls-against", "roll": "hit", "modifier": 1, "when": "shooting"},
            [{"hit": 1, "to": "another", "when": ["shoot"]}],
        ),
        ({"does": "rolls", "roll": "defense", "modifier": -1}, [{"defense": -1, "side": "target", "to": "another"}]),
        ({"does": "rolls", "roll": "morale", "modifier": 1}, [{"morale": 1, "to": "another"}]),
        ({"does": "rolls", "roll": "casting", "modifier": -3}, []),
        ({"does": "terrain"}, []),
        ({"does": "hits", "hits": 3}, None),
        ({}, None),
    ],
)
def test_spell_grants_what_its_facts_state(facts: dict[str, object], gift: list[dict[str, object]] | None) -> None:
    assert build_spell_effects(facts) == gift
    build_effects(gift)


def test_every_bundled_spell_hits_or_grants() -> None:
    library = Library.open(user=False)
    for system in ("aof-3.5", "aofs-3.5"):
        for header in library.newest_factions(system):
            book = library.faction(header.id, system)
            for spell in book.spells:
                assert (spell.attack is None) == (spell.effects is not None) or header.collection is None
                for effect in spell.effects or ():
                    known = effect.grants is None or effect.grants.id in book.rules
                    assert known or effect.grants.id in library.system(system).rules
