"""The words of billing are complete in both languages."""

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.heal.billing_words import billing_words, read_billing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_period_has_noun_adjective_and_adverb(language: str) -> None:
    words = billing_words(language)
    assert set(words.periods) == {"day", "week", "month", "quarter", "half_year", "year"}
    for period in words.periods.values():
        assert all((*period.noun, *period.adjective, *period.adverb))
        assert len(period.adjective) == 4 or language == "en"


def test_another_language_is_read_as_english() -> None:
    assert billing_words("fr") is billing_words("en")


def test_what_is_billed_has_its_gender_in_spanish() -> None:
    things = billing_words("es").things
    assert (things["cuotas"], things["plan"], things["suscripcion"]) == ("f", "m", "f")


@pytest.mark.parametrize("data", [None, {}, {"periods": {}}, {"periods": {"day": {"es": {"noun": ["día"]}}}}])
def test_incomplete_words_are_refused(data: object) -> None:
    with pytest.raises(ConfigurationError, match="billing"):
        read_billing(data)
