"""What the verifier passes over: our own words in a healed answer, and markup of a passage that nobody sees."""

from __future__ import annotations

import pytest

from fidedigno.verify import Risk, Strategy, Verifier
from fidedigno.verify.heal.wording import say
from tests.verify.test_verifier import CASES, GARDEN_EN, GARDEN_ES, timeless


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("key", ["note.names", "note.claims", "note.other_language", "decline"])
def test_our_own_notes_claim_nothing(language: str, key: str) -> None:
    one = Verifier()
    passages = GARDEN_ES if language == "es" else GARDEN_EN
    noted = one.inspect("", passages, f"{passages[0]}\n\n{say(key, language)}")
    bare = one.inspect("", passages, passages[0])
    assert timeless(noted) == timeless(bare)
    alone = one.inspect("", passages, say(key, language))
    assert (alone.claims, alone.risk, alone.language) == ((), Risk.LOW, language)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("key", ["prefix.data", "prefix.policy", "prefix.source"])
def test_our_own_words_before_a_quotation_are_no_part_of_it(language: str, key: str) -> None:
    passages = GARDEN_ES if language == "es" else GARDEN_EN
    answer = f"{say(key, language)} {passages[1]}"
    report = Verifier().inspect("", passages, answer)
    assert [each.span.text for each in report.claims] == [passages[1]]
    assert answer[report.claims[0].span.start :] == passages[1]
    assert report.risk is Risk.LOW


def test_a_wrong_value_behind_our_words_is_found_at_its_place() -> None:
    answer = f"{say('prefix.data', 'en')} Admission costs 6 euros."
    (finding,) = Verifier().inspect("", GARDEN_EN, answer).findings
    assert answer[finding.answer.start : finding.answer.end] == finding.answer.text == "6 euros"


@pytest.mark.parametrize(
    ("passages", "answer"), [(passages, answer) for passages, answer, risk in CASES if risk is not Risk.LOW]
)
def test_healing_a_healed_answer_changes_nothing(passages: tuple[str, ...], answer: str) -> None:
    one = Verifier()
    question = "¿Cuánto cuesta la entrada?" if passages is GARDEN_ES else "What does admission cost?"
    for given in (answer, f"{passages[0]} {answer}"):
        healed = one.heal(question, passages, given)
        again = one.heal(question, passages, healed.answer)
        assert one.inspect(question, passages, healed.answer).risk is Risk.LOW
        assert again.answer == healed.answer
        assert again.strategy is Strategy.NO_HEALING_NEEDED


def test_hidden_markup_of_a_passage_supports_nothing_and_is_shown_as_it_was_given() -> None:
    passage = "<p>Admission costs <b>4</b> euros.</p><!-- 6 euros -->"
    one = Verifier()
    wrong = one.inspect("", [passage], "Admission costs 6 euros.")
    assert wrong.risk is Risk.CRITICAL
    right = one.inspect("", [passage], "Admission costs 4 euros.")
    assert right.risk is Risk.LOW
    evidence = right.claims[0].evidence[0]
    assert evidence.text == passage[evidence.start : evidence.end]
    assert "<b>4</b>" in evidence.text
