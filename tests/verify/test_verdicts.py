"""What decides a claim, in its order, and what is said of claims that words cannot judge."""

from __future__ import annotations

import pytest

from fidedigno.model.verdict import Support
from fidedigno.verify.combiner import Combiner, Model, shipped
from fidedigno.verify.faithfulness import add_entities, measure_claim
from fidedigno.verify.linear import Linear
from fidedigno.verify.prepared import prepare
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.report import CheckedClaim
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.trees import Trees
from fidedigno.verify.verdicts import Judged, judge_claims

DESK = ("The desk lends 30 laptops. Each laptop has a charger. Reservations are made online.",)
MESA = (
    "El mostrador presta 30 portátiles. Cada portátil lleva cargador. Las reservas se hacen por internet.",
)


def constant(log_odds: float, kind: str = "lexical") -> Combiner:
    """A combiner that doubts every claim alike: ``log_odds`` that it is not carried."""
    model = Model(Linear((), (), (), log_odds), Trees(log_odds, ()))
    return Combiner(kind, _Fixed(model), _Fixed(model))  # type: ignore[arg-type]


class _Fixed:
    def __init__(self, model: Model) -> None:
        self._model = model

    def probability(self, _: object) -> float:
        return self._model.probability(())


def judged(
    passages: tuple[str, ...],
    answer: str,
    combiner: Combiner | None = None,
    settings: VerifySettings | None = None,
) -> Judged:
    chosen = settings or VerifySettings()
    prepared = prepare("", passages, answer, chosen)
    claims = [measure_claim(prepared, claim) for claim in prepared.statements]
    return judge_claims(prepared, claims, add_entities(prepared, claims), combiner, chosen)


def one(passages: tuple[str, ...], answer: str, combiner: Combiner | None = None) -> CheckedClaim:
    (claim,) = judged(passages, answer, combiner).claims
    return claim


DOUBTS, TRUSTS = constant(4.0), constant(-4.0)


@pytest.mark.parametrize(
    ("passages", "answer"),
    [(DESK, "Each laptop has a charger."), (MESA, "Cada portátil lleva cargador.")],
)
def test_a_sentence_of_the_evidence_is_supported_whatever_the_combiner_says(
    passages: tuple[str, ...], answer: str
) -> None:
    claim = one(passages, answer, DOUBTS)
    assert claim.support is Support.SUPPORTED
    assert [each.judge for each in claim.judgements] == ["rules", "combiner"]
    assert claim.disputed


@pytest.mark.parametrize(
    ("passages", "answer"),
    [(DESK, "The desk lends 40 laptops."), (MESA, "El mostrador presta 40 portátiles.")],
)
def test_a_typed_difference_contradicts_whatever_the_combiner_says(
    passages: tuple[str, ...], answer: str
) -> None:
    claim = one(passages, answer, TRUSTS)
    assert claim.support is Support.CONTRADICTED
    assert claim.confidence == max(each.certainty for each in claim.findings)


def test_a_difference_below_the_threshold_of_the_settings_decides_nothing() -> None:
    sure = VerifySettings(contradiction_threshold=1.0)
    (claim,) = judged(DESK, "The desk lends around 40 laptops or so.", TRUSTS, sure).claims
    assert claim.support is Support.SUPPORTED or claim.findings[0].certainty == 1.0


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (DESK, "Dr. Odile Fabre says that each laptop has a charger."),
        (MESA, "La Dra. Odila Fabre dice que cada portátil lleva cargador."),
    ],
)
def test_an_invented_name_is_out_of_contract_whatever_the_combiner_says(
    passages: tuple[str, ...], answer: str
) -> None:
    claim = one(passages, answer, TRUSTS)
    assert claim.support is Support.OUT_OF_CONTRACT
    assert [each.code for each in claim.findings] == ["unknown_person"]


def test_else_the_combiner_decides_by_the_threshold_of_the_settings() -> None:
    answer = "Chargers come with laptops."
    assert one(DESK, answer, DOUBTS).support is Support.OUT_OF_CONTRACT
    assert one(DESK, answer, TRUSTS).support is Support.SUPPORTED
    even = constant(0.0)
    assert one(DESK, answer, even).support is Support.SUPPORTED
    (strict,) = judged(DESK, answer, even, VerifySettings(support_threshold=0.51)).claims
    assert strict.support is Support.OUT_OF_CONTRACT
    assert strict.confidence == pytest.approx(0.5)


def test_without_a_combiner_the_share_of_its_words_decides() -> None:
    claim = one(DESK, "Laptops with charger are polished weekly.")
    assert claim.judgements[0].judge == "overlap"
    assert claim.support is (Support.SUPPORTED if claim.signals["plain"] >= 0.40 else Support.OUT_OF_CONTRACT)
    assert judged(DESK, "Laptops with charger are polished weekly.").support == pytest.approx(
        claim.signals["plain"]
    )


def test_probabilities_are_recalibrated_where_the_settings_say_so() -> None:
    settings = VerifySettings(
        recalibration=Recalibration(1.0, -9.0), answer_recalibration=Recalibration(1.0, 9.0)
    )
    found = judged(DESK, "Chargers come with laptops.", constant(-1.0), settings)
    assert found.claims[0].support is Support.OUT_OF_CONTRACT
    assert found.support > 0.99


@pytest.mark.parametrize(
    ("passages", "answer"),
    [(DESK, "Las reservas del portátil se hacen en la red."), (MESA, "Bookings are made on the web page.")],
)
@pytest.mark.parametrize("combiner", [DOUBTS, None], ids=["combiner", "overlap"])
def test_evidence_in_another_language_leaves_a_claim_open(
    passages: tuple[str, ...], answer: str, combiner: Combiner | None
) -> None:
    claim = one(passages, answer, combiner)
    assert claim.support is Support.INCONCLUSIVE
    assert claim.confidence == 0.5


def test_vectors_may_be_sure_where_words_are_not() -> None:
    answer = "Las reservas del portátil se hacen en la red."
    assert one(DESK, answer, constant(9.0, "semantic")).support is Support.OUT_OF_CONTRACT
    assert one(DESK, answer, constant(0.9, "semantic")).support is Support.INCONCLUSIVE
    assert one(DESK, answer, constant(-0.5, "semantic")).support is Support.SUPPORTED


def test_an_answer_without_claims_is_carried() -> None:
    assert judged(DESK, "Hello!") == Judged((), 1.0)


@pytest.mark.parametrize("answer", ["Each laptop has a charger.", "Cats purr at night in the tower."])
def test_the_shipped_combiner_gives_shares(answer: str) -> None:
    found = judged(DESK, answer, shipped("lexical"))
    assert 0 < found.support < 1
    assert all(0 <= each.supported <= 1 for each in found.claims[0].judgements)
