"""Names by a spaCy model (extra ``names``): people, organisations, places, products.

Only what names need is run, over a bounded stretch of text. The model is loaded when first asked, once; it decides
what is a name, the check decides whether the evidence knows it. A model reads its own language
(:attr:`SpacyNames.language`): give it answers in that one.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from threading import Lock
from typing import Any

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities.name import Name, NameKind

_KINDS = {
    "PERSON": NameKind.PERSON,
    "PER": NameKind.PERSON,
    "ORG": NameKind.ORGANISATION,
    "GPE": NameKind.PLACE,
    "LOC": NameKind.PLACE,
    "FAC": NameKind.PLACE,
    "PRODUCT": NameKind.PRODUCT,
    "EVENT": NameKind.NAME,
    "MISC": NameKind.NAME,
}
_UNNEEDED = ("tagger", "parser", "senter", "attribute_ruler", "lemmatizer", "morphologizer", "textcat")
MOST_CHARACTERS = 5_000
"""How much of an answer is read: time grows with the length, some ten milliseconds for a hundred words."""
_CERTAINTY = 0.8


class SpacyNames:
    """A :class:`NameReader` over a spaCy model.

    Args:
        model: the name of an installed model, or the folder of one.
        most_characters: how much of a text is read; names behind it are not found.
    """

    def __init__(self, model: str | Path, *, most_characters: int = MOST_CHARACTERS) -> None:
        self._model = model
        self._most = most_characters
        self._lock = Lock()
        self._loaded: Any = None

    @property
    def name(self) -> str:
        """What reports call it: the model, without the folder that it is in."""
        return f"spacy:{PurePath(self._model).name}"

    @property
    def language(self) -> str:
        """The language that the model reads, by its code."""
        return str(self._pipeline().lang)

    def names(self, text: str) -> tuple[Name, ...]:
        """The names of ``text`` in order.

        Raises:
            ConfigurationError: spaCy or the model is not installed.
        """
        # A lone surrogate cannot be encoded, which spaCy needs; another letter keeps every offset.
        sample = text[: self._most].encode("utf-8", "replace").decode("utf-8")
        entities = self._pipeline()(sample).ents
        return tuple(
            Name(
                each.start_char,
                each.end_char,
                text[each.start_char : each.end_char],
                _KINDS[each.label_],
                _CERTAINTY,
            )
            for each in entities
            if each.label_ in _KINDS
        )

    def _pipeline(self) -> Any:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._model)
            return self._loaded


def _load(model: str | Path) -> Any:
    try:
        import spacy
    except ImportError as error:
        raise ConfigurationError(
            "spaCy is not installed", "pip install 'fidedigno[names]', and a model"
        ) from error
    try:
        pipeline = spacy.load(model, exclude=_UNNEEDED)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"the spaCy model {str(model)!r} cannot be loaded", "install it, or give the folder that it is in"
        ) from error
    _drop_unheard(pipeline)
    return pipeline


def _drop_unheard(pipeline: Any) -> None:
    """Take out the shared vectors where the reader of names has its own: half of the time goes there."""
    if "tok2vec" in pipeline.pipe_names and "ner" not in pipeline.get_pipe("tok2vec").listening_components:
        pipeline.remove_pipe("tok2vec")
