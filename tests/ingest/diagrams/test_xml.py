"""XML with limits."""

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams import xml
from fidedigno.ingest.diagrams.xml import read_xml

BILLION = '<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><l>&b;</l>'


def test_elements_keep_their_words_in_order() -> None:
    document = read_xml('<s:svg xmlns:s="u" a="1"><!--note--><g>uno <b>dos</b> tres</g><g/></s:svg>')
    root = document.root
    assert (root.name, root.get("a"), root.get("z", "?")) == ("svg", "1", "?")
    assert root.words() == "uno dos tres"
    assert [each.name for each in root.walk()] == ["svg", "g", "b", "g"]
    assert root.find("g") is root.children[0]
    assert root.find("none") is None
    assert document.comments == ("note",)


def test_a_doctype_without_entities_is_read() -> None:
    text = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:1/x.dtd"><svg/>'
    assert read_xml(text).root.name == "svg"


@pytest.mark.parametrize(
    "text",
    [
        BILLION,
        '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>',
        "<a>",
        "",
        "no",
        "<a/><b/>",
    ],
)
def test_entities_and_broken_documents_are_refused(text: str) -> None:
    with pytest.raises(DocumentFailedError):
        read_xml(text)


def test_depth_count_and_length_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DocumentFailedError, match="nested"):
        read_xml("<a>" * 300 + "</a>" * 300)
    monkeypatch.setattr(xml, "MAX_ELEMENTS", 3)
    with pytest.raises(DocumentFailedError, match="3 elements"):
        read_xml("<a><b/><b/><b/></a>")
    monkeypatch.setattr(xml, "MAX_TEXT_CHARACTERS", 3)
    with pytest.raises(DocumentFailedError, match="3 characters"):
        read_xml("<a>four</a>")
