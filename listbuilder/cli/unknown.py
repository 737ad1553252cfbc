"""A name that nothing has: what was most likely meant, else what there is."""

from __future__ import annotations

from listbuilder.errors import UnknownIdError
from listbuilder.i18n import translate
from listbuilder.textutil.fuzzy import nearest

_MOST = 30
"""So many are named for who has to choose; of more a command tells."""
_LISTED = {
    "code": "listbuilder explain",
    "faction": "listbuilder factions",
    "rule": "listbuilder rules SYSTEM",
    "player": "listbuilder desk check DIR",
}


def say_unknown(language: str, error: UnknownIdError) -> str:
    """Say that there is no such thing, and what was most likely meant; else what there is to choose from."""
    values = {"kind": translate(language, f"kind.{error.kind}"), "wanted": error.wanted}
    near = nearest(error.wanted, error.known)
    if near:
        return translate(language, "cli.unknown-near", near=near, **values)
    if not error.known:
        return translate(language, "cli.unknown-none", **values)
    if len(error.known) > _MOST and error.kind in _LISTED:
        return translate(language, "cli.unknown-many", command=_LISTED[error.kind], **values)
    return translate(language, "cli.unknown", known=", ".join(error.known), **values)
