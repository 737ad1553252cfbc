"""List the missing translations: `python -m tools.languages`. Missing sentences are shown in English."""

from __future__ import annotations

import sys

from listbuilder.i18n import FALLBACK_LANGUAGE, languages, load_catalogue


def missing(language: str) -> tuple[str, ...]:
    """Return the keys that a language has no sentence for."""
    return tuple(key for key in load_catalogue(FALLBACK_LANGUAGE) if key not in load_catalogue(language))


def main() -> None:
    """Print a line for each language, and the sentences that it lacks."""
    english = load_catalogue(FALLBACK_LANGUAGE)
    for language in languages():
        lacking = missing(language)
        lines = [f"{language}: {len(english) - len(lacking)} of {len(english)} sentences"]
        lines += [f"  {key}: {english[key]}" for key in lacking]
        sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
