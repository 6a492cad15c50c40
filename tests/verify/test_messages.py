"""Every word of verification exists in both languages, and every code of a finding or a change has its words."""

import ast
import re
from pathlib import Path

import pytest

from fidedigno.catalogue import LANGUAGES, placeholders
from fidedigno.model.verdict import Support
from fidedigno.verify.blocked import Unverifiable
from fidedigno.verify.messages import catalogue, explain, say, say_finding, say_reason
from fidedigno.verify.report import Check, Finding, Risk, Span

VERIFY = Path(__file__).resolve().parents[2] / "src" / "fidedigno" / "verify"
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


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_text_is_in_both_languages_and_differs(key: str) -> None:
    entry = catalogue()[key]
    values = dict.fromkeys(placeholders(entry["es"]), "7")
    spanish, english = (say(key, language, **values) for language in ("es", "en"))
    assert "{" not in spanish + english
    assert spanish != english


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_check_risk_support_and_reason_has_its_words(language: str) -> None:
    keys = [f"check_{each.value}" for each in Check] + [f"risk_{each.value}" for each in Risk]
    keys += [f"support_{each.value}" for each in Support] + [f"why_{each.value}" for each in Unverifiable]
    assert all(say(key, language) for key in keys)


def test_a_finding_whose_code_has_no_words_is_called_by_its_check() -> None:
    finding = Finding(Check.ENTITIES, "unheard_of", Span(0, 1, "x"))
    assert say_finding(finding, "es") == say("check_entities", "es")


@pytest.mark.parametrize(
    ("language", "words"), [("es", "La fuente da otra duración"), ("en", "The source gives another duration")]
)
def test_a_finding_is_called_by_its_code(language: str, words: str) -> None:
    assert say_finding(Finding(Check.CONTRADICTION, "duration_differs", Span(0, 1, "x")), language) == words


def test_a_code_has_its_words_or_is_its_own() -> None:
    assert say_reason("date_differs", "es") == "La fuente da otra fecha"
    assert say_reason("date_differs", "en") == "The source gives another date"
    assert say_reason("unheard_of", "es") == "unheard_of"


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
    assert explain("brand_new", "es") == say("reason_other", "es")
