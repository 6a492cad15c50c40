"""The picture of a page that is cited, for whoever may read it at the moment of asking.

Nothing is kept: a page is drawn from the file when it is asked for, if the file still is what was read. Whatever
stands in the way (no right, no such card, no page, another file) is refused in the same words.
"""

from __future__ import annotations

import io
import logging
import re
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fidedigno.errors import BusyError, FidedignoError, NotAvailableError
from fidedigno.index import SearchRequest
from fidedigno.ingest.cutting import Cutting
from fidedigno.ingest.page_images import draw_pages, text_band
from fidedigno.ingest.page_rows import page_of_id
from fidedigno.ingest.parse import is_supported
from fidedigno.ingest.prepare import content_hash_of
from fidedigno.ingest.workers import run_in_workers
from fidedigno.sources.files import FilesSource

if TYPE_CHECKING:
    from fidedigno.model import Identity
    from fidedigno.stores import Stores

_log = logging.getLogger(__name__)
DRAW_SECONDS = 20.0
WAIT_SECONDS = 5.0
AT_ONCE = 2
"""Pages that one process draws at the same time."""
_CARD = re.compile(r"([0-9a-f]{1,16})(?::[0-9]{1,9}-[0-9]{1,9})?")
_drawing = threading.BoundedSemaphore(AT_ONCE)
_here = threading.Lock()


class _Cited(NamedTuple):
    document_id: int
    version_id: int
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class ViewTask:
    """A page to draw, if its file still has this content; cut to ``text`` where that is given and found."""

    root: Path
    external_id: str
    content_hash: str
    page: int
    text: str
    max_bytes: int
    cutting: Cutting


def page_image(stores: Stores, identity: Identity, evidence_id: str, *, whole: bool = False) -> bytes:
    """The page of a card of evidence as a PNG, cut to the strip that holds its text unless ``whole``.

    Access is worked out now, and a source that is asked live is asked now.

    Raises:
        NotAvailableError: if there is no such card for this person, or nothing to show of it.
        BusyError: if too many pages are being drawn.
    """
    cited = _cited(stores, identity, evidence_id)
    place = stores.catalog.file_of(cited.document_id) if cited is not None else None
    if cited is None or place is None or place[2] != cited.version_id:
        raise NotAvailableError("not available")
    root, external_id, _, content_hash = place
    of = stores.settings
    task = ViewTask(
        Path(root), external_id, content_hash, cited.page, "" if whole else cited.text, of.max_file_bytes,
        Cutting.of(of),
    )  # fmt: skip
    with _turn():
        png = _drawn(task, of.workers)
    if png is None:
        _log.info("a page could not be shown: document %d, page %d", cited.document_id, cited.page)
        raise NotAvailableError("not available")
    return png


def _cited(stores: Stores, identity: Identity, evidence_id: str) -> _Cited | None:
    """What a card cites, read through the filter of the index for this person, in force or not."""
    card = _CARD.fullmatch(evidence_id)
    number = int(card[1], 16) if card else 0
    if not 0 < number < 1 << 63:
        return None
    request = SearchRequest(None, (), (), None)
    page = page_of_id(number)
    if page is not None:
        if stores.page_encoder is None:
            return None
        request = _confirmed(stores, identity, number, request, of_page=True)
        pages = stores.page_index.read(identity, [number], request)
        return _Cited(pages[0].document_id, pages[0].version_id, pages[0].page, "") if pages else None
    request = _confirmed(stores, identity, number, request, of_page=False)
    for chunk in stores.index.read(identity, [number], request):
        if chunk.page is not None:
            return _Cited(chunk.document_id, chunk.version_id, chunk.page, chunk.text)
    return None


def _confirmed(
    stores: Stores, identity: Identity, number: int, request: SearchRequest, *, of_page: bool
) -> SearchRequest:
    """The request with the document confirmed by its source, where that has to be asked and says yes."""
    index = stores.page_index if of_page else stores.index
    documents = set(index.live_documents(identity, [number], request).values())
    run = stores.live.begin(identity) if documents else None
    return replace(request, confirmed=run.confirm(documents)) if run is not None else request


@contextmanager
def _turn() -> Iterator[None]:
    if not _drawing.acquire(timeout=WAIT_SECONDS):
        raise BusyError("too many pages are being drawn", "try again in a moment")
    try:
        yield
    finally:
        _drawing.release()


def _drawn(task: ViewTask, workers: int) -> bytes | None:
    run = partial(run_in_workers, view, [task], seconds=DRAW_SECONDS, on_death=_nothing)
    if workers:
        return next(png for _, png in run(workers=1))
    with _here:  # PDFium is not made for threads
        return next(png for _, png in run(workers=0))


def view(task: ViewTask) -> bytes | None:
    """Draw the page of a task as a PNG; ``None`` if the file is not what was read, or cannot be drawn."""
    try:
        content = _content(task)
        seen = content_hash_of(content, task.external_id, task.cutting)
        if seen != task.content_hash:
            return None
        (drawn,) = draw_pages(content, task.external_id, [task.page])
        if isinstance(drawn, int):
            return None
        band = text_band(content, task.external_id, task.page, task.text) if task.text else None
    except FidedignoError:
        return None
    except Exception as error:  # noqa: BLE001 - of a hostile file; its words may quote it
        _log.warning("a page could not be drawn: %s", type(error).__name__)
        return None
    if band is None:
        return drawn.png
    from PIL import Image

    opened = Image.open(io.BytesIO(drawn.png))
    top, bottom = (
        int(band.top * opened.height),
        max(int(band.top * opened.height) + 1, int(band.bottom * opened.height)),
    )
    packed = io.BytesIO()
    opened.crop((0, top, opened.width, max(bottom, top + 1))).save(packed, "PNG")
    return packed.getvalue()


def _content(task: ViewTask) -> bytes:
    source = FilesSource(task.root, supports=is_supported)
    try:
        return source.read(task.external_id, max_bytes=task.max_bytes)
    except FidedignoError:
        # An external id is in one Unicode form; the file system may spell the name in the other.
        return source.read(unicodedata.normalize("NFD", task.external_id), max_bytes=task.max_bytes)


def _nothing(_task: ViewTask) -> bytes | None:
    return None
