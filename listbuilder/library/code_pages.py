"""Explanation pages for finding codes, with an illegal and a legal example.

    python -m listbuilder.library.code_pages docs/codes      writes the pages of the manual

The examples are rule cases of the tests; `tests/cases/make_examples.py` writes them to `examples.json`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import CODES, Code
from listbuilder.diagnostics.messages import describe_title
from listbuilder.errors import UnknownIdError
from listbuilder.i18n import FALLBACK_LANGUAGE, translate
from listbuilder.validation.message_arguments import CitedDecision

_EXAMPLES_FILE = Path(__file__).with_name("examples.json")
_PLURAL = re.compile(r"\{\w+:[^{}|]*\|([^{}]*)\}")
_FIELD = re.compile(r"\{(\w+)(?::(?:,|moment))?\}")


@dataclass(frozen=True, slots=True)
class Example:
    """A list or part of a data file, with its title, finding and fix."""

    text: str
    title: str = ""
    message: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is documented about a code, in one language."""

    code: str
    name: str
    severity: str
    title: str
    what: str
    """The message of the finding, with the values of the illegal example if there is one."""
    why: str
    source: str
    """The part of the rules that the code is based on; may be empty."""
    illegal: Example
    legal: Example
    language: str


def explain(code: str, language: str) -> Explanation:
    """Return the explanation of a code; raise UnknownIdError if there is no such code."""
    known = CODES.get(code)
    if known is None:
        raise UnknownIdError("code", code, tuple(CODES))
    examples = _load_examples()[code]
    illegal = _build_example(examples["illegal"], language)
    # field names in place of values, without square brackets, which could be links in Markdown
    template = _FIELD.sub(r"‹\1›", _PLURAL.sub(r"\1", translate(language, code)))
    return Explanation(
        code=code,
        name=known.name,
        severity=translate(language, f"severity.{known.severity}"),
        title=describe_title(code, language),
        what=illegal.message or template,
        why=translate(language, f"{code}.why"),
        source=_describe_source(known, language),
        illegal=illegal,
        legal=_build_example(examples["legal"], language),
        language=language,
    )


def _describe_source(code: Code, language: str) -> str:
    """Return the source of a code, with a link if it is a decision."""
    if code.decision is not None:
        decision = CitedDecision(code.decision).to(language)
        topic = f"[{decision}](../decisions.md#decision-{code.decision})"
    elif code.topic is not None:
        topic = translate(language, f"topic.{code.topic}")
    else:
        return ""
    return translate(language, "explain.source", topic=topic)


def format_explanation(page: Explanation) -> str:
    """Return the page as Markdown."""
    parts = [
        f"# {page.code} {page.title}",
        f"`{page.name}` · {page.severity}",
        f"> {page.what}",
        page.why,
        page.source,
        *_format_example(page.illegal, translate(page.language, "explain.illegal")),
        *_format_example(page.legal, translate(page.language, "explain.legal")),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_pages(folder: Path, language: str) -> list[Path]:
    """Write a page for each code and an index into a folder; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in build_pages(language).items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def build_pages(language: str) -> dict[str, str]:
    """Return all pages by file name."""
    pages = {f"{code}.md": format_explanation(explain(code, language)) for code in CODES}
    return {"README.md": "\n".join(_format_index(language)), **pages}


def _format_index(language: str) -> Iterator[str]:
    """Yield the lines of the index, with the codes grouped by their first three letters."""
    yield from (f"# {translate(language, 'explain.codes')}", "", translate(language, "explain.about"), "")
    for family, codes in groupby(CODES.values(), key=lambda code: code.code[:3]):
        yield from (f"## {family}: {translate(language, f'explain.family.{family}')}", "")
        for code in codes:
            yield f"- [{code.code}]({code.code}.md) `{code.name}` {describe_title(code.code, language)}"
        yield ""


@cache
def _load_examples() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    examples: Mapping[str, Mapping[str, Mapping[str, Any]]] = json.loads(_EXAMPLES_FILE.read_text(encoding="utf-8"))
    return examples


def _build_example(raw: Mapping[str, Any], language: str) -> Example:
    texts = {
        key: raw[key].get(language, raw[key][FALLBACK_LANGUAGE]) for key in ("title", "message", "fix") if key in raw
    }
    return Example(raw["text"], **texts)


def _format_example(example: Example, heading: str) -> list[str]:
    title = f"## {heading}: {example.title}" if example.title else f"## {heading}"
    return [title, f"```yaml\n{example.text.rstrip()}\n```", example.fix and f"→ {example.fix}"]


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]), "en")
