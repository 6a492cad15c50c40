"""Facts in words, told in other words: what passes, what falls and by which code, and that nothing is remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import Claim, ClaimMatrix, Support
from fidedigno.verify import Checked, Verifier, VerifySettings, verify_claims
from tests.fakes.cards import card
from tests.fakes.packs import PACK
from tests.verify.test_contract import (
    CARDS,
    MATRIX,
    MUTATIONS,
    PLAN,
    WINDOWED,
    Mutation,
    bare,
    claim,
    drafted,
    row,
    statement,
)

KEEPING = "Los exámenes y los trabajos se conservan durante un año desde la firma del acta."
HOLDING = "Si hay una reclamación abierta, se conservan hasta que sea firme la resolución."
RULES = card(20, content=f"{KEEPING} {HOLDING}", language="es", timezone="Europe/Madrid")
KEPT = ClaimMatrix((row("rule", statement("rule", KEEPING, one=RULES)),))


def told(text: str, least: float = 0.6, matrix: ClaimMatrix = KEPT, fact: str = "rule") -> Checked:
    """A claim of a rule in words, checked with a threshold of one's own for paraphrases."""
    inspector = Verifier(replace(VerifySettings(), paraphrase_threshold=least))
    plan = replace(PLAN, contract=PACK.contract("rule"), asked_moment=None)
    cards = {RULES.id: RULES}
    return verify_claims(plan, WINDOWED, matrix, [Claim(text, (RULES.id,), fact)], cards, inspector)


SAME = "Los trabajos y los exámenes se guardan doce meses, contados desde la firma del acta."


def test_a_rule_in_other_words_is_delivered_where_the_checks_are_sure() -> None:
    found = told(SAME)
    assert [(each.support, each.reason) for each in found.verdicts] == [(Support.SUPPORTED, "paraphrase")]
    assert found.claims
    assert found.left_out == 0
    assert told(SAME, least=1.0).verdicts[0].reason == "words_differ"


def test_a_fact_with_a_value_is_told_in_the_words_of_its_source_alone() -> None:
    due = "La fecha límite de la práctica 1 es el viernes 13 de noviembre de 2026, a las 23:59."
    inspector = Verifier(replace(VerifySettings(), paraphrase_threshold=0.0))
    found = verify_claims(PLAN, WINDOWED, MATRIX, [claim(due)], CARDS, inspector)
    assert found.claims == ()
    assert found.verdicts[0].support is Support.INCONCLUSIVE


@pytest.mark.parametrize(
    ("text", "support", "reason"),
    [
        (SAME.replace("doce", "veinte"), Support.CONTRADICTED, "duration_differs"),
        (KEEPING.replace("se conservan", "no se conservan"), Support.CONTRADICTED, "negation_differs"),
        (SAME[:-1] + ", según Marta Solís.", Support.OUT_OF_CONTRACT, "unknown_person"),
        (SAME[:-1] + ", según el artículo 47.", Support.OUT_OF_CONTRACT, "unknown_article"),
        ("Los exámenes se conservan durante un año.", Support.INCONCLUSIVE, "words_differ"),
        ("se conservan hasta que sea firme la resolución.", Support.INCONCLUSIVE, "words_differ"),
        ("Los exámenes se publican en la sede electrónica.", Support.INCONCLUSIVE, "words_differ"),
    ],
)
def test_a_rule_in_other_words_falls_with_what_the_checks_find(
    text: str, support: Support, reason: str
) -> None:
    found = told(text, least=0.5)
    assert found.claims == ()
    assert [(each.support, each.reason) for each in found.verdicts] == [(support, reason)]
    assert found.report is not None
    assert found.report.faithfulness == 0
    if support is not Support.INCONCLUSIVE:
        assert reason in {each.code for each in found.report.findings}


@given(st.lists(st.tuples(st.sampled_from(MUTATIONS[1:6]), st.integers(0, 500)), min_size=1, max_size=3))
def test_no_cut_or_garbled_quotation_of_a_rule_is_ever_delivered(
    steps: list[tuple[Mutation, int]],
) -> None:
    good = Claim(KEEPING, (RULES.id,), "rule")
    mutated = good
    for mutate, number in steps:
        if mutated.text.strip():
            mutated = mutate(mutated, number)
    found = told(mutated.text, least=0.9)
    if found.claims and found.verdicts[0].reason == "paraphrase":
        # A letter that is missing can leave a word of which nothing can be told; nothing else may pass.
        missing = set(bare(mutated.text).split()) - set(bare(RULES.content).split())
        assert all(len(word) < 12 for word in missing)
        assert not {"no", "sin", "nunca"} & missing
    elif found.claims:
        assert [c for c in mutated.text if c.isalnum()] == [c for c in good.text if c.isalnum()]


def test_the_checks_are_asked_and_leave_no_trace() -> None:
    inspector = Verifier()
    found = verify_claims(PLAN, WINDOWED, MATRIX, drafted().claims, drafted().cards, inspector)
    assert found.claims == drafted().claims
    assert inspector.statistics().inspected == 0
    assert found.report is not None
    assert (found.report.faithfulness, found.report.findings) == (1.0, ())
    assert {"contract", "rules"} <= set(found.report.used)
