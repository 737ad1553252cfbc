"""Generates a whole event: players, submissions in many formats, and known faults."""
