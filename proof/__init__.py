"""Attempts to break the program: injected faults, fuzzed files, hostile texts, crashes and mutations."""
