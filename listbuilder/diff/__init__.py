"""Differences between lists, army books and loadouts."""
