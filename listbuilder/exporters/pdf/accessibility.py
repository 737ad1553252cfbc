"""What is what in a file, for programs that read it aloud: a tree of headings, paragraphs and tables.

ReportLab has no calls for it, but it hands through whatever a page, the catalog and the file are given: the operators
around the words of each part, and a tree whose leaves name them.

What a file says about itself in XMP: title, author, language, and the lists themselves to be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFStream
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.primitives import Role

_LEVELS = {Role.TITLE: 1, Role.HEADING: 2, Role.SUBHEADING: 3}
_CELLS = (Role.HEAD, Role.CELL)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the tree: its kind, the number of the part it is in, its parts, and the places of its words."""

    kind: str
    parent: int
    parts: list[int]
    places: list[tuple[int, int]]
    """Page and number on the page of each piece of it."""
    about: str = ""


class Structure:
    """The tree of a file being drawn."""

    def __init__(self) -> None:
        self._parts = [_Part("Document", -1, [], [])]
        self._sections = [0]
        """The open sections, each within the one before."""
        self._pages: list[list[int]] = []
        """For every page, which part each numbered piece of it belongs to."""
        self._role = Role.TEXT
        self._part: int | None = None
        self._before: tuple[Role, int | None] | None = None

    def begin_page(self) -> None:
        """Go on with a new page; what was broken off by a margin goes on."""
        self._pages.append([])
        if self._before is not None:
            (self._role, self._part), self._before = self._before, None

    def take(self, role: Role) -> None:
        """Say what follows."""
        if role is Role.MARGIN and self._before is None:
            self._before = self._role, self._part
        elif role is not Role.MARGIN:
            self._before = None
        if role is Role.ROW:
            self._add_row()
        self._role, self._part = role, None

    def open(self, about: str = "") -> str:
        """Begin a piece of what was said to follow: give the operator before its words."""
        if self._role is Role.MARGIN:
            return "/Artifact BMC"
        if self._part is None:
            self._part = self._add_leaf(about)
        part, page = self._parts[self._part], self._pages[-1]
        part.places.append((len(self._pages) - 1, len(page)))
        page.append(self._part)
        return f"/{part.kind} <</MCID {len(page) - 1}>> BDC"

    def write(self, canvas: Canvas) -> None:
        """Put the tree into a file all of whose pages are drawn."""
        # no other name leads to the catalog and the pages
        document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
        numbers = document.idToObjectNumberAndVersion
        pages = [numbers[f"Page{number + 1}"][0] for number in range(len(self._pages))]
        first = document.objectcounter + 2
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        document.Catalog.StructTreeRoot = _Written(self._root(first))
        document.Reference(document.Catalog.StructTreeRoot)
        for part in self._parts:
            document.Reference(_Written(_format(part, first, pages)))
        for number, page in enumerate(document.Pages.pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
            page.StructParents = number

    def _add_leaf(self, about: str) -> int:
        role = self._role
        if role in _LEVELS:
            self._open_section(_LEVELS[role])
        parent = self._sections[-1]
        if role in _CELLS:
            parent = self._parts[self._parts[parent].parts[-1]].parts[-1]
        return self._add(role.value, parent, about)

    def _add_row(self) -> None:
        """Begin a row of the table that stands last in its section, or of a new one."""
        section = self._sections[-1]
        last = self._parts[section].parts[-1:]
        table = last[0] if last and self._parts[last[0]].kind == "Table" else self._add("Table", section)
        self._add(Role.ROW.value, table)

    def _open_section(self, level: int) -> None:
        """Open a section under the last one of a higher level."""
        del self._sections[level:]
        self._sections.append(self._add("Sect", self._sections[-1]))

    def _add(self, kind: str, parent: int, about: str = "") -> int:
        number = len(self._parts)
        self._parts.append(_Part(kind, parent, [], [], about))
        self._parts[parent].parts.append(number)
        return number

    def _root(self, first: int) -> str:
        pages = (
            f"{number} [{' '.join(f'{first + part} 0 R' for part in page)}]" for number, page in enumerate(self._pages)
        )
        tree = f"/ParentTree <</Nums [{' '.join(pages)}]>> /ParentTreeNextKey {len(self._pages)}"
        return f"<</Type /StructTreeRoot /K {first} 0 R {tree}>>"


class _Written(PDFObject):
    """An object that is already written as the file has it."""

    __RefOnly__ = 1

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, document: object) -> bytes:  # noqa: ARG002 - as ReportLab calls it
        """Give its bytes."""
        return self.text.encode("ascii")


def _format(part: _Part, first: int, pages: list[int]) -> str:
    parent = first + part.parent if part.parent >= 0 else first - 1
    page = pages[part.places[0][0]] if part.places else 0
    kids = [*(f"{first + number} 0 R" for number in part.parts), *_pieces(part, page, pages)]
    where = f"/Pg {page} 0 R" if page else ""
    alt = f"/Alt <FEFF{part.about.encode('utf-16-be').hex()}>" if part.about else ""
    return f"<</S/{part.kind}/P {parent} 0 R{where}{alt}/K [{' '.join(kids)}]>>"


def _pieces(part: _Part, own: int, pages: list[int]) -> Iterator[str]:
    for page, number in part.places:
        yield str(number) if pages[page] == own else f"<</Type/MCR/Pg {pages[page]} 0 R/MCID {number}>>"


_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:lists="urn:listbuilder:lists">
{properties}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties:
    """What a file says about itself."""

    title: str
    author: str
    subject: str
    keywords: tuple[str, ...]
    language: str
    shares: tuple[str, ...] = ()
    """The lists as share strings, by which the file can be read as what it shows."""


def describe_file(canvas: Canvas, properties: Properties) -> None:
    """Write the properties into a file, in its own dictionary and as XMP."""
    canvas.setTitle(properties.title)
    canvas.setAuthor(properties.author)
    canvas.setSubject(properties.subject)
    canvas.setKeywords(", ".join(properties.keywords))
    canvas.setCreator("listbuilder")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    dictionary = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    # as it is, without compression: programs that know nothing of PDF find it too
    stream = PDFStream(dictionary, build_packet(properties).encode(), filters=[])
    # no other name leads to the catalog
    canvas._doc.Catalog.Metadata = stream  # type: ignore[attr-defined]  # noqa: SLF001


def build_packet(properties: Properties) -> str:
    """Write the packet; whatever is in a name is text in it."""
    parts = [
        "<dc:format>application/pdf</dc:format>",
        _listed("dc:title", "Alt", [properties.title], ' xml:lang="x-default"'),
        _listed("dc:creator", "Seq", [properties.author]),
        _listed("dc:description", "Alt", [properties.subject], ' xml:lang="x-default"'),
        _listed("dc:language", "Bag", [properties.language]),
        f"<pdf:Keywords>{_text(', '.join(properties.keywords))}</pdf:Keywords>",
        "<xmp:CreatorTool>listbuilder</xmp:CreatorTool>",
        _listed("lists:share", "Seq", properties.shares),
    ]
    return _PACKET.format(properties="\n".join(filter(None, parts)))


def _listed(name: str, kind: str, texts: Sequence[str], attribute: str = "") -> str:
    items = "".join(_item(text, attribute) for text in _said(texts))
    return f"<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>" if items else ""


def _item(text: str, attribute: str) -> str:
    return f"<rdf:li{attribute}>{_text(text)}</rdf:li>"


def _said(texts: Iterable[str]) -> Iterable[str]:
    return (text for text in texts if text)


def _text(text: str) -> str:
    """Write a text as XML has it, without what XML has no place for."""
    return escape("".join(letter for letter in text if letter.isprintable() or letter == " "))
