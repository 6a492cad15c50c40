"""Page encoders: pictures of pages and questions in, many unit vectors of one space each out (late interaction).

A picture gives one vector for each of its patches, a question one for each of its tokens, and they are compared
by the sum, over the tokens, of the similarity of the most similar patch (MaxSim). What an encoder returns is not
trusted: :func:`checked_vectors` is the one way in.

Source: Faysse et al., ColPali: Efficient Document Retrieval with Vision Language Models, ICLR 2025; Khattab and
Zaharia, ColBERT, SIGIR 2020.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_DIMENSIONS = 4_096
MAX_VECTORS = 4_096
"""Vectors of one page or question; a ColPali page has about a thousand."""
_SHORTEST = 1e-6
COLPALI = "colpali:"


@dataclass(frozen=True, slots=True)
class PageImage:
    """One page as a picture: its number from 1, a PNG, its size in pixels, and a 63-bit hash of the pixels.

    ``letters`` counts the characters of its text layer, blanks left out; a picture has none.
    """

    page: int
    png: bytes
    width: int
    height: int
    key: int
    letters: int = 0


class EncoderFault(StrEnum):
    """Why an encoder gave nothing that can be used. Never holds a word of what was encoded."""

    NO_ANSWER = "no_answer"
    TIMED_OUT = "timed_out"
    SHAPE = "shape"
    DIMENSION = "dimension"
    NOT_FINITE = "not_finite"
    EMPTY = "empty"
    TOO_MANY = "too_many"

    @property
    def concerns_one(self) -> bool:
        """Whether another page may fare better."""
        return self not in {EncoderFault.NO_ANSWER, EncoderFault.TIMED_OUT}


class EncodingError(Exception):
    """The encoder gave nothing that can be used. A value for the caller, who tells people in words of their own."""

    def __init__(self, fault: EncoderFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class PageEncoder(Protocol):
    """Turns pages and questions into matrices of L2-normalised float32 rows of one space."""

    @property
    def fingerprint(self) -> str:
        """Kind and model: equal fingerprints, comparable vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of every vector.

        Raises:
            EncodingError: if the encoder has to be asked and does not answer.
        """
        ...

    def pages(self, images: Sequence[PageImage]) -> list[NDArray[np.float32]]:
        """Encode pages; one array of shape ``(patches, dimensions)`` for each.

        Raises:
            EncodingError: if one of them cannot be encoded; none is returned then.
        """
        ...

    def question(self, text: str) -> NDArray[np.float32]:
        """Encode one question; shape ``(tokens, dimensions)``.

        Raises:
            EncodingError: if it cannot be encoded.
        """
        ...


def checked_vectors(found: object, dimensions: int | None = None) -> NDArray[np.float32]:
    """What an encoder returned for one page or question, as unit rows; shape ``(vectors, dimensions)``.

    Rows of length zero are padding and left out.

    Args:
        found: rows of numbers: nested lists or an array.
        dimensions: how long a row must be; any length up to :data:`MAX_DIMENSIONS` if not given.

    Raises:
        EncodingError: if it is no matrix, of another width, of no rows or too many, or not finite.

    >>> checked_vectors([[3.0, 4.0], [0.0, 0.0]]).round(1).tolist()
    [[0.6000000238418579, 0.800000011920929]]
    """
    import numpy as np

    if not isinstance(found, list | np.ndarray):
        raise EncodingError(EncoderFault.SHAPE)
    if len(found) > MAX_VECTORS:
        raise EncodingError(EncoderFault.TOO_MANY)
    try:
        rows = np.asarray(found, dtype=np.float64)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise EncodingError(EncoderFault.SHAPE) from None
    if rows.ndim != 2:
        raise EncodingError(EncoderFault.SHAPE if rows.size else EncoderFault.EMPTY)
    if not 0 < rows.shape[1] <= MAX_DIMENSIONS or dimensions not in {None, rows.shape[1]}:
        raise EncodingError(EncoderFault.DIMENSION)
    # Scaled by the largest value first: squares of very large numbers would overflow.
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    if not np.isfinite(largest).all():
        raise EncodingError(EncoderFault.NOT_FINITE)
    kept, largest = rows[largest[:, 0] > _SHORTEST], largest[largest[:, 0] > _SHORTEST]
    if not len(kept):
        raise EncodingError(EncoderFault.EMPTY)
    scaled = kept / largest
    unit: NDArray[np.float32] = (scaled / np.linalg.norm(scaled, axis=1, keepdims=True)).astype(np.float32)
    return unit


def page_encoder_named(setting: str, key_file: str = "") -> PageEncoder | None:
    """The encoder that the setting ``page_encoder`` names; ``None`` where it is empty. Asks and loads nothing.

    Args:
        setting: ``ADDRESS#MODEL``, or ``colpali:MODEL``.
        key_file: a file that holds the key of the address.

    Raises:
        ConfigurationError: if it is neither, or a package is missing.
    """
    if not setting:
        return None
    if setting.startswith(COLPALI):
        from fidedigno.ingest.page_colpali import ColPaliEncoder

        return ColPaliEncoder(setting.removeprefix(COLPALI))
    from fidedigno.ingest.page_endpoint import EndpointEncoder
    from fidedigno.language_model.connection import read_url
    from fidedigno.language_model.key_file import read_key

    address, _, model = setting.partition("#")
    if not model.strip():
        raise ConfigurationError(
            "page_encoder: no model is named", "write ADDRESS#MODEL, for example https://host/pooling#MODEL"
        )
    key = read_key(Path(key_file)) if key_file else ""
    return EndpointEncoder(read_url(address, "page_encoder"), model.strip(), key)
