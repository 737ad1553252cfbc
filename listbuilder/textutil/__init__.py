"""Text helpers: sanitising, escaping, width and wrapping, fuzzy matching."""
