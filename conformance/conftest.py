"""Fixtures: a library, and each book of the corpus."""

from __future__ import annotations

import pytest

from conformance.books import Book, books
from listbuilder.importers.army_forge.book.book_importer import ImportedBook, parse_book
from listbuilder.importers.army_forge.book.import_context import BookContext, load_book_context
from listbuilder.library import Library


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with a `book` argument for each of them."""
    if "book" in metafunc.fixturenames:
        all_books = list(books())
        metafunc.parametrize("book", all_books, ids=[book.name for book in all_books])


@pytest.fixture(scope="session")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="session")
def background(library: Library) -> BookContext:
    return load_book_context(library)


@pytest.fixture
def imported(book: Book, background: BookContext) -> ImportedBook:
    return parse_book(book.raw, source=str(book.path), context=background)
