"""Tags for screen readers (headings, paragraphs, tables) and XMP metadata.

ReportLab has no API for tags, but it writes whatever is added to pages, the catalog and the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFStream
from reportlab.pdfgen.canvas import Canvas

from listbuilder.exporters.pdf.primitives import Role

_HEADING_LEVELS = {Role.TITLE: 1, Role.HEADING: 2, Role.SUBHEADING: 3}


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of the structure tree."""

    kind: str
    parent: int
    children: list[int]
    pieces: list[tuple[int, int]]
    """Page and content id of each piece of its text."""
    description: str = ""


class StructureTree:
    """The structure tree of a file while it is drawn."""

    def __init__(self) -> None:
        self._nodes = [_Node("Document", -1, [], [])]
        self._sections = [0]
        """The open sections, outermost first."""
        self._pages: list[list[int]] = []
        """For each page, the index of the node of each piece of content."""
        self._role = Role.TEXT
        self._node: int | None = None
        self._interrupted: tuple[Role, int | None] | None = None
        """Role and node that continue after the footer."""

    def begin_page(self) -> None:
        """Start a new page. Content that was interrupted by a footer continues."""
        self._pages.append([])
        if self._interrupted is not None:
            (self._role, self._node), self._interrupted = self._interrupted, None

    def set_role(self, role: Role) -> None:
        """Set the role of the text that follows."""
        if role is Role.MARGIN and self._interrupted is None:
            self._interrupted = self._role, self._node
        elif role is not Role.MARGIN:
            self._interrupted = None
        if role is Role.ROW:
            # a row is part of the last table of the section, or of a new table
            section = self._sections[-1]
            last = self._nodes[section].children[-1:]
            table = last[0] if last and self._nodes[last[0]].kind == "Table" else self._add("Table", section)
            self._add(Role.ROW.value, table)
        self._role, self._node = role, None

    def begin_content(self, description: str = "") -> str:
        """Start a piece of text with the current role; return the operator to write in front of it."""
        if self._role is Role.MARGIN:
            return "/Artifact BMC"
        if self._node is None:
            self._node = self._add_leaf(description)
        node, page = self._nodes[self._node], self._pages[-1]
        node.pieces.append((len(self._pages) - 1, len(page)))
        page.append(self._node)
        return f"/{node.kind} <</MCID {len(page) - 1}>> BDC"

    def write_to(self, canvas: Canvas) -> None:
        """Add the tree to a file after all pages are drawn."""
        # ReportLab has no public access to the catalog and the pages
        document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
        numbers = document.idToObjectNumberAndVersion
        pages = [numbers[f"Page{number + 1}"][0] for number in range(len(self._pages))]
        first = document.objectcounter + 2
        parents = (
            f"{number} [{' '.join(f'{first + node} 0 R' for node in page)}]" for number, page in enumerate(self._pages)
        )
        tree = f"/ParentTree <</Nums [{' '.join(parents)}]>> /ParentTreeNextKey {len(self._pages)}"
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        document.Catalog.StructTreeRoot = _FormattedObject(f"<</Type /StructTreeRoot /K {first} 0 R {tree}>>")
        document.Reference(document.Catalog.StructTreeRoot)
        for node in self._nodes:
            document.Reference(_FormattedObject(_format_node(node, first, pages)))
        for number, page in enumerate(document.Pages.pages):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
            page.StructParents = number

    def _add_leaf(self, description: str) -> int:
        role = self._role
        if level := _HEADING_LEVELS.get(role):
            # a new section is below the last one of a higher level
            del self._sections[level:]
            self._sections.append(self._add("Sect", self._sections[-1]))
        parent = self._sections[-1]
        if role in (Role.HEAD, Role.CELL):
            parent = self._nodes[self._nodes[parent].children[-1]].children[-1]
        return self._add(role.value, parent, description)

    def _add(self, kind: str, parent: int, description: str = "") -> int:
        number = len(self._nodes)
        self._nodes.append(_Node(kind, parent, [], [], description))
        self._nodes[parent].children.append(number)
        return number


class _FormattedObject(PDFObject):
    """A PDF object whose text is already formatted."""

    __RefOnly__ = 1

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, document: object) -> bytes:  # noqa: ARG002 - ReportLab passes it
        return self.text.encode("ascii")


def _format_node(node: _Node, first: int, pages: list[int]) -> str:
    parent = first + node.parent if node.parent >= 0 else first - 1
    own = pages[node.pieces[0][0]] if node.pieces else 0
    kids = [f"{first + number} 0 R" for number in node.children]
    for page, number in node.pieces:
        kids.append(str(number) if pages[page] == own else f"<</Type/MCR/Pg {pages[page]} 0 R/MCID {number}>>")
    page_ref = f"/Pg {own} 0 R" if own else ""
    alt = f"/Alt <FEFF{node.description.encode('utf-16-be').hex()}>" if node.description else ""
    return f"<</S/{node.kind}/P {parent} 0 R{page_ref}{alt}/K [{' '.join(kids)}]>>"


_XMP_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:lists="urn:listbuilder:lists">
{properties}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProperties:
    """The metadata of a file."""

    title: str
    author: str
    subject: str
    keywords: tuple[str, ...]
    language: str
    share_strings: tuple[str, ...] = ()
    """The lists as share strings, so that the file can be imported again."""


def write_properties(canvas: Canvas, properties: FileProperties) -> None:
    """Write the metadata to a file, as document information and as XMP."""
    canvas.setTitle(properties.title)
    canvas.setAuthor(properties.author)
    canvas.setSubject(properties.subject)
    canvas.setKeywords(", ".join(properties.keywords))
    canvas.setCreator("listbuilder")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    dictionary = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    # uncompressed, so that programs without a PDF parser can find it
    stream = PDFStream(dictionary, build_xmp_packet(properties).encode(), filters=[])
    # ReportLab has no public access to the catalog
    canvas._doc.Catalog.Metadata = stream  # type: ignore[attr-defined]  # noqa: SLF001


def build_xmp_packet(properties: FileProperties) -> str:
    """Return the XMP packet."""
    elements = [
        "<dc:format>application/pdf</dc:format>",
        _xmp_list("dc:title", "Alt", [properties.title], ' xml:lang="x-default"'),
        _xmp_list("dc:creator", "Seq", [properties.author]),
        _xmp_list("dc:description", "Alt", [properties.subject], ' xml:lang="x-default"'),
        _xmp_list("dc:language", "Bag", [properties.language]),
        f"<pdf:Keywords>{_escape_xml(', '.join(properties.keywords))}</pdf:Keywords>",
        "<xmp:CreatorTool>listbuilder</xmp:CreatorTool>",
        _xmp_list("lists:share", "Seq", properties.share_strings),
    ]
    return _XMP_PACKET.format(properties="\n".join(filter(None, elements)))


def _xmp_list(name: str, kind: str, texts: Sequence[str], attribute: str = "") -> str:
    items = "".join(f"<rdf:li{attribute}>{_escape_xml(text)}</rdf:li>" for text in texts if text)
    return f"<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>" if items else ""


def _escape_xml(text: str) -> str:
    """Escape a text for XML, without the characters that XML does not allow."""
    return escape("".join(letter for letter in text if letter.isprintable() or letter == " "))
