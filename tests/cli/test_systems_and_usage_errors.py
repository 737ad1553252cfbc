"""What is printed about games, factions and wrong arguments, as whole lines."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from listbuilder.cli.commands.systems import limit_at_points, limit_name, limit_text, system_rows
from listbuilder.i18n import languages
from listbuilder.library import Library
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import Limit, Measure, System, Text
from tests.cli.conftest import LISTS, unknown_word
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="module")
def fantasy(library: Library) -> System:
    return library.system("aof-3.5")


def rows(system: System) -> dict[str, str]:
    return dict(system_rows(system, "en"))


def row(name: str) -> str:
    """Return the heading of a row."""
    return sentence(f"system.row.{name}")


def limit(name: str) -> str:
    """Return the heading of a limit's row."""
    return sentence(f"limit.name.{name}")


def per(points: int, base: int = 0) -> str:
    return sentence("limit.base-per" if base else "limit.per", base=base, per=points)


NO_FORMATION = sentence("system.formation.none")
ANY_HERO = sentence("system.joining.any")


def test_system_table_has_every_row(library: Library, fantasy: System) -> None:
    assert rows(fantasy) == {
        row("book"): fantasy.citation.document.en,
        row("points"): sentence("system.points", points="750, 1,500, 2,000"),
        row("force-org"): sentence("system.force-org.optional"),
        limit("heroes"): f"{per(375)} (750: 2, 1,500: 4, 2,000: 5)",
        limit("copies"): f"{per(750, base=1)} (750: 2, 1,500: 3, 2,000: 3)",
        limit("share"): f"{sentence('limit.percent', percent=35)} (750: 262, 1,500: 525, 2,000: 700)",
        limit("units"): f"{per(150)} (750: 5, 1,500: 10, 2,000: 13)",
        row("combining"): sentence("system.combining.forbid"),
        row("joining"): ", ".join(
            (
                sentence("system.joining.tough", rule="Tough", n=6),
                sentence("system.joining.multi"),
                sentence("system.joining.heroes", n=1),
            )
        ),
        row("mixing"): sentence("system.mixing.warn"),
        row("command"): sentence("system.command", names="Sergeant, Musician, Banner", n=1),
        row("formation"): NO_FORMATION,
        row("base"): sentence("system.base.round"),
        row("moves"): ", ".join(
            f'{sentence(f"system.{kind}")} {inches}"' for kind, inches in (("advance", 6), ("rush", 12), ("charge", 12))
        ),
        row("rounds"): "4",
        row("states"): "Shaken, Fatigued",
        row("tokens"): sentence("system.tokens", n=6),
    }
    wood = rows(library.system("way-of-wood"))
    assert {name: wood[row(name)] for name in ("force-org", "combining", "joining", "moves")} == {
        "force-org": sentence("system.force-org.none"),
        "combining": sentence("system.combining.no"),
        "joining": ANY_HERO,
        "moves": sentence("system.moves.field", field="Speed", moves="6/12"),
    }
    assert not {limit("heroes"), row("tokens")} & wood.keys()


def test_system_table_has_rows_of_regiments(library: Library) -> None:
    regiments = library.system("aofr-3")
    assert regiments.formation is not None
    assert rows(regiments)[row("formation")] == "; ".join(
        sentence("system.formation", width=line.width, sizes=", ".join(map(str, line.sizes)))
        for line in regiments.formation.rows
    )


def test_system_table_omits_missing_features(fantasy: System) -> None:
    assert fantasy.force_organisation is not None
    bare = replace(
        fantasy,
        suggested_points=(),
        force_organisation=replace(fantasy.force_organisation, optional=False),
        combining=fantasy.combining._replace(allowed=False),
        joining=fantasy.joining._replace(max_tough=None, multi_model=False, heroes_per_unit=None),
        command_group=fantasy.command_group._replace(rules=frozenset()),
        tracking=fantasy.tracking._replace(states=(), max_spell_tokens=0),
        movement=None,
    )
    texts = rows(bare)
    assert [texts.get(name) for name in (limit("heroes"), limit("share"), row("joining"))] == [
        per(375),
        sentence("limit.percent", percent=35),
        ANY_HERO,
    ]
    assert texts[row("force-org")] == sentence("system.force-org.required")
    assert texts[row("combining")] == sentence("system.combining.no")
    assert not {row(name) for name in ("points", "command", "moves", "states", "tokens")} & texts.keys()
    nobody = replace(fantasy, joining=fantasy.joining._replace(allowed=False))
    assert rows(nobody)[row("joining")] == sentence("system.joining.no")
    without = replace(fantasy, roles=fantasy.roles._replace(tough=None))
    assert rows(without)[row("joining")].startswith(f"{ANY_HERO}, ")


