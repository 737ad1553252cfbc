"""A name that nothing has: what was most likely meant, else what there is."""

from __future__ import annotations

from listbuilder.errors import UnknownIdError
from listbuilder.i18n import translate
from listbuilder.rules.nearest import nearest


def say_unknown(language: str, error: UnknownIdError) -> str:
    """Say that there is no such thing, and what was most likely meant; who has to choose gets all there are."""
    values = {"kind": translate(language, f"kind.{error.kind}"), "wanted": error.wanted}
    near = nearest(error.wanted, error.known)
    if near:
        return translate(language, "cli.unknown-near", near=near, **values)
    return translate(language, "cli.unknown", known=", ".join(error.known), **values)
