import re

import pytest

from fidedigno.cli.verification_page import verification_page
from fidedigno.cli.verification_show import Verified
from tests.fakes.verifier import FakeScore, FakeVerifier

EVIDENCE = "The <b>deadline</b> is 14 days."


def page(answer: str, language: str = "en") -> str:
    report = FakeVerifier(language=language).inspect("When?", [EVIDENCE], answer)
    return verification_page(Verified("When?", (EVIDENCE,), answer, report, FakeScore.compute(report)))


def test_wrong_stretches_are_marked_with_their_evidence() -> None:
    found = page("The deadline is 30 days.")
    assert "The deadline is <mark>30</mark> days." in found
    assert 'The &lt;b&gt;deadline&lt;/b&gt; is <mark class="evidence">14</mark> days.' in found
    assert 'href="#p1"' in found


@pytest.mark.parametrize(("language", "says"), [("es", "Riesgo crítico"), ("en", "Risk critical")])
def test_it_is_in_the_language_of_the_answer(language: str, says: str) -> None:
    found = page("It is 30.", language)
    assert says in found
    assert f'<html lang="{language}">' in found


def test_nothing_of_an_answer_is_markup_and_nothing_is_fetched() -> None:
    found = page('<script>alert(30)</script><img src="https://x.invalid/">\x00\u202e\ud800')
    assert not re.search(r"<(script|img|link|iframe)", found)
    assert "\u202e" not in found
    assert found.encode()


def test_an_answer_that_stands_says_so() -> None:
    found = page("The deadline is 14 days.")
    assert "Nothing was found" in found
    assert "<mark>" not in found
