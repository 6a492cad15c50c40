"""A page encoder in this process: models of ``colpali-engine`` (ColPali, ColQwen2), which needs torch: an extra."""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.page_encoder import EncoderFault, EncodingError, PageImage, checked_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KINDS = (
    ("colqwen2.5", "ColQwen2_5", "ColQwen2_5_Processor"),
    ("colqwen2", "ColQwen2", "ColQwen2Processor"),
    ("colsmol", "ColIdefics3", "ColIdefics3Processor"),
    ("colpali", "ColPali", "ColPaliProcessor"),
)
"""What a model's name holds, and the classes of the package that load it."""


def classes_of(model: str) -> tuple[str, str]:
    """The classes of the package for a model and for its inputs, by the model's name.

    Raises:
        ConfigurationError: if the name is of no kind that is known.

    >>> classes_of("vidore/colqwen2-v1.0")
    ('ColQwen2', 'ColQwen2Processor')
    """
    name = model.casefold()
    for part, kind, processor in _KINDS:
        if part in name:
            return kind, processor
    known = ", ".join(part for part, *_ in _KINDS)
    raise ConfigurationError(
        f"page_encoder: {model!r} is no kind of model that is known", f"its name must hold one of: {known}"
    )


class ColPaliEncoder:
    """A :class:`~fidedigno.ingest.page_encoder.PageEncoder` by ``colpali-engine``, loaded when it is first used.

    Args:
        model: the name or the folder of the weights.

    Raises:
        ConfigurationError: if the kind of model is not known.
    """

    def __init__(self, model: str) -> None:
        self._kind, self._processor_kind = classes_of(model)
        self._name = model
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any, Any] | None = None
        self._dimensions: int | None = None
        self.fingerprint = f"colpali-engine/{model}"

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        if self._dimensions is None:
            self._dimensions = self.question("page").shape[1]
        return self._dimensions

    def pages(self, images: Sequence[PageImage]) -> list[NDArray[np.float32]]:
        """Encode pages; one array for each."""
        from PIL import Image

        if not images:
            return []
        opened = [Image.open(io.BytesIO(each.png)).convert("RGB") for each in images]
        return self._run("process_images", opened)

    def question(self, text: str) -> NDArray[np.float32]:
        """Encode one question."""
        return self._run("process_queries", [text])[0]

    def _run(self, prepare: str, inputs: list[Any]) -> list[NDArray[np.float32]]:
        with self._lock:
            torch, model, processor = self._load()
            try:
                with torch.no_grad():
                    batch = getattr(processor, prepare)(inputs).to(model.device)
                    found = model(**batch).to(torch.float32).cpu().numpy()
            except (RuntimeError, ValueError, OSError):
                raise EncodingError(EncoderFault.NO_ANSWER) from None
        return [checked_vectors(each, self._dimensions) for each in found]

    def _load(self) -> tuple[Any, Any, Any]:
        if self._loaded is None:
            try:
                import torch
                from colpali_engine import models
            except ImportError as error:
                raise ConfigurationError(
                    "the page encoder 'colpali' is not installed", "pip install 'fidedigno[colpali]'"
                ) from error
            kind = getattr(models, self._kind)
            model = kind.from_pretrained(self._name, torch_dtype=torch.bfloat16).eval()
            processor = getattr(models, self._processor_kind).from_pretrained(self._name)
            self._loaded = (torch, model, processor)
        return self._loaded
