"""Words of the catalogues as values that a finding can carry."""

from __future__ import annotations

from functools import cache

from listbuilder.i18n import languages, translate
from listbuilder.model import Text, build_text


@cache
def phrase(key: str, **values: str | int | tuple[str, ...]) -> Text:
    """Give a catalogue's words in every language there is, with values filled in."""
    return build_text({language: translate(language, key, **values) for language in languages()})
