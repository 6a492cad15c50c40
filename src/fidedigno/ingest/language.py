"""The language of a document: Spanish or English."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fidedigno.ingest.analyse import words_of
from fidedigno.ingest.stopwords import STOPWORDS

SAMPLE_CHARACTERS = 6_000
MIN_MARGIN = 3
DEFAULT_LANGUAGE = "en"
_CODE_FENCE = re.compile(r"^(```|~~~|----).*?^\1", re.MULTILINE | re.DOTALL)


@cache
def _identifier() -> Any:
    # Imported here: the model takes a moment to unpack and many texts are decided without it.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["es", "en"])
    return identifier


def language_of(text: str, *, likely: str | None = None) -> str:
    """Guess ``es`` or ``en`` from a sample of the text; ``likely`` (the corpus' own) breaks near ties.

    Function words decide where they speak clearly, a statistical model otherwise.
    """
    middle = max(0, len(text) // 2 - SAMPLE_CHARACTERS // 2)
    sample = text[: SAMPLE_CHARACTERS // 2] + "\n" + text[middle : middle + SAMPLE_CHARACTERS // 2]
    sample = _CODE_FENCE.sub(" ", sample)
    words = [word.casefold() for word in words_of(sample)]
    spanish = sum(word in STOPWORDS["es"] for word in words)
    english = sum(word in STOPWORDS["en"] for word in words)
    if abs(spanish - english) >= max(MIN_MARGIN, (spanish + english) // 4):
        return "es" if spanish > english else "en"
    if likely in {"es", "en"}:
        return str(likely)
    if not any(word.isalpha() for word in words):
        return DEFAULT_LANGUAGE
    return str(_identifier().classify(sample)[0])
