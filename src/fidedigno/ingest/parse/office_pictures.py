"""The pictures inside an office document, read by text recognition where that is installed."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Sequence

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.ocr import ocr_version, recogniser
from fidedigno.ingest.parse.ocr_picture import frames, read_picture
from fidedigno.ingest.parse.pdf_blocks import PageBlock, blocks_of_pages
from fidedigno.ingest.parse.pdf_scan import PAGE_SECONDS, scanned
from fidedigno.ingest.time_limit import allow

MIN_SIDE = 40
MIN_PIXELS = 12_000
"""Smaller pictures are icons and rules."""
MIN_CONFIDENCE = 0.8
"""Drawings are full of strokes that look like letters, but are not read so surely."""
MIN_LETTERS = 4
MAX_RELATIONS = 2_000
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^<>]{1,4000}>")
_TARGET = re.compile(rb"\bTarget\s*=\s*[\"']([^\"'<>]{1,500})[\"']")
_IS_IMAGE = re.compile(rb"\bType\s*=\s*[\"'][^\"'<>]{1,300}/image[\"']")
_IS_OUTSIDE = re.compile(rb"\bTargetMode\s*=\s*[\"']External[\"']")


class OfficePictures:
    """Reads pictures of a container whose sizes have been checked; each part once, and at most ``limit``.

    A picture that cannot be read, or is of a kind without pixels, is as if it were not there: the text of the
    document is still worth reading.
    """

    def __init__(self, content: bytes, *, name: str, limit: int) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(content))
        self._members = frozenset(self._archive.namelist())
        self._name = name
        self._limit = limit if ocr_version() else 0
        self._read: dict[str, Sequence[PageBlock]] = {}

    def of_slide(self, number: int) -> list[str]:
        """The parts that a slide of a presentation shows as pictures, each once."""
        relations = f"ppt/slides/_rels/slide{number}.xml.rels"
        if relations not in self._members:
            return []
        found = []
        for relation in _RELATION.findall(self._archive.read(relations))[:MAX_RELATIONS]:
            target = _TARGET.search(relation)
            if target and _IS_IMAGE.search(relation) and not _IS_OUTSIDE.search(relation):
                path = target.group(1).decode("utf-8", errors="replace")
                found.append(posixpath.normpath(posixpath.join("ppt/slides", path)).lstrip("/"))
        return list(dict.fromkeys(each for each in found if each in self._members))

    def read(self, member: str) -> Sequence[PageBlock]:
        """What a part says, in paragraphs and tables; nothing once the limit is reached."""
        if member not in self._members:
            return ()
        if member not in self._read:
            if len(self._read) >= self._limit:
                return ()
            self._read[member] = self._blocks(member)
        return self._read[member]

    def _blocks(self, member: str) -> Sequence[PageBlock]:
        allow(PAGE_SECONDS)
        try:
            picture = next(frames(self._archive.read(member), name=self._name, limit=1))
            if min(picture.size) < MIN_SIDE or picture.width * picture.height < MIN_PIXELS:
                return ()
            read = read_picture(picture, recogniser())
        except (DocumentFailedError, ValueError, StopIteration):
            return ()
        page = scanned(read, read.width)
        return [block for block in blocks_of_pages([page.lines], [page.frame]) if _is_text(block)]


def _is_text(block: PageBlock) -> bool:
    letters = sum(character.isalnum() for character in block.text)
    return letters >= MIN_LETTERS and (block.confidence or 0.0) >= MIN_CONFIDENCE
