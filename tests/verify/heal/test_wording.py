"""Every word of healing exists in both languages, and is recognised in an answer again."""

import ast
import re
from pathlib import Path

import pytest

from fidedigno.catalogue import read_catalogue
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.heal.changes import ChangeKind
from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.heal.wording import catalogue, explain, own_words, say
from fidedigno.verify.report import Risk

VERIFY = Path(__file__).resolve().parents[3] / "src" / "fidedigno" / "verify"
NO_CODES = {VERIFY / "claim_kinds.py", VERIFY / "contract.py", VERIFY / "features.py", VERIFY / "combiner.py"}
"""Verdicts of the contract and names of features are other lists."""
CODE = re.compile(r"[a-z]+(?:_[a-z]+)?_differs?|unknown_[a-z]+|citation_out_[a-z_]+|unsupported")
GIVEN = (
    "number_differs",
    "amount_differs",
    "percentage_differs",
    "date_differs",
    "time_differs",
    "weekday_differs",
    "duration_differs",
    "period_differs",
    "bound_differs",
    "range_differs",
    "version_differs",
    "attribute_differs",
    "negation_differs",
    "opposite_differs",
    "quantifier_differs",
    "comparison_differs",
    "roles_differ",
    "modality_differs",
    "unknown_person",
    "unknown_organisation",
    "unknown_place",
    "unknown_product",
    "unknown_name",
    "unknown_paper",
    "unknown_url",
    "unknown_article",
    "unknown_identifier",
    "quotation_differs",
    "citation_out_of_range",
    "unsupported",
    "contradicted",
    "follows_removed",
    "not_answered",
    "layout",
    "note",
)


def codes_in_the_code() -> set[str]:
    """Every text constant of the layer that looks like the code of a finding."""
    found = set()
    for path in VERIFY.rglob("*.py"):
        if path in NO_CODES:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.add(node.value)
    return found


@pytest.mark.parametrize("code", sorted({*GIVEN, *codes_in_the_code()}))
def test_every_code_is_explained_in_both_languages(code: str) -> None:
    spanish, english = (explain(code, language) for language in LANGUAGES)
    assert spanish != english
    assert spanish != explain("no such code", "es")


def test_codes_are_looked_for_where_they_are() -> None:
    assert {"period_differs", "unknown_person", "citation_out_of_range"} <= codes_in_the_code()


def test_an_unknown_code_has_a_general_explanation() -> None:
    assert explain("brand_new", "es") == say("reason.other", "es")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_strategy_kind_and_risk_has_its_words(language: str) -> None:
    assert all(say(f"done.{each}", language) for each in Strategy)
    assert all(say(f"kind.{each}", language) for each in ChangeKind)
    assert all(say(f"risk.{each}", language) for each in Risk)


def test_another_language_is_told_in_english() -> None:
    assert say("decline", "fr") == say("decline", "en")


@pytest.mark.parametrize("values", [{}, {"number": 1, "more": 2}])
def test_a_text_takes_exactly_its_values(values: dict[str, int]) -> None:
    with pytest.raises(ConfigurationError):
        say("label.see", "es", **values)


def test_a_text_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="no text"):
        say("nothing", "es")


@pytest.mark.parametrize(
    "data",
    [None, {"a": "x"}, {"a": {"es": "x"}}, {"a": {"es": "x", "en": " "}}, {"a": {"es": "{n}", "en": "x"}}],
)
def test_an_incomplete_catalogue_is_refused(data: object) -> None:
    with pytest.raises(ConfigurationError):
        read_catalogue(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["note.names", "note.claims", "note.other_language", "decline"])
def test_own_words_are_found_wherever_they_stand(key: str, language: str) -> None:
    text = say(key, language)
    assert own_words(f"Uno 🙂. {text}") == ((7, 7 + len(text)),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prefix_counts_at_the_beginning_alone(language: str) -> None:
    text = say("prefix.data", language)
    assert own_words(f"  {text} x") == ((2, 2 + len(text)),)
    assert own_words(f"x {text} x") == ()


def test_texts_in_the_answer_take_no_values() -> None:
    inside = [key for key in catalogue() if key.startswith(("prefix.", "note.")) or key == "decline"]
    assert len(inside) == 7
    assert all("{" not in text for key in inside for text in catalogue()[key].values())


def test_the_three_beginnings_differ() -> None:
    for language in LANGUAGES:
        assert len({say(f"prefix.{kind}", language) for kind in ("data", "policy", "source")}) == 3
