import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.sentences import sentences
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.stream import CheckedSentence, OnContradiction, StreamingInspection, averify_stream
from tests.fakes.verifier import FakeVerifier

PASSAGES = ["The deadline is 14 days. El plazo es de 14 días.", "Ask Dr. Gil."]
GOOD, BAD = "The deadline is 14 days.", "The deadline is 30 days."
PARTS = [
    "The deadline is 14 days. ",
    "El plazo es de 30 días. ",
    "Ask Dr. Gil. ",
    "\n- ",
    "\n\n",
    "3.5 ",
    "days\n",
    "¿",
]


async def arriving(text: str, cuts: Sequence[int]) -> AsyncIterator[str]:
    last = 0
    for cut in [*sorted(cuts), len(text)]:
        await asyncio.sleep(0)
        yield text[last:cut]
        last = cut


def streamed(text: str, cuts: Sequence[int], **options) -> tuple[list[CheckedSentence], list[Report]]:
    reports: list[Report] = []

    async def run() -> list[CheckedSentence]:
        answer = averify_stream(
            FakeVerifier(options.pop("settings", None)), "q", PASSAGES, arriving(text, cuts),
            finished=reports.append, **options,
        )  # fmt: skip
        return [each async for each in answer]

    return asyncio.run(run()), reports


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), st.data())
def test_claims_and_report_do_not_depend_on_how_the_answer_is_cut(text: str, data: st.DataObject) -> None:
    text += "\n\nEnd"
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    inspection = StreamingInspection(FakeVerifier(), "q", PASSAGES)
    last, claims = 0, []
    for cut in [*cuts, len(text)]:
        claims += inspection.feed(text[last:cut])
        last = cut
    once = StreamingInspection(FakeVerifier(), "q", PASSAGES)
    assert claims == list(once.feed(text))
    assert all(text[each.span.start : each.span.end] == each.span.text for each in claims)
    assert inspection.finish() == once.finish() == FakeVerifier().inspect("q", PASSAGES, text)


def test_a_verdict_comes_with_its_sentence_and_its_places_are_those_of_the_answer() -> None:
    inspection = StreamingInspection(FakeVerifier(), "q", PASSAGES)
    assert inspection.feed(f"{GOOD} {BAD}") != ()
    (claim,) = inspection.feed(" Ask")
    text = f"{GOOD} {BAD}"
    assert text[claim.span.start : claim.span.end] == BAD
    (finding,) = claim.findings
    assert text[finding.answer.start : finding.answer.end] == finding.answer.text == "30"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), st.data())
def test_marked_sentences_in_order_are_the_answer(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=6))
    given_out, reports = streamed(text, cuts)
    assert "".join(each.sentence for each in given_out) == text
    assert reports == [FakeVerifier().inspect("q", PASSAGES, text)]
    assert sum(bool(each.claims) for each in given_out) == len(sentences(text))


def test_a_contradicted_sentence_is_held_back_and_its_claims_are_told() -> None:
    given_out, (report,) = streamed(f"{GOOD} {BAD} {GOOD}", [3, 40], on_contradiction="hold")
    assert "".join(each.sentence for each in given_out) == f"{GOOD} {GOOD}"
    (held,) = [each for each in given_out if each.contradicted]
    assert held.sentence == ""
    assert held.claims[0].findings[0].expected == "14"
    assert report.has_contradiction, "the report is of what was written"


@pytest.mark.parametrize(("policy", "shown"), [("mark", True), ("hold", False)])
def test_what_is_beyond_the_limit_is_not_judged_and_held_in_hold(policy: str, shown: bool) -> None:
    limits = VerifySettings(max_answer_characters=len(GOOD))
    given_out, (report,) = streamed(f"{GOOD} {BAD} {BAD}", [5], on_contradiction=policy, settings=limits)
    assert (BAD in "".join(each.sentence for each in given_out)) is shown
    assert report.truncated
    assert [len(each.claims) for each in given_out] == [1, 0, 0]


def test_only_the_whole_answer_is_inspected_with_a_trace() -> None:
    verifier = FakeVerifier()
    inspection = StreamingInspection(verifier, "q", PASSAGES)
    assert inspection.feed(f"{GOOD} {BAD} ") != ()
    assert verifier.asked == []
    inspection.finish()
    assert verifier.asked == [f"{GOOD} {BAD} "]


def test_a_policy_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="drop"):
        streamed(GOOD, [], on_contradiction="drop")


def test_a_source_that_is_left_early_is_closed() -> None:
    closed = []

    async def source() -> AsyncIterator[str]:
        try:
            while True:
                yield f"{GOOD} "
        finally:
            closed.append(True)

    async def run() -> None:
        answer = averify_stream(
            FakeVerifier(), "q", PASSAGES, source(), on_contradiction=OnContradiction.MARK
        )
        async for _ in answer:
            break
        await answer.aclose()

    asyncio.run(run())
    assert closed == [True]


def test_pieces_after_the_end_are_refused() -> None:
    inspection = StreamingInspection(FakeVerifier(), "q", PASSAGES)
    inspection.finish()
    with pytest.raises(ValueError, match="closed"):
        inspection.feed("more")
