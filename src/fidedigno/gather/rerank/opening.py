"""The settings of reranking: which reranker, how long it may take, how far down it looks, and what may leave."""

from __future__ import annotations

from pathlib import Path

from fidedigno.config import Settings, rerank_key
from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.protocol import Reranker
from fidedigno.gather.rerank.stage import RerankStage
from fidedigno.model import Sensitivity

LEARNED = "learned"


def open_rerank(settings: Settings) -> RerankStage:
    """The step that the settings ask for; one that leaves everything as it is where they name no reranker.

    Raises:
        ConfigurationError: if the address, the model or a package is not right.
    """
    return RerankStage(_reranker(settings), settings.rerank_ms, settings.rerank_depth)


def _reranker(settings: Settings) -> Reranker | None:
    setting, seconds = settings.rerank.strip(), settings.rerank_ms / 1000
    if not setting:
        return None
    if setting == LEARNED and settings.embedder == "none":
        return None  # its weights were learnt with vectors; without them it makes some orders worse
    if setting == LEARNED:
        from fidedigno.gather.rerank.learned import LearnedReranker

        return LearnedReranker()
    if "://" in setting:
        from fidedigno.gather.rerank.endpoint import RerankEndpoint

        return RerankEndpoint(
            setting,
            model=settings.rerank_model,
            key=rerank_key(),
            seconds=seconds,
            ceiling=Sensitivity.parse(settings.rerank_sensitivity),
        )
    if not Path(setting).exists():
        raise ConfigurationError(
            f"rerank: {setting} is neither '{LEARNED}', an address, nor a file or folder here",
            "leave it empty for no reranker",
        )
    from fidedigno.gather.rerank.onnx import OnnxReranker

    return OnnxReranker(setting, seconds=seconds)
