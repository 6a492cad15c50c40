"""What may go wrong with the words: drafting, verification, delivery, and the decision itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fidedigno.evaluate.expectation import Expectation, names_document
from fidedigno.evaluate.failure import Failure, FailureKind, Reason, Stage
from fidedigno.evaluate.run import Run
from fidedigno.model import SPOKEN, Decision, Evidence, FactStatus, Support


def generation(expected: Expectation, run: Run, blamed: frozenset[str]) -> Iterator[Failure]:
    """Claims that are in no source, and what was known and not said."""
    for number, claim in enumerate(run.claims):
        if not run.holds(claim):
            yield _use(Stage.GENERATION, Reason.NOT_IN_EVIDENCE, _claim(number))
    for card in run.answer.evidence:
        if _named(card, expected.never) and run.is_set_aside(card):
            yield _use(Stage.GENERATION, Reason.SET_ASIDE_USED, card.locator.uri)
    if not run.answers or run.rejected:
        return
    stated = {claim.fact for claim in run.claims if claim.fact}
    for name, fact in expected.facts.items():
        known = fact.status is run.status(name) is FactStatus.COVERED
        if known and stated and name not in stated and name not in blamed:
            yield _use(Stage.GENERATION, Reason.FACT_OMITTED, name)
    if not blamed:
        yield from _citations(expected, run)
        yield from _wording(expected, run)


def _citations(expected: Expectation, run: Run) -> Iterator[Failure]:
    used = {each for claim in run.claims for each in claim.evidence_ids}
    used |= {card.id for card in run.answer.evidence}
    cited = [card for card in run.known.values() if card.id in used]
    for each in expected.documents:
        if not any(each.matches(card) for card in cited):
            yield _use(Stage.GENERATION, Reason.NOT_CITED, each.document)
    if expected.any_document and not any(_named(card, expected.any_document) for card in cited):
        yield _use(Stage.GENERATION, Reason.NOT_CITED, expected.any_document[0])


def _wording(expected: Expectation, run: Run) -> Iterator[Failure]:
    drafted = "\n".join(claim.text for claim in run.claims)
    text = " ".join(f"{drafted}\n{run.answer.message}".casefold().split())
    for words in expected.says:
        if " ".join(words.casefold().split()) not in text:
            yield _use(Stage.GENERATION, Reason.WORDS_MISSING, words)
    for words in expected.never_says:
        if " ".join(words.casefold().split()) in text:
            yield _use(Stage.GENERATION, Reason.WORDS_UNWANTED, words)


def verification(expected: Expectation, run: Run, _: frozenset[str]) -> Iterator[Failure]:
    """Claims that were passed and should not have been, or rejected and should not have been."""
    wrong = bool(expected.decisions) and run.answer.decision not in expected.decisions
    for verdict in run.answer.verdicts:
        if not 0 <= verdict.claim < len(run.claims):
            if wrong and run.drafted is None and verdict.support is not Support.SUPPORTED:
                # The rejected claim was not kept. Where nothing before it failed, it had its evidence.
                yield _use(Stage.VERIFICATION, Reason.REJECTED_SUPPORTED, _claim(verdict.claim))
            continue
        held = run.holds(run.claims[verdict.claim])
        if verdict.support is Support.SUPPORTED and not held:
            yield _use(Stage.VERIFICATION, Reason.PASSED_UNSUPPORTED, _claim(verdict.claim))
        if verdict.support is not Support.SUPPORTED and held and (wrong or _misses(expected, run)):
            yield _use(Stage.VERIFICATION, Reason.REJECTED_SUPPORTED, _claim(verdict.claim))


def _misses(expected: Expectation, run: Run) -> bool:
    """Whether a document or a text that was expected is not in the answer."""
    cards = run.answer.evidence
    lost = any(not any(each.matches(card) for card in cards) for each in expected.documents)
    text = " ".join(run.answer.text.casefold().split())
    return lost or any(" ".join(words.casefold().split()) not in text for words in expected.says)


def delivery(expected: Expectation, run: Run, blamed: frozenset[str]) -> Iterator[Failure]:
    """What was decided and did not reach the reader, or reached them against the decision."""
    delivered = {claim.text for claim in run.answer.claims}
    for number, claim in enumerate(run.claims):
        if number in run.rejected and claim.text in delivered and _claim(number) not in blamed:
            yield _use(Stage.DELIVERY, Reason.REJECTED_DELIVERED, _claim(number))
        elif number not in run.rejected and run.answers and claim.text not in delivered:
            yield _use(Stage.DELIVERY, Reason.CLAIM_LOST, _claim(number))
    if expected.language and run.answer.language != expected.language:
        yield _use(Stage.DELIVERY, Reason.WRONG_LANGUAGE, run.answer.language)
    declared = {each.fact for each in run.answer.uncertainty}
    for name, fact in expected.facts.items():
        status = run.status(name)
        if status is not fact.status or status is FactStatus.COVERED or name in declared | blamed:
            continue
        if run.answer.decision is Decision.ANSWER_LIMITED or run.answer.decision is Decision.CONFLICT:
            conflicting = status is FactStatus.CONFLICTING
            kind = FailureKind.AUTHORITY if conflicting else FailureKind.COVERAGE
            reason = Reason.CONFLICT_NOT_DECLARED if conflicting else Reason.GAP_NOT_DECLARED
            yield Failure(kind, Stage.DELIVERY, reason, name)


def decision(expected: Expectation, run: Run) -> Iterator[Failure]:
    """A wrong decision where nothing before it went wrong: whoever took it is the cause."""
    taken = run.answer.decision
    if not expected.decisions or taken in expected.decisions:
        return
    gaps = run.matrix.gaps
    split = [row.fact.name for row in gaps if row.status is FactStatus.CONFLICTING]
    if taken is Decision.ANSWER and split:
        yield Failure(FailureKind.AUTHORITY, Stage.CONSOLIDATION, Reason.CONFLICT_NOT_HEEDED, split[0])
    elif taken is Decision.ANSWER and gaps:
        yield Failure(FailureKind.COVERAGE, Stage.CONSOLIDATION, Reason.GAP_NOT_HEEDED, gaps[0].fact.name)
    elif taken in SPOKEN and not expected.decisions & SPOKEN:
        yield Failure(FailureKind.COVERAGE, Stage.CONSOLIDATION, Reason.INSUFFICIENT_ACCEPTED)
    elif taken is Decision.ABSTAIN and expected.decisions & SPOKEN and not run.claims:
        yield _use(Stage.GENERATION, Reason.NOTHING_WRITTEN)
    else:
        yield _use(Stage.DELIVERY, Reason.DECISION_DIFFERS, taken.value)


def left_unsaid(expected: Expectation, run: Run) -> Iterator[Failure]:
    """What a reader misses or should not see where no stage shows a fault: a rejected claim that was not
    kept has taken it along, or it was never drafted."""
    stage = Stage.VERIFICATION if run.rejected else Stage.GENERATION
    seen = replace(run, cards=run.answer.evidence, drafted=None)
    for each in (*_citations(expected, seen), *_wording(expected, seen)):
        yield replace(each, stage=stage)


def _claim(number: int) -> str:
    return f"claim {number + 1}"


def _named(card: Evidence, documents: tuple[str, ...]) -> bool:
    return any(names_document(card.locator.uri, each) for each in documents)


def _use(stage: Stage, reason: Reason, subject: str = "") -> Failure:
    return Failure(FailureKind.USE, stage, reason, subject)
