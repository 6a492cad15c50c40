"""Names and citations that the evidence does not know."""

from fidedigno.verify import Check, Risk, Verifier
from tests.verify.seed.cases import Case, at, in_both, inspected

TIDES_ES = ("Un estudio reciente mide la altura de las mareas del estuario con boyas y satélites.",)
TIDES_EN = ("A recent study measures the height of the tides in the estuary with buoys and satellites.",)


@in_both(
    es=Case(
        "¿Quién midió las mareas?",
        TIDES_ES,
        "La altura de las mareas del estuario la midió la doctora Irene Casal con boyas.",
        "Irene Casal",
    ),
    en=Case(
        "Who measured the tides?",
        TIDES_EN,
        "The height of the tides in the estuary was measured by Professor Edith Marlowe with buoys.",
        "Edith Marlowe",
    ),
)
def test_an_invented_person_is_found(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.of(Check.ENTITIES))
    assert report.risk in {Risk.HIGH, Risk.CRITICAL}


@in_both(
    es=Case(
        "¿Dónde se publicó?",
        TIDES_ES,
        "El estudio mide la altura de las mareas (arXiv:2103.05678).",
        "arXiv:2103.05678",
    ),
    en=Case(
        "Where was it published?",
        TIDES_EN,
        "The study measures the height of the tides (arXiv:2103.05678).",
        "arXiv:2103.05678",
    ),
)
def test_an_invented_citation_is_found(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, report.of(Check.ENTITIES))
    assert report.is_hallucinating


@in_both(
    es=Case(
        "¿Quién dirige la excavación?",
        ("La excavación de la villa romana la dirige Blanca Ortuño, de la Universidad de Almería.",),
        "Blanca Ortuño, de la Universidad de Almería, dirige la excavación.",
    ),
    en=Case(
        "Who leads the dig?",
        ("The dig at the Roman villa is led by Gwen Tudor of Harlech University.",),
        "Gwen Tudor of Harlech University leads the dig.",
    ),
)
def test_a_name_that_the_evidence_has_is_not_reported(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()


@in_both(es=Case("¿Quién?", TIDES_ES, ""), en=Case("Who?", TIDES_EN, ""))
def test_an_empty_answer_names_nobody(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()


@in_both(
    es=Case(
        "¿Cómo se miden las mareas?",
        TIDES_ES,
        "Sin embargo, se usan boyas. Además, se usan satélites. Por Tanto, la altura se mide. En Resumen: boyas.",
    ),
    en=Case(
        "How are the tides measured?",
        TIDES_EN,
        "However, buoys are used. Furthermore, satellites are used. In Conclusion, Tides have a Height.",
    ),
)
def test_words_of_discourse_and_common_nouns_are_no_names(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).of(Check.ENTITIES) == ()
