"""A unit too long for one card continues on further cards without losing a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.exporters.pdf.cards import POKER_CARD_SIZE, Card, CardSize, build_unit_cards, fits_one_card
from listbuilder.exporters.pdf.paragraphs import measure_text
from listbuilder.exporters.pdf.primitives import TextRun
from listbuilder.exporters.pdf.style import MM, Style
from listbuilder.sheet import Layout, PrintOptions
from tests.exporters.sheet_samples import document
from tests.sentences import sentence

SIZE = CardSize(*POKER_CARD_SIZE, 3 * MM, Style(text=7, heading=9.5, title=15, line_height=8.6))
SHEET = document(options=PrintOptions(layout=Layout.CARDS)).sheet


def cards(words: int) -> list[Card]:
    """Lay out the trolls with a note of this many words."""
    trolls = next(unit for unit in SHEET.units if unit.title == "Mire Troll")
    noted = replace(trolls, notes=" ".join(f"word{number:03}" for number in range(words)))
    assert fits_one_card(noted, SHEET, SIZE, 1) is (len(list(build_unit_cards(noted, SHEET, SIZE, "k"))) == 1)
    return list(build_unit_cards(noted, SHEET, SIZE, "k"))


def list_texts(card: Card) -> list[str]:
    texts = [mark for mark in card.front.marks if isinstance(mark, TextRun)]
    return [mark.text for mark in sorted(texts, key=lambda mark: (round(mark.y), mark.x))]


@pytest.mark.parametrize("words", [0, 20, 60, 100, 160, 240, 241, 242, 243, 244, 245, 246, 247])
def test_every_card_has_full_card_height(words: int) -> None:
    for card in cards(words):
        assert card.front.height == pytest.approx(SIZE.height)
        assert all(mark.y <= SIZE.height for mark in card.front.marks if isinstance(mark, TextRun))


def test_split_unit_numbers_cards_and_keeps_every_word() -> None:
    parts = cards(200)
    assert len(parts) > 2
    texts = [" ".join(list_texts(card)) for card in parts]
    named = [sentence("pdf.card", card=number, cards=len(parts)) for number in range(1, len(parts) + 1)]
    assert [name in text for name, text in zip(named, texts, strict=True)] == [False, *[True] * (len(parts) - 1)]
    together = " ".join(texts)
    assert [word for word in together.split() if word.startswith("word")] == [
        f"word{number:03}" for number in range(200)
    ]


def test_boxes_are_only_on_first_card() -> None:
    card_texts = [list_texts(card) for card in cards(200)]
    assert [any("Shaken" in text for text in texts) for texts in card_texts] == [True, *[False] * (len(card_texts) - 1)]
    assert all(any("Mire Troll" in text for text in texts) for texts in card_texts)
    assert [sum(SHEET.header.hash == text for text in texts) for texts in card_texts] == [1] * len(card_texts)


def test_card_starts_only_when_previous_is_full() -> None:
    counts = [sum("word" in text for text in list_texts(card)) for card in cards(200)]
    assert counts[0] < counts[1]
    assert len(set(counts[1:-1])) == 1, "all but the first, which has more to say, and the last hold the same"


def test_card_number_is_right_aligned_below_name() -> None:
    parts = cards(200)
    for number, card in enumerate(parts[1:], 2):
        text = sentence("pdf.card", card=number, cards=len(parts))
        (number_mark,) = [mark for mark in card.front.marks if isinstance(mark, TextRun) and mark.text == text]
        assert number_mark.x + measure_text(number_mark.text, number_mark.weight, number_mark.size) == pytest.approx(
            SIZE.width
        )
        name = next(mark for mark in card.front.marks if isinstance(mark, TextRun))
        assert number_mark.y > name.y
        following = [mark.y for mark in card.front.marks if isinstance(mark, TextRun) and "word" in mark.text]
        assert min(following) - number_mark.y == pytest.approx(SIZE.style.line_height)


def test_every_card_footer_names_owner() -> None:
    for card in cards(200):
        owner = next(mark for mark in card.front.marks if isinstance(mark, TextRun) and mark.text == SHEET.header.hash)
        assert 0 < SIZE.height - owner.y < owner.size / 2
