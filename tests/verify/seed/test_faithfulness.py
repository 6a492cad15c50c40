"""Which share of an answer's claims the evidence carries."""

import pytest

from fidedigno.verify import Verifier, VerifySettings
from tests.verify.seed.cases import Case, in_both, inspected, unsupported

BLOOD = Case(
    "¿Cada cuánto se puede donar sangre?",
    (
        "Los hombres pueden donar sangre cuatro veces al año y las mujeres, tres. Entre dos donaciones deben "
        "pasar al menos dos meses.",
    ),
    "Los hombres pueden donar sangre cuatro veces al año. Entre dos donaciones deben pasar al menos dos meses.",
)
BEES = Case(
    "How do bees tell each other where food is?",
    (
        "A honeybee that has found food dances on the comb. The angle of the dance tells the other bees in "
        "which direction to fly.",
    ),
    "A honeybee that has found food dances on the comb. The angle of its dance tells other bees which "
    "direction to fly in.",
)


@in_both(es=BLOOD, en=BEES)
def test_a_grounded_answer_scores_high(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).faithfulness >= 0.80


@in_both(
    es=Case(
        BLOOD.question,
        BLOOD.passages,
        "El hospital regala entradas de teatro a los voluntarios. Su cafetería prepara tortillas veganas.",
    ),
    en=Case(
        BEES.question,
        BEES.passages,
        "Queens compose music for the hive every winter. Beekeepers in the Alps record it on cassettes.",
    ),
)
def test_a_made_up_answer_scores_low_and_its_claims_are_listed(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.faithfulness <= 0.50
    assert unsupported(report)
    assert all(claim in case.answer for claim in unsupported(report))


@in_both(es=Case(BLOOD.question, BLOOD.passages, ""), en=Case(BEES.question, BEES.passages, ""))
def test_an_empty_answer_claims_nothing_and_is_faithful(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.faithfulness == 1.0
    assert report.claims == ()


@in_both(
    es=Case(
        BLOOD.question, BLOOD.passages, "¿Quieres saber también dónde está el centro de donación más cercano?"
    ),
    en=Case(BEES.question, BEES.passages, "Would you like to know where the nearest apiary is?"),
)
def test_a_question_asserts_nothing(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.faithfulness == 1.0
    assert report.claims == ()


@in_both(
    es=Case(
        "¿Qué se enseña en el curso?",
        ("El curso trata bases de datos relacionales y su diseño.",),
        "El curso trata bases de datos relacionales, fotografía nocturna y cocina.",
    ),
    en=Case(
        "What is taught in the course?",
        ("The course treats relational databases and their design.",),
        "The course treats relational databases, night photography and cookery.",
    ),
)
def test_a_stricter_threshold_gives_a_lower_score(case: Case) -> None:
    loose, strict = (
        Verifier(settings=VerifySettings(overlap_threshold=threshold, use_combiner=False), drift=None)
        for threshold in (0.30, 0.95)
    )
    assert inspected(strict, case).faithfulness < inspected(loose, case).faithfulness


@in_both(es=BLOOD, en=BEES)
def test_the_strict_preset_is_never_more_lenient(verifier: Verifier, case: Case) -> None:
    strict = Verifier(settings=VerifySettings.strict(), drift=None)
    assert inspected(strict, case).faithfulness <= inspected(verifier, case).faithfulness


@pytest.mark.parametrize("thanks", ["¡Gracias por preguntar!", "Thank you for asking!"])
def test_politeness_is_no_claim(verifier: Verifier, thanks: str) -> None:
    assert verifier.inspect("", BLOOD.passages, thanks).faithfulness == 1.0
