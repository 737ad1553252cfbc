"""Rows of the folder check: sorted, searched, and cut when narrow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from listbuilder.diagnostics import build_report
from listbuilder.i18n import translate
from listbuilder.judging.judge import judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, UnitRef
from listbuilder.tui.screens import folder_rows as folder_view
from listbuilder.tui.screens.folder_rows import SORTED_BY_FILE, CheckedList, FolderTable
from listbuilder.tui.widgets.row import SortState
from tests.sentences import sentence
from tests.tui.view_helpers import IRON_VALE, LIBRARY, SYSTEM, roles, sample, shape, texts

LEGAL, UNREADABLE = sentence("verdict.legal"), sentence("verdict.unreadable")


def lists_of(*files: tuple[str, str]) -> list[CheckedList]:
    """Return unreadable lists with these files and players."""
    return [
        CheckedList(
            Path(f"/x/{name}"),
            Unreadable(f"/x/{name}", build_report([]), ArmyList(name="", system=SYSTEM, player=player)),
        )
        for name, player in files
    ]


def test_file_and_player_columns_share_the_room() -> None:
    lists = lists_of(("a" * 30 + ".yaml", "P" * 30), ("b.yaml", ""))
    columns = folder_view.FolderColumn
    heads = {column: len(translate("en", f"tui.folder.{column.value}")) for column in columns}
    verdict = max(heads[columns.VERDICT], len(UNREADABLE))
    rest = len(SYSTEM) + heads[columns.POINTS] + verdict + 3 * 2

    def widths(room: int) -> tuple[int, int]:
        table_widths = FolderTable(lists, SORTED_BY_FILE, "en", room).widths
        return table_widths[columns.FILE], table_widths[columns.PLAYER]

    whole = 2 + 35 + (30 + 2) + rest
    assert widths(whole) == (35, 30)
    assert widths(whole - 1) == (34, 30), "file names are cut first"
    assert widths(whole - 15) == (20, 30)
    assert widths(whole - 16) == (20, 29), "then the player's gives way"
    assert widths(10) == (8, 8)
    for room in (whole, whole - 16, 200):
        table_of = FolderTable(lists, SORTED_BY_FILE, "en", room)
        lines = [table_of.header_row(), *table_of.rows([0, 1])]
        assert all(len("".join(part.text for part in line.left)) <= room for line in lines)


def test_folder_is_searched_by_file_and_player() -> None:
    lists = lists_of(("a.yaml", "Kim"), ("b.yaml", "Sam"))
    army = lists[1].judged.army
    assert army is not None
    lists[1] = CheckedList(lists[1].file, Unreadable("/x/b.yaml", build_report([]), replace(army, name="Zebra")))
    lists.append(CheckedList(Path("/x/c.yaml"), Unreadable("/x/c.yaml", build_report([]))))

    def search_indexes(search: str, sorting: SortState[Any] = SORTED_BY_FILE) -> list[int]:
        return folder_view.order_lists(lists, sorting, search, "en")

    assert (search_indexes(""), search_indexes("zebra"), search_indexes("kim"), search_indexes("c.yaml")) == (
        [0, 1, 2],
        [1],
        [0],
        [2],
    )
    assert search_indexes("", SORTED_BY_FILE.reversed()) == [2, 1, 0]
    assert search_indexes("", SORTED_BY_FILE.by_column(folder_view.FolderColumn.PLAYER)) == [0, 1, 2], (
        "who is nobody comes last"
    )
    assert search_indexes(LEGAL) == []
    assert search_indexes(UNREADABLE) == [0, 1, 2]


def test_wide_folder_names_books() -> None:
    listed_one = [CheckedList(IRON_VALE, judged) for judged in judge_file(IRON_VALE, LIBRARY)]
    assert "Human Empire" in FolderTable(listed_one, SORTED_BY_FILE, "en", 110).rows([0])[0].text
    narrow = FolderTable(listed_one, SORTED_BY_FILE, "en", 109).rows([0])[0].text
    assert "Human Empire" not in narrow
    assert "…" not in narrow
    assert folder_view.verdict_totals([*listed_one, *lists_of(("b.yaml", ""))], "en") == f"1 {LEGAL}, 1 {UNREADABLE}"


def folder_of(*names: str) -> list[CheckedList]:
    """Return judged samples."""
    return [CheckedList(path, judge_file(path, LIBRARY)[0]) for path in map(sample, names)]


SAMPLES = folder_of("iron-vale", "crown", "dusk-chorus")


def test_folder_columns_align_with_headings() -> None:
    table = FolderTable(SAMPLES, SORTED_BY_FILE, "en", 109)
    file, player, system, points, verdict = (f"tui.folder.{column.value}" for column in folder_view.FolderColumn)
    ((head, role),) = roles(table.header_row())
    assert " ".join(head.split()) == " ".join(
        (f"{sentence(file)} ▴", *(sentence(key) for key in (player, system, points, verdict)))
    )
    assert role == "heading"
    assert (table.header_row().key, *shape(table.header_row())) == ("head", False, False, 0)
    rows = table.rows([0, 2])
    for row, cells in zip(
        rows,
        (
            ("aof-3.5-the-iron-vale.yaml", "Your Name", "AoF 3.5", "2,000"),
            ("way-of-wood-dusk-chorus.yaml", "Sample player", "WoW 2021", "250"),
        ),
        strict=True,
    ):
        mark, gap, (facts, plain), judged = roles(row)
        assert (mark, gap, plain, judged) == (("✔", "good"), (" ", ""), "", (LEGAL, "good"))
        assert facts.split() == " ".join(cells).split()
        starts = [head.index(sentence(key)) for key in (file, player, system)]
        assert [2 + facts.index(cell) for cell in cells[:3]] == starts
        assert 2 + facts.index(cells[3]) + len(cells[3]) == head.index(sentence(points)) + len(sentence(points))
        assert 2 + len(facts) == head.index(sentence(verdict))
    assert [(row.key, row.selectable) for row in rows] == [("0", True), ("2", True)]
    german = FolderTable(SAMPLES, SORTED_BY_FILE.by_column(folder_view.FolderColumn.POINTS).reversed(), "de", 109)
    turned = [sentence(file, "de"), sentence(player, "de"), sentence(system, "de")]
    turned += [f"{sentence(points, 'de')} ▾", sentence(verdict, "de")]
    assert " ".join(german.header_row().text.split()) == " ".join(turned)
    legal = sentence("verdict.legal", "de")
    assert " ".join(german.rows([0])[0].text.split()).endswith(f"AoF 3.5 2.000 {legal}")


def test_wide_folder_gives_rest_to_books() -> None:
    table = FolderTable(SAMPLES, SORTED_BY_FILE, "en", 110)
    shown = table.rows([1])[0].text
    assert " ".join(shown.split()) == (
        "✗ aof-3.5-illegal-crown-council.yaml Sample player AoF 3.5 Dwarves, Human Empire 1,845 "
        + sentence("verdict.illegal")
    )
    assert len(table.header_row().text) == 110
    assert shown.index("1,845") - shown.index("Dwarves") > len("Dwarves, Human Empire") + 2, "the rest is theirs"
    longest = [*lists_of(("n" * 70 + ".yaml", "P" * 30)), *SAMPLES]
    full = FolderTable(longest, SORTED_BY_FILE, "en", 110)
    assert "Human" not in full.rows([1])[0].text, "where a file's name takes all of it, none is left"


def test_short_player_column_is_not_widened() -> None:
    lists = lists_of(("a-name-of-some-length.yaml", ""))
    columns = folder_view.FolderColumn
    for room in (76, 50, 10):
        assert FolderTable(lists, SORTED_BY_FILE, "en", room).widths[columns.PLAYER] == len(
            sentence("tui.folder.player")
        )


def test_listed_file_shows_what_could_be_read() -> None:
    vale, broken, unnamed = SAMPLES[0], lists_of(("x.yaml", "[red]Kim"))[0], lists_of(("", "Kim"))[0]
    assert (vale.system, vale.points, vale.factions("en"), vale.player) == (
        "AoF 3.5",
        2000,
        "Human Empire",
        "Your Name",
    )
    assert (broken.system, broken.points, broken.factions("en")) == ("aof-3.5", None, "")
    assert (broken.name, broken.player) == ("x.yaml", "[red]Kim")
    inside = CheckedList(Path("/x/all.zip"), Unreadable("/x/all.zip/deep/one.yaml", build_report([])))
    assert (inside.name, inside.player, inside.system) == ("one.yaml", "", "")
    assert CheckedList(Path("/x/typed.txt"), Unreadable("", build_report([]))).name == "typed.txt"
    assert unnamed.name == "x"
    assert [part.text for part in broken.verdict("de")] == ["!", sentence("verdict.unreadable", "de")]


def test_missing_books_are_named_and_cut() -> None:
    judged = SAMPLES[0].judged
    assert isinstance(judged, Judged)
    unknown = Entry(id=EntryId("u"), unit=UnitRef("fen-folk/reeve"))
    army = replace(judged.army, books={**judged.army.books, FactionId("fen-folk"): BookPin("1.0", name="F" * 50)})
    roster = replace(judged.roster, army=army, unresolved=(unknown,))
    known = CheckedList(Path("x"), replace(judged, roster=roster))
    assert known.factions("en") == f"Human Empire, {'F' * 39}…"


def test_misspelled_book_is_shown_as_unknown() -> None:
    text = b"format: 1\nname: X\nsystem: aof-3.5\nunits: [{id: a, unit: human-empyre/infantrymen}]\n"
    (judged,) = judge_bytes(text, "x.yaml", LIBRARY)
    assert CheckedList(Path("x"), judged).factions("en") == sentence("unknown.book", id="human-empyre")


def test_unknown_values_sort_first_or_last() -> None:
    lists = [
        *lists_of(("a.yaml", "")),
        SAMPLES[0],
        SAMPLES[2],
        CheckedList(Path("/x/z.yaml"), Unreadable("/x/z", build_report([]))),
    ]

    def order(column: folder_view.FolderColumn) -> list[int]:
        return folder_view.order_lists(
            lists, SORTED_BY_FILE.by_column(column) if column is not SORTED_BY_FILE.column else SORTED_BY_FILE, "", "en"
        )

    columns = folder_view.FolderColumn
    assert order(columns.POINTS) == [0, 3, 2, 1]
    assert order(columns.SYSTEM) == [1, 2, 0, 3], "which game nobody knows comes last"
    assert order(columns.VERDICT) == [0, 3, 1, 2], "the gravest first"
    assert folder_view.order_lists(lists, replace(SORTED_BY_FILE, column=None), "", "en") == [0, 1, 2, 3]


def test_folder_is_searched_by_game_book_points() -> None:
    def search_indexes(search: str, language: str = "en") -> list[int]:
        return folder_view.order_lists(SAMPLES, SORTED_BY_FILE, search, language)

    searched = (">=2000", "<1000", "toadfolk", "fantasy", "wow", "iron vale", sentence("verdict.illegal"))
    assert [search_indexes(search) for search in searched] == [[0], [2], [2], [1, 0], [2], [0], [1]]
    assert search_indexes(sentence("verdict.illegal", "de"), "de") == [1]
    broken = [*SAMPLES, *lists_of(("b.yaml", ""))]
    assert folder_view.order_lists(broken, SORTED_BY_FILE, ">=0", "en") == [1, 0, 2], (
        "what nobody could add up has no points"
    )


def test_empty_search_result_is_reported() -> None:
    def first_row_roles(table: FolderTable, *, reading: bool = False) -> list[tuple[str, str]]:
        return roles(table.rows([], checking=reading)[0])

    nothing = "tui.nothing-found"
    assert first_row_roles(FolderTable(SAMPLES, SORTED_BY_FILE, "en", 80)) == [(sentence(nothing), "dim")]
    assert first_row_roles(FolderTable(SAMPLES, SORTED_BY_FILE, "de", 80), reading=True) == [
        (sentence(nothing, "de"), "dim")
    ]
    assert first_row_roles(FolderTable([], SORTED_BY_FILE, "de", 80), reading=True) == [
        (sentence("tui.home.unread", "de"), "dim")
    ]
    empty = FolderTable([], SORTED_BY_FILE, "en", 80).rows([])
    assert texts(empty) == [sentence("tui.folder.empty")], "read to the end"
    legal, illegal = sentence("verdict.legal", "de"), sentence("verdict.illegal", "de")
    assert folder_view.verdict_totals(SAMPLES, "de") == f"2 {legal}, 1 {illegal}"


def test_book_column_needs_a_minimum_width() -> None:
    vale = SAMPLES[0]
    heads = (len(sentence("tui.folder.points")), max(len(sentence("tui.folder.verdict")), len(LEGAL)))
    rest = len("Your Name") + len("AoF 3.5") + sum(heads) + 4 * 2

    def books(cells: int) -> str:
        name = "n" * (110 - 2 - rest - 2 - cells)
        (shown,) = FolderTable(
            [CheckedList(vale.file, replace(vale.judged, path=name))], SORTED_BY_FILE, "en", 110
        ).rows([0])
        return shown.left[2].text.partition("AoF 3.5  ")[2].partition(" 2,000")[0].strip()

    assert (books(12), books(11), books(8), books(7)) == ("Human Empire", "Human Empi…", "Human E…", "")
