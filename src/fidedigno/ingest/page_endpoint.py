"""A page encoder behind an address: vLLM's ``/pooling``, or ``/embeddings`` as Infinity serves late interaction.

Which of the two is spoken follows from the end of the address. Both answer ``data``: a list of items that hold, as
``data`` or as ``embedding``, one row of numbers for each token or patch.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fidedigno.ingest.page_encoder import EncoderFault, EncodingError, PageImage, checked_vectors
from fidedigno.language_model.posting import Cause, NothingError, Posting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAGE_SECONDS = 60.0
"""What the encoding of one batch of pages may take."""
QUESTION_SECONDS = 5.0
"""What the encoding of a question may take: a person waits for it."""
MAX_BODY_BYTES = 268_435_456
_EMBEDDINGS = "/embeddings"
_PROBE = "page"
_INSTRUCTION = "Describe the image."
"""What these models were trained to read beside a page."""
_FAULTS = {Cause.TIMED_OUT: EncoderFault.TIMED_OUT, Cause.SHAPE: EncoderFault.SHAPE}


class EndpointEncoder:
    """A :class:`~fidedigno.ingest.page_encoder.PageEncoder` over HTTP. May be shared by threads.

    Args:
        url: the whole address of the call.
        model: as the service calls it.
        key: sent as a bearer token, where there is one.
        page_seconds: what a batch of pages may take.
        question_seconds: what a question may take.

    Raises:
        ConfigurationError: if the package for HTTP is not installed.
    """

    def __init__(
        self,
        url: str,
        model: str,
        key: str = "",
        page_seconds: float = PAGE_SECONDS,
        question_seconds: float = QUESTION_SECONDS,
    ) -> None:
        what = "the page encoder"
        self._model = model
        self._is_embeddings = url.endswith(_EMBEDDINGS)
        self._for_pages = Posting(url, key, page_seconds, MAX_BODY_BYTES, what)
        self._for_questions = Posting(url, key, question_seconds, MAX_BODY_BYTES, what)
        self._dimensions: int | None = None
        self._lock = threading.Lock()
        self.fingerprint = f"endpoint/{model}"

    @property
    def dimensions(self) -> int:
        """Length of every vector, learned from the first answer."""
        with self._lock:
            if self._dimensions is None:
                answers = _post(self._for_questions, [self._asking(_PROBE)])
                self._dimensions = checked_vectors(_items(answers[0], 1)[0]).shape[1]
            return self._dimensions

    def pages(self, images: Sequence[PageImage]) -> list[NDArray[np.float32]]:
        """Encode pages; one array for each."""
        if not images:
            return []
        dimensions = self.dimensions
        if self._is_embeddings:
            found = _items(_post(self._for_pages, [self._showing(images)])[0], len(images))
        else:
            bodies = [self._showing([each]) for each in images]
            found = [_items(each, 1)[0] for each in _post(self._for_pages, bodies)]
        return [checked_vectors(each, dimensions) for each in found]

    def question(self, text: str) -> NDArray[np.float32]:
        """Encode one question."""
        dimensions = self.dimensions
        answers = _post(self._for_questions, [self._asking(text)])
        return checked_vectors(_items(answers[0], 1)[0], dimensions)

    def close(self) -> None:
        """Let go of the threads."""
        self._for_pages.close()
        self._for_questions.close()

    def _asking(self, text: str) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "input": [text]}
        return {**body, "modality": "text", "encoding_format": "float"} if self._is_embeddings else body

    def _showing(self, images: Sequence[PageImage]) -> dict[str, Any]:
        addresses = ["data:image/png;base64," + base64.b64encode(each.png).decode() for each in images]
        if self._is_embeddings:
            return {
                "model": self._model, "input": addresses, "modality": "image", "encoding_format": "float",
            }  # fmt: skip
        content = [
            *({"type": "image_url", "image_url": {"url": each}} for each in addresses),
            {"type": "text", "text": _INSTRUCTION},
        ]
        return {"model": self._model, "messages": [{"role": "user", "content": content}]}


def _post(posting: Posting, bodies: list[dict[str, Any]]) -> list[object]:
    fault = EncoderFault.NO_ANSWER
    try:
        return posting.post(bodies)
    except NothingError as nothing:
        fault = _FAULTS.get(nothing.cause, EncoderFault.NO_ANSWER)
    raise EncodingError(fault)


def _items(answer: object, wanted: int) -> list[object]:
    """The rows of each input, in the order of the inputs."""
    data = answer.get("data") if isinstance(answer, Mapping) else None
    if not isinstance(data, list) or len(data) != wanted:
        raise EncodingError(EncoderFault.SHAPE)
    found: dict[int, object] = {}
    for place, item in enumerate(data):
        if not isinstance(item, Mapping):
            raise EncodingError(EncoderFault.SHAPE)
        index = item.get("index", place)
        rows = item.get("data", item.get("embedding"))
        if type(index) is not int or not 0 <= index < wanted or index in found or rows is None:
            raise EncodingError(EncoderFault.SHAPE)
        found[index] = rows
    return [found[place] for place in range(wanted)]
