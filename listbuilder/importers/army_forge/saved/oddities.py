"""What a foreign list says in a way that cannot be used: nothing is passed over without a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import languages, translate
from listbuilder.listfiles.field_reader import shown
from listbuilder.model import build_text

MOST_FINDINGS = 200


class Oddities:
    """Collects findings about parts of a list, those that were left out and those that were read with a doubt."""

    def __init__(self) -> None:
        self.findings: list[Diagnostic] = []

    def lost(self, where: object, reason: str, value: object = None) -> None:
        """Report something that was left out and may cost points or change the verdict."""
        self._add("IMP014", where, reason, value)

    def odd(self, where: object, reason: str, value: object = None) -> None:
        """Report something without a price that was left out, or read as what it can only mean."""
        self._add("IMP015", where, reason, value)

    def add(self, finding: Diagnostic) -> None:
        """Report a finding of another kind."""
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def name(self, names: Mapping[str, object]) -> None:
        """Say of findings so far what their units are called; while records are read, only ids are known."""
        self.findings = [
            replace(found, params={**found.params, "where": names[where]})
            if isinstance(where := found.params.get("where"), str) and where in names
            else found
            for found in self.findings
        ]

    def settle(self, entries: Mapping[str | None, str], count: int) -> None:
        """Say of the first findings which entries they are about; while records are matched, only theirs are known."""
        early = [replace(found, on=entries.get(found.on)) for found in self.findings[:count]]
        self.findings = [*early, *self.findings[count:]]

    def _add(self, code: str, where: object, reason: str, value: object) -> None:
        found = shown(value)
        text = build_text({each: translate(each, f"odd.{reason}", value=found) for each in languages()})
        self.add(Diagnostic(code, None, {"where": where, "reason": text}))