@pytest.mark.parametrize(
    ("numbers", "parts", "at"),
    [
        ({"per": 500}, ["limit.per"], 2),
        ({"base": 1, "per": 500}, ["limit.base-per"], 3),
        ({"base": 3}, ["system.most"], 3),
        ({"percent": 35}, ["limit.percent"], 350),
        ({"most": 4}, ["system.most"], 4),
        ({"least": 2}, ["system.least"], 2),
        ({"least_percent": 10}, ["system.least-percent"], 100),
        ({"most": 4, "least": 2}, ["system.most", "system.least"], 4),
    ],
)
def test_limit_text_and_value(numbers: dict[str, int], parts: list[str], at: int) -> None:
    checked_limit = Limit(id="x", measure=Measure.POINTS if "percent" in str(numbers) else Measure.UNITS, **numbers)  # type: ignore[arg-type]  # numbers
    n = dict(zip(parts, numbers.values(), strict=False))
    assert limit_text(checked_limit, "en") == ", ".join(sentence(part, **{**numbers, "n": n[part]}) for part in parts)
    assert limit_at_points(checked_limit, 1000) == at


def test_limit_name_defaults_to_the_catalogue() -> None:
    heroes = Limit(id="heroes", measure=Measure.HEROES, most=1)
    assert limit_name(heroes, "en") == limit("heroes")
    assert limit_name(replace(heroes, name=Text("Lords")), "en") == "Lords"


def test_factions_are_filtered_by_game(run) -> None:
    every = json.loads(run("factions", "--format", "json").out)
    fantasy = json.loads(run("factions", "aof-3.5", "--format", "json").out)
    same = json.loads(run("factions", "--system", "aof-3.5", "--format", "json").out)
    assert len(every) > len(fantasy) > 10
    assert fantasy == same
    assert all("aof-3.5" in row["systems"] for row in fantasy)
    ordered = json.loads(run("factions", "aof-3.5", "--sort", "units", "--format", "json").out)
    assert [row["units"] for row in ordered] == sorted(row["units"] for row in fantasy)
    none = run("factions", "gf-3.5")
    assert (none.code, none.out) == (2, "")
    assert " ".join(none.err.split()) == sentence("cli.no-factions", system="gf-3.5")
    assert run("factions", "gf-3.5", "--format", "json").out == "[]\n"
    assert run("factions", "nothing").code == 2


@pytest.mark.parametrize(
    ("words", "command", "parts"),
    [
        ("validat", "", [unknown_word("command", "validat", near="validate")]),
        (
            "validate",
            "validate",
            [
                sentence("usage.missing", names="PATH"),
                sentence("usage.example", line="listbuilder validate lists/iron-vale.yaml"),
            ],
        ),
        ("validate x --format", "validate", ["--format: " + sentence("usage.needs-value")]),
        ("desk chek", "desk", [unknown_word("part", "chek", near="check")]),
        ("validate x --formt json", "validate", [unknown_word("option", "--formt", near="--format, --sort")]),
        ("odds a --steps=3", "odds", ["--steps: " + sentence("usage.takes-none", value="3")]),
        (
            "desk publish x --open --hidden",
            "desk publish",
            ["--hidden: " + sentence("usage.not-together", other="--open")],
        ),
        (
            "validate x --s a",
            "validate",
            [sentence("usage.ambiguous", value="--s", others="--submitted, --sort, --strict")],
        ),
        (
            "desk",
            "desk",
            [sentence("usage.parts", parts="init, take, check, letters, lock, verify, publish, reveal, prove, export")],
        ),
        ("show a b", "show", [sentence("usage.too-much", words="b")]),
        (
            "show --format yaml a",
            "show",
            ["--format: " + sentence("cli.unknown", kind=sentence("kind.value"), wanted="yaml", known="text, json")],
        ),
    ],
)
def test_usage_errors_are_explained(run, words: str, command: str, parts: list[str]) -> None:
    ran = run(*words.split())
    assert (ran.code, ran.out) == (2, "")
    more = sentence("usage.more", command=f"listbuilder help {command}".strip())
    message = " ".join([f"listbuilder {command}".strip() + ":", *parts, more])
    assert " ".join(ran.err.split()) == message
    assert ran.err.splitlines()[-1] == more


def test_usage_errors_use_the_requested_language(run) -> None:
    english, german = (unknown_word("command", "validat", language, near="validate") for language in ("en", "de"))
    for language in (["--lang", "de"], ["--lang=de"]):
        assert german in " ".join(run("validat", *language).err.split())
    assert english in " ".join(run("validat", "--lang", "xx").err.split())
    assert german in " ".join(run("validat", "--lang", "xx", "--lang", "de").err.split())


