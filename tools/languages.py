"""Tell what the languages lack: `python -m tools.languages`. What is missing is shown in English until it is there."""

from __future__ import annotations

import sys

from listbuilder.i18n import FALLBACK_LANGUAGE, languages, load_catalogue


def missing(language: str) -> tuple[str, ...]:
    """Give the keys that a language has no sentence for."""
    return tuple(key for key in load_catalogue(FALLBACK_LANGUAGE) if key not in load_catalogue(language))


def main() -> None:
    """Print a line for each language, and what it lacks."""
    for language in languages():
        lacking = missing(language)
        lines = [
            f"{language}: {len(load_catalogue(FALLBACK_LANGUAGE)) - len(lacking)} of {len(load_catalogue(FALLBACK_LANGUAGE))} sentences"
        ]
        lines += [f"  {key}: {load_catalogue(FALLBACK_LANGUAGE)[key]}" for key in lacking]
        sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
