"""MaxSim: how well a page answers a question, by the best patch for each token (late interaction)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fidedigno.errors import EmbedderMismatchError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def maxsim(question: NDArray[np.float32], pages: Sequence[NDArray[np.float32]]) -> list[float]:
    """The score of each page: over the question's vectors, the sum of the similarity of the most similar patch.

    Args:
        question: unit rows, shape ``(tokens, dimensions)``.
        pages: unit rows of each page, shape ``(patches, dimensions)``, at least one patch.

    Raises:
        EmbedderMismatchError: if question and pages have different widths.

    >>> import numpy as np
    >>> first, second = np.eye(2, dtype=np.float32)
    >>> maxsim(np.stack([first, second]), [np.stack([first, second]), first[None]])
    [2.0, 1.0]
    """
    import numpy as np

    if not pages:
        return []
    check_width(question, {each.shape[1] for each in pages})
    starts = np.cumsum([0, *(len(each) for each in pages[:-1])])
    similarities = np.concatenate(pages) @ question.T
    scores = np.maximum.reduceat(similarities, starts, axis=0).sum(axis=1)
    return [float(each) for each in scores]


def check_width(question: NDArray[np.float32], widths: Iterable[int]) -> None:
    """Refuse a question that is not as wide as the pages it is compared with.

    Raises:
        EmbedderMismatchError: if it is not.
    """
    if any(each != question.shape[1] for each in widths):
        raise EmbedderMismatchError(
            f"the question has vectors of {question.shape[1]} dimensions and pages have others",
            "configure the encoder that made the index of pages, or run 'fidedigno reindex'",
        )
