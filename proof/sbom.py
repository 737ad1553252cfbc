"""Writes the lock file as a software bill of materials (CycloneDX 1.5, JSON): `python -m proof.sbom > sbom.json`."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from listbuilder import __version__

LOCK = Path(__file__).parents[1] / "requirements.lock"
_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^ ;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def locked(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the name, version and hashes of every package in a lock file."""
    for block in re.split(r"\n(?=\S)", text):
        found = _PINNED.match(block)
        if found is not None:
            yield found["name"], found["version"], _HASH.findall(block)


def licence(name: str) -> str | None:
    """Return the licence of an installed package, or None."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return None
    (expression,) = about.get_all("License-Expression") or [None]
    stated = expression or next(
        (line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or [] if line.startswith("License ::")),
        None,
    )
    return str(stated) if stated else None


def build_sbom(text: str) -> dict[str, object]:
    """Return the document for the text of a lock file."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name.lower()}@{version}",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in hashes],
            **({"licenses": [{"license": {"name": stated}}]} if (stated := licence(name)) else {}),
        }
        for name, version, hashes in locked(text)
    ]
    about = {"type": "application", "name": "listbuilder", "version": __version__}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "metadata": {"component": about}, "components": components}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build_sbom(LOCK.read_text(encoding="utf-8")), indent=1) + "\n")