LISTED = ("aof-3.5-the-iron-vale", "aof-3.2-matins", "aof-3.2-illegal-one-hero-too-many")


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (None, [0, 1, 2]),
        ("path", [2, 1, 0]),
        ("name", [1, 2, 0]),
        ("points", [0, 1, 2]),
        ("verdict", [2, 0, 1]),
        ("faction", [1, 0, 2]),
    ],
)
def test_validate_sorts_lists_on_request(run, order: str | None, names: list[int]) -> None:
    sort = ("--sort", order) if order else ()
    ran = run("validate", *(LISTS / f"{name}.yaml" for name in LISTED), "--format", "json", *sort)
    stems = [record["path"].rpartition("/")[2].removesuffix(".yaml") for record in json.loads(ran.out)["lists"]]
    assert stems == [LISTED[index] for index in names]


def test_bom_option_requires_csv(run) -> None:
    path = LISTS / f"{LISTED[1]}.yaml"
    refused = run("validate", path, "--bom")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err


def test_hashes_are_shown_for_one_list_only(run) -> None:
    first, second = (LISTS / f"{name}.yaml" for name in LISTED[:2])
    record = json.loads(run("validate", first, second, "--format", "json").out)["lists"][0]
    assert len(record["hash"]) == len(record["army"]) == 64
    code = format_printed_code(record["hash"])
    assert [code in run("validate", *paths).out for paths in ((first,), (first, second))] == [True, False]
    assert record["hash"] in run("validate", first, "--format", "csv").out


def test_system_json_has_every_field(run) -> None:
    fantasy = json.loads(run("systems", "aof-3.5", "--format", "json").out)
    limits = {
        limit["id"]: (limit["name"], limit["counts"], limit["at"]) for limit in fantasy["force_organisation"]["limits"]
    }
    assert limits["heroes"] == (limit("heroes"), "heroes", {"750": 2, "1500": 4, "2000": 5})
    assert fantasy["force_organisation"]["optional"] is True
    assert fantasy["formation"] is None
    assert fantasy["joining"] == {"allowed": True, "max_tough": 6, "multi_model": True, "heroes_per_unit": 1}
    assert fantasy["moves"] == {"advance": 6, "rush": 12, "charge": 12, "field": None, "measure": '"'}
    assert fantasy["command_group"] == {"rules": ["Sergeant", "Musician", "Banner"], "each": 1}
    assert (fantasy["rounds"], fantasy["states"], fantasy["spell_tokens"]) == (4, ["Shaken", "Fatigued"], 6)
    wood = json.loads(run("systems", "way-of-wood", "--format", "json").out)
    assert wood["force_organisation"] is None
    assert wood["moves"]["field"] is not None
    regiments = json.loads(run("systems", "aofr-3", "--format", "json").out)
    assert all(row["width"] and row["sizes"] for row in regiments["formation"])
    assert run("systems", "nothing").code == 2


def test_broken_and_hiding_user_files_are_reported(run, tmp_path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    text = "format: 1\nid: club-day-2000\nname: Cup\nsystems: [aof-3.5]\npoints: 1000\n"
    (own / "cup.yaml").write_text(text, encoding="utf-8")
    (own / "broken.yaml").write_text("a: [", encoding="utf-8")
    ran = run("systems", "--data", own)
    assert ran.code == 0
    assert f"{own}/cup.yaml" in ran.err
    assert "DAT004" in ran.err
    quiet = run("systems", "--data", own, "-q")
    assert "cup.yaml" not in quiet.err, "harmless"
    assert "DAT004" in quiet.err, "an error"
    assert run("systems", "--data", tmp_path / "nowhere").err.count("DAT001") == 1


def test_unknown_language_lists_the_known_ones(run) -> None:
    ran = run("systems", "--lang", "xx")
    assert (ran.code, ran.out) == (2, "")
    language = sentence("kind.language")
    assert sentence("cli.unknown", kind=language, wanted="xx", known=", ".join(languages())) in ran.err
    heads = [sentence(f"column.{name}", "de") for name in ("id", "name", "version")]
    assert run("systems", "--lang", "de").out.splitlines()[0].split() == heads


def test_event_option_refuses_lists_and_broken_files(run, tmp_path) -> None:
    path = LISTS / f"{LISTED[1]}.yaml"
    ran = run("validate", path, "--event", path)
    assert (ran.code, ran.out) == (2, "")
    assert " ".join(ran.err.split()) == sentence("cli.no-event", path=path)
    (tmp_path / "cup.yaml").write_text("format: 1\nid: cup\nname: Cup\npoints: many\n", encoding="utf-8")
    broken = run("validate", path, "--event", tmp_path / "cup.yaml")
    assert (broken.code, broken.out) == (2, "")
    assert sentence("cli.no-event", path=tmp_path / "cup.yaml") not in " ".join(broken.err.split())
    assert "DAT" in broken.err
    assert run("validate", path, "--event", "no-such-cup").code == 2
