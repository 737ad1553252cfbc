"""Sentences of the catalogue for tests, so that a test names a key instead of repeating its prose."""

from __future__ import annotations

from listbuilder.i18n import load_catalogue, translate


def sentence(key: str, language: str = "en", /, **values: object) -> str:
    """Return a key's sentence with its values filled in; fail if the catalogue has no such key."""
    assert key in load_catalogue(language), f"no sentence for {key!r} in {language!r}"
    return translate(language, key, **values)
