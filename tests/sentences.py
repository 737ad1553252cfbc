"""The sentences that the program prints, looked up by key, so that tests do not repeat their wording."""

from __future__ import annotations

from listbuilder.i18n import catalogue, translate


def sentence(key: str, language: str = "en", /, **values: object) -> str:
    """Return a sentence of the catalogue with its values filled in; fail if the language has no such key."""
    assert key in catalogue(language), f"no sentence {key!r} in the catalogue {language!r}"
    return translate(language, key, **values)
