"""Contradictions of figures, denials and times, with where they stand in the answer and in the evidence."""

from fidedigno.verify import Risk, Verifier
from tests.verify.seed.cases import Case, all_clear, at, contradictions, in_both, inspected


@in_both(
    es=Case(
        "¿Cuántas páginas puede tener la memoria?",
        ("La memoria tendrá un máximo de 40 páginas, sin contar los anexos.",),
        "La memoria tendrá un máximo de 60 páginas.",
        "60",
    ),
    en=Case(
        "How many pages may the report have?",
        ("The report may have at most 40 pages, not counting the annexes.",),
        "The report may have at most 60 pages.",
        "60",
    ),
)
def test_another_figure_is_found_and_the_reason_given(verifier: Verifier, case: Case) -> None:
    found = at(case, contradictions(inspected(verifier, case)))
    assert found
    assert found[0].code
    assert "60" in found[0].answer.text
    assert found[0].evidence is not None
    assert "40" in found[0].evidence.text
    assert "40" in found[0].expected


@in_both(
    es=Case(
        "¿Cuánto pesa la mochila y cuánto cuesta?",
        ("La mochila pesa 1,3 kg, cuesta 84,90 € y tiene una garantía de 3 años.",),
        "La mochila pesa 1,3 kg y cuesta 84,90 €.",
    ),
    en=Case(
        "What does the backpack weigh and cost?",
        ("The backpack weighs 1.3 kg, costs £84.90 and comes with a warranty of 3 years.",),
        "The backpack weighs 1.3 kg and costs £84.90.",
    ),
)
def test_the_same_figures_pass(verifier: Verifier, case: Case) -> None:
    assert all_clear(inspected(verifier, case))


@in_both(
    es=Case(
        "¿El gimnasio admite menores?",
        ("El gimnasio no admite menores de edad en la sala de pesas.",),
        "El gimnasio admite menores de edad en la sala de pesas.",
        "admite",
    ),
    en=Case(
        "Does the gym admit minors?",
        ("The gym does not admit minors to the weight room.",),
        "The gym admits minors to the weight room.",
        "admits",
    ),
)
def test_a_lost_denial_is_found(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report))
    assert report.risk is Risk.CRITICAL


@in_both(
    es=Case(
        "¿Cuánto tarda la beca en pagarse?",
        ("La beca se paga 14 días después de la resolución.",),
        "La beca se paga 30 días después de la resolución.",
        "30 días",
    ),
    en=Case(
        "How long does the grant take to be paid?",
        ("The grant is paid 14 days after the decision.",),
        "The grant is paid 30 days after the decision.",
        "30 days",
    ),
)
def test_another_time_of_the_same_unit_is_found(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert at(case, contradictions(report))
    assert report.has_contradiction


@in_both(
    es=Case(
        "¿Qué hay que llevar al taller?",
        ("Al taller hay que llevar guantes y gafas de protección.",),
        "Hay que llevar guantes y gafas de protección al taller.",
    ),
    en=Case(
        "What should I bring to the workshop?",
        ("Bring gloves and safety glasses to the workshop.",),
        "You should bring gloves and safety glasses to the workshop.",
    ),
)
def test_a_clean_answer_passes(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert not report.has_contradiction
    assert report.risk is Risk.LOW


@in_both(
    es=Case("¿Cuánto dura?", (), "El taller dura 30 horas y no es gratuito."),
    en=Case("How long is it?", (), "The workshop lasts 30 hours and is not free."),
)
def test_nothing_contradicts_absent_evidence(verifier: Verifier, case: Case) -> None:
    assert not inspected(verifier, case).has_contradiction


@in_both(
    es=Case("¿Cuánto dura?", ("El taller dura 20 horas.",), ""),
    en=Case("How long is it?", ("The workshop lasts 20 hours.",), ""),
)
def test_an_empty_answer_contradicts_nothing(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert not report.has_contradiction
    assert report.findings == ()
