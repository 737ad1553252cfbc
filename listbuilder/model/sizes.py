"""How long a list may be: far more than any table holds, and few enough to be judged in a moment."""

from __future__ import annotations

MOST_ENTRIES = 500
MOST_PICKS = 2_000
MOST_PICKS_OF_ONE = 200
"""Picks of one entry with both its halves; what may be picked next depends on each of them."""
LARGEST_COUNT = 999
"""More of one option than any game allows; beyond it a count is called bad and not applied."""
LONGEST_NAME, LONGEST_NOTE, LONGEST_NOTES = 200, 4_000, 20_000
"""How many letters a name, a note on a unit and the notes on a list have at most; the schema of lists says the same."""
