"""Odds: the exact distribution of wounds from an attack, from effects that are defined in the data."""
