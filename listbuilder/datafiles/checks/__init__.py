"""Checks of data files that a JSON Schema cannot express, one module per subject."""
