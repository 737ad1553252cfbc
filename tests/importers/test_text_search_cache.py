"""Cached searches give the same result at the same cost, whatever was read before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from listbuilder.exporters.army_forge_text import format_share_text
from listbuilder.importers.army_forge.text import upgrade_search
from listbuilder.importers.army_forge.text.text_parser import build_vocabulary, parse_block
from listbuilder.importers.army_forge.text.upgrade_search import SearchBudget, SearchKey, find_upgrades
from listbuilder.importers.dispatch import read_lists
from listbuilder.library import Library
from proof.generated_lists import legal_lists, list_sources


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    upgrade_search._SEARCH_CACHE.clear()
    yield
    upgrade_search._SEARCH_CACHE.clear()


@pytest.fixture
def sought(library: Library) -> SearchKey:
    """Return a search that takes several steps and trials."""
    system, faction = library.system("aof-3.5"), library.faction("human-empire", "aof-3.5")
    parsed = parse_block("Hold the Line, 10x Hand Weapon (A1), Sergeant, Musician", build_vocabulary((faction,)))
    return SearchKey(faction.units["infantrymen"], faction, system, parsed, None, 1)


def search(sought: SearchKey, budget: SearchBudget) -> tuple[object, int, int]:
    return find_upgrades(sought, budget), budget.steps, budget.trials


def test_remembered_searches_cost_budget(sought: SearchKey) -> None:
    first = search(sought, SearchBudget())
    assert first[0]
    assert upgrade_search._SEARCH_CACHE[sought].steps > 1 < upgrade_search._SEARCH_CACHE[sought].trials
    assert search(sought, SearchBudget()) == first


@pytest.mark.parametrize("short", ["steps", "trials"])
def test_small_budget_searches_as_far_as_possible(sought: SearchKey, short: str) -> None:
    whole = find_upgrades(sought, SearchBudget())
    cost = upgrade_search._SEARCH_CACHE[sought]._asdict()
    exactly = {name: cost[name] for name in ("steps", "trials")}
    assert search(sought, SearchBudget(**exactly)) == (whole, 0, 0)
    less = {**exactly, short: exactly[short] - 1}
    with_memory = search(sought, SearchBudget(**less))
    upgrade_search._SEARCH_CACHE.clear()
    assert search(sought, SearchBudget(**less)) == with_memory
    assert not upgrade_search._SEARCH_CACHE, "an aborted search is not cached"


def test_memory_size_is_limited(sought: SearchKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrade_search, "_MAX_CACHED_SEARCHES", 3)
    for points in range(10):
        find_upgrades(sought._replace(points=points), SearchBudget())
        assert 1 <= len(upgrade_search._SEARCH_CACHE) <= 3


def test_results_are_independent_of_order(library: Library) -> None:
    foreign = tuple(table for table in list_sources(library) if table.system.foreign_ids and table.faction.foreign_ids)[
        :4
    ]
    texts = [format_share_text(table.build_roster(army)).encode() for table, army in legal_lists(foreign, 8, 5)]

    def read(text: bytes) -> object:
        (result,) = read_lists(text, "x.txt", library)
        return result.army, result.report

    alone = []
    for text in texts:
        upgrade_search._SEARCH_CACHE.clear()
        alone.append(read(text))
    assert list(map(read, texts)) == alone
    assert list(map(read, reversed(texts))) == alone[::-1]
