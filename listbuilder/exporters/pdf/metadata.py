"""What a file says about itself in XMP: title, author, language, and the lists themselves to be read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas

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
