"""What a verifier measures with: which combiner judges, with which vectors, and what takes over when vectors fail.

A combiner of one's own must fit the features of this version and the embedder that is given: it is refused when the
verifier is made, not when the first answer comes. The shipped one is chosen to fit. No error of an embedder reaches
an inspection: that one goes on with words alone, and one warning is logged for each outage.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fidedigno.errors import ConfigurationError
from fidedigno.verify.combiner import CLAIM, SEMANTIC, Combiner, Model, load_combiner, shipped
from fidedigno.verify.entities import NameReader
from fidedigno.verify.faithfulness import Measured, add_nearness, measure_answer
from fidedigno.verify.outage import Outage
from fidedigno.verify.prepared import Prepared
from fidedigno.verify.report import Finding
from fidedigno.verify.semantic import SentenceEmbedder, Vectors
from fidedigno.verify.settings import VerifySettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_log = logging.getLogger(__name__)
_KINDS = {"lexical": len(CLAIM), "semantic": len(CLAIM) + len(SEMANTIC)}
_HINT = "fit it with: fidedigno calibrate MARKS --combiner-out FILE"


class Measurement(NamedTuple):
    """The claims as they were measured, what their names and references came to, and who is to judge them."""

    claims: list[Measured]
    entities: tuple[Finding, ...]
    combiner: Combiner | None
    used: tuple[str, ...]


@dataclass(slots=True)
class Instruments:
    """The combiner, or None where words are merely counted, and the vectors where it reads some. Safe in threads."""

    combiner: Combiner | None
    vectors: Vectors | None = None
    names: NameReader | None = None
    _outage: Outage = field(default_factory=Outage, repr=False)

    @property
    def names_backend(self) -> str:
        """What reads names: ``patterns`` or the model's name."""
        return self.names.name if self.names is not None else "patterns"

    def measure(
        self, prepared: Prepared, given: Mapping[str, NDArray[np.float32]] | None = None
    ) -> Measurement:
        """Measure every claim. ``given`` are vectors of retrieval, by text."""
        measured, entities = measure_answer(prepared, self.names)
        combiner, vectors = self.combiner, self.vectors
        if combiner is not None and combiner.head is not None and vectors is not None and measured:
            embed = partial(add_nearness, prepared, measured, vectors, combiner.head, given)
            if not self._done(embed):
                combiner, vectors = shipped("lexical"), None
        judge = f"combiner:{combiner.kind}" if combiner is not None else "overlap"
        embedder = (f"embedder:{vectors.fingerprint}",) if vectors is not None else ()
        return Measurement(
            measured, entities, combiner, ("rules", judge, *embedder, f"names:{self.names_backend}")
        )

    def _done(self, embed: Callable[[], None]) -> bool:
        """Whether the embedder did what was asked of it."""
        try:
            embed()
        except Exception as error:  # noqa: BLE001 - somebody else's embedder, perhaps behind a network
            if self._outage.begins():
                # The class alone: the words of the error may hold a text.
                _log.warning("the embedder fails (%s): words alone decide", type(error).__name__)
            return False
        self._outage.ends()
        return True


def choose_instruments(
    settings: VerifySettings,
    embedder: SentenceEmbedder | None = None,
    names: NameReader | None = None,
    combiner: Combiner | None = None,
) -> Instruments:
    """What the settings and the parts of a verifier come to.

    Raises:
        ConfigurationError: if a combiner of one's own does not fit this version, or the embedder.
    """
    if combiner is None and settings.use_combiner and settings.combiner_file:
        combiner = load_combiner(settings.combiner_file)
    if combiner is not None:
        check_combiner(combiner, embedder.fingerprint if embedder is not None else None)
    elif settings.use_combiner:
        combiner = _shipped(embedder)
    reads = embedder is not None and combiner is not None and combiner.kind == "semantic"
    return Instruments(combiner, Vectors(embedder) if embedder is not None and reads else None, names)


def _shipped(embedder: SentenceEmbedder | None) -> Combiner:
    if embedder is None:
        return shipped("lexical")
    semantic = shipped("semantic")
    if semantic.head is not None and semantic.head.fingerprint == embedder.fingerprint:
        return semantic
    _log.warning("the learned combiner knows no vectors of this embedder: words alone decide")
    return shipped("lexical")


def check_combiner(combiner: Combiner, embedder: str | None) -> None:
    """Refuse a combiner that does not fit; ``embedder`` is the fingerprint of that which is given.

    Raises:
        ConfigurationError: saying what does not fit.
    """
    if combiner.kind not in _KINDS:
        raise ConfigurationError(
            f"a combiner of kind {combiner.kind!r} is not known", f"known kinds: {', '.join(_KINDS)}"
        )
    features = _KINDS[combiner.kind]
    _check_model(combiner.claim, features, f"the {combiner.kind} combiner's model of claims")
    _check_model(combiner.answer, 3 * features + 1, f"the {combiner.kind} combiner's model of answers")
    if combiner.kind != "semantic":
        return
    if combiner.head is None:
        raise ConfigurationError("the semantic combiner has no head", _HINT)
    if embedder is None:
        raise ConfigurationError("a semantic combiner was given without an embedder", "give embedder= too")
    if combiner.head.fingerprint != embedder:
        raise ConfigurationError(
            f"the combiner reads vectors of {combiner.head.fingerprint}, the embedder is {embedder}",
            "give the embedder that the combiner was fitted with",
        )


def _check_model(model: Model, features: int, what: str) -> None:
    read = len(model.linear.weight)
    asked = max((each for tree in model.trees.trees for each in tree.feature), default=-1)
    if read != features or asked >= features:
        raise ConfigurationError(
            f"{what} was fitted to other features: it reads {max(read, asked + 1)}, this version has {features}",
            _HINT,
        )
