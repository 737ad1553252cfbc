"""Data files: read, check against the JSON Schema, check references, suggest corrections."""
