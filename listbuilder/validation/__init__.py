"""Validation: checks by family, fixes that are tried before they are offered, and previews of an edit."""
