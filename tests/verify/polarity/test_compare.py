"""The whole comparison: what must be found, what must not, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.polarity import compare_polarity
from fidedigno.verify.statement import Comparison, Difference, Statement

SURE = 0.5


def compare(
    claim: str, evidence: str, language: str = "en", other: str = "", context: str = ""
) -> Comparison:
    return compare_polarity(
        Statement.of(claim, language), Statement.of(evidence, other or language, context=context)
    )


def surest(claim: str, evidence: str, language: str = "en", other: str = "") -> Difference | None:
    found = compare(claim, evidence, language, other).differences
    return max(found, key=lambda each: each.certainty, default=None)


def code(claim: str, evidence: str, language: str = "en", other: str = "") -> str:
    best = surest(claim, evidence, language, other)
    return best.code if best and best.certainty >= SURE else ""


NEGATED = [
    ("en", "You can cancel the Pro plan.", "The Pro plan cannot be cancelled."),
    ("es", "Puedes cancelar el plan Pro.", "El plan Pro no admite cancelación."),
    ("es", "En la terraza se puede fumar.", "No está permitido fumar en la terraza."),
    ("en", "Smoking is allowed on the terrace.", "Smoking is not allowed on the terrace."),
    ("en", "A fee applies to late payments.", "There is no fee for late payments."),
    ("es", "Se cobra un recargo por pagar tarde.", "No hay recargo por pagar tarde."),
    ("es", "El envío es sin coste adicional.", "El envío tiene un coste adicional."),
    ("es", "La máquina funciona de noche.", "La máquina deja de funcionar de noche."),
    ("en", "The company has debts.", "The company lacks debts."),
    ("es", "El producto tiene garantía.", "El producto carece de garantía."),
    ("en", "The card is refundable.", "The card is non-refundable."),
    ("en", "The contract renews automatically.", "There is no automatic renewal of the contract."),
    ("en", "The warranty covers labor.", "The warranty covers parts but does not cover labor."),
    (
        "es",
        "La garantía cubre la mano de obra.",
        "La garantía cubre las piezas pero no cubre la mano de obra.",
    ),
    ("en", "The meeting was cancelled.", "The meeting was not cancelled but moved to Friday."),
    ("en", "The plan expires.", "It is not true that the plan expires."),
    ("es", "El plan caduca.", "No es cierto que el plan caduque."),
    ("es", "No debes llevar casco en la obra.", "Debes llevar casco en la obra."),
]

OPPOSED = [
    ("en", "opposite_differs", "The library opens at nine.", "The library closes at nine."),
    ("es", "opposite_differs", "La biblioteca abre a las nueve.", "La biblioteca cierra a las nueve."),
    ("en", "opposite_differs", "Smoking is allowed on the terrace.", "Smoking is forbidden on the terrace."),
    ("es", "opposite_differs", "Se permite fumar en la terraza.", "Se prohíbe fumar en la terraza."),
    ("en", "opposite_differs", "The Pro plan is billed monthly.", "The Pro plan is billed annually."),
    ("es", "opposite_differs", "La facturación es mensual.", "La facturación es anual."),
    ("en", "modality_differs", "Attendance is mandatory.", "Attendance is optional."),
    ("es", "modality_differs", "La asistencia es obligatoria.", "La asistencia es opcional."),
    (
        "en",
        "modality_differs",
        "You must register before the course.",
        "You do not need to register before the course.",
    ),
    (
        "es",
        "modality_differs",
        "Debes registrarte antes del curso.",
        "No es necesario registrarte antes del curso.",
    ),
    ("en", "quantifier_differs", "All plans include support.", "Some plans include support."),
    ("es", "quantifier_differs", "Todos los planes incluyen soporte.", "Ningún plan incluye soporte."),
    ("en", "comparison_differs", "Prices increased in March.", "Prices decreased in March."),
    (
        "es",
        "comparison_differs",
        "El plan Pro cuesta más que el Básico.",
        "El plan Pro cuesta menos que el Básico.",
    ),
    ("en", "comparison_differs", "Backups run before the upgrade.", "Backups run after the upgrade."),
    (
        "es",
        "comparison_differs",
        "La copia va antes de la actualización.",
        "La copia va después de la actualización.",
    ),
    ("en", "roles_differ", "Acme acquired Globex in March.", "Globex acquired Acme in March."),
    ("es", "roles_differ", "El servicio A llama a B.", "El servicio B llama a A."),
    ("en", "roles_differ", "Madrid is larger than Bilbao.", "Bilbao is larger than Madrid."),
    (
        "en",
        "opposite_differs",
        "The Basic plan is unlimited.",
        "The Pro plan is unlimited and the Basic plan is limited.",
    ),
    (
        "es",
        "attribute_differs",
        "El plan Básico tiene soporte telefónico.",
        "El plan Pro tiene soporte telefónico y el plan Básico tiene soporte por correo.",
    ),
]

AGREEING = [
    ("en", "You cannot cancel the Pro plan.", "The Pro plan cannot be cancelled."),
    ("es", "El plan Pro no se puede cancelar.", "El plan Pro no admite cancelación."),
    ("en", "Smoking is not allowed on the terrace.", "Smoking is forbidden on the terrace."),
    ("es", "No se permite fumar en la terraza.", "Está prohibido fumar en la terraza."),
    ("en", "Exchange is possible.", "It is not impossible to exchange."),
    ("es", "La máquina funciona de noche.", "La máquina no deja de funcionar de noche."),
    ("en", "That delay is usual.", "That delay is not unusual."),
    ("en", "It includes training.", "It not only includes support but also training."),
    ("es", "Incluye soporte y formación.", "No solo incluye soporte sino también formación."),
    ("en", "You can attend the course.", "You must attend the course."),
    ("es", "Puedes registrarte antes del curso.", "No es necesario registrarte antes del curso."),
    ("es", "Los Juegos comenzaron en 1896.", "Los Juegos no comenzaron hasta 1896."),
    ("en", "Globex was acquired by Acme in March.", "Acme acquired Globex in March."),
    ("es", "El servicio B es llamado por el servicio A.", "El servicio A llama al servicio B."),
    ("en", "Madrid is larger than Bilbao.", "Bilbao is smaller than Madrid."),
    ("es", "Antes de entrar, pague en caja.", "Pague en caja antes de entrar."),
    ("es", "La actualización va después de la copia.", "La copia va antes de la actualización."),
    ("en", "The Pro plan is unlimited.", "The Pro plan is unlimited and the Basic plan is limited."),
    ("es", "El plan Pro se factura anualmente.", "El plan Pro no se factura mensualmente sino anualmente."),
    ("en", "The drug is ineffective in children.", "The drug is not effective in children."),
    ("en", "A plan includes support.", "All plans include support."),
]

OTHER_FACTS = [
    ("en", "The Basic plan can be cancelled.", "The Pro plan cannot be cancelled."),
    ("es", "El plan Básico se puede cancelar.", "El plan Pro no admite cancelación."),
    ("en", "The office closes at six.", "The office opens at nine."),
    ("es", "La oficina cierra a las seis.", "La oficina abre a las nueve."),
    ("en", "Support is available on weekdays.", "Support is not available on Sundays."),
    ("en", "The service is available in Spain.", "The service is not available in France."),
    ("es", "El hotel tiene piscina.", "El hotel no admite mascotas."),
    ("en", "New users get a discount.", "Old users get an invoice."),
    ("en", "You can export reports as PDF.", "Reports cannot be exported as Word."),
    ("en", "You can cancel the Pro plan.", "The Pro plan does not include support."),
    ("en", "He believed that the earth is flat.", "The earth is not flat."),
    ("en", "If you do not confirm, the booking expires.", "The booking is confirmed."),
    ("en", "Are refunds allowed?", "Refunds are not allowed."),
    ("es", "¿Se admiten devoluciones?", "No se admiten devoluciones."),
    (
        "es",
        "Se admiten devoluciones de artículos defectuosos.",
        "No se admiten devoluciones salvo de artículos defectuosos.",
    ),
    ("en", "Refunds are given for faulty items.", "No refunds are given except for faulty items."),
]


@pytest.mark.parametrize(("language", "claim", "evidence"), NEGATED)
def test_a_denial_that_the_other_lacks_is_found(language: str, claim: str, evidence: str) -> None:
    assert code(claim, evidence, language) == "negation_differs"
    assert code(evidence, claim, language) == "negation_differs"


@pytest.mark.parametrize(("language", "expected", "claim", "evidence"), OPPOSED)
def test_a_contrary_is_found_and_told_by_its_kind(
    language: str, expected: str, claim: str, evidence: str
) -> None:
    assert code(claim, evidence, language) == expected


@pytest.mark.parametrize(("language", "claim", "evidence"), AGREEING)
def test_what_says_the_same_in_other_words_does_not_differ(language: str, claim: str, evidence: str) -> None:
    assert code(claim, evidence, language) == ""


@pytest.mark.parametrize(("language", "claim", "evidence"), OTHER_FACTS)
def test_two_facts_about_two_things_do_not_differ(language: str, claim: str, evidence: str) -> None:
    assert code(claim, evidence, language) == ""


def test_dropping_an_exception_is_a_weak_sign_only() -> None:
    best = surest("Refunds are given.", "No refunds are given except for faulty items.")
    assert best is None or best.certainty < SURE


@pytest.mark.parametrize(
    ("claim", "language", "evidence", "other"),
    [
        ("El plan Pro es gratuito.", "es", "The Pro plan is paid.", "en"),
        ("The Pro plan is free.", "en", "El plan Pro es de pago.", "es"),
        ("Puedes cancelar el plan Pro.", "es", "The Pro plan cannot be cancelled.", "en"),
    ],
)
def test_it_compares_across_languages(claim: str, language: str, evidence: str, other: str) -> None:
    best = surest(claim, evidence, language, other)
    assert best is not None
    assert best.certainty >= SURE
    assert best.expected == ""


def test_the_same_but_for_one_opposite_is_certain() -> None:
    best = surest("The library opens at nine.", "The library closes at nine.")
    assert best is not None
    assert best.certainty == 1.0


def test_a_difference_points_at_both_texts_and_says_what_would_be_right() -> None:
    claim, evidence = "La biblioteca abre a las nueve.", "La biblioteca cierra a las nueve."
    best = surest(claim, evidence, "es")
    assert best is not None
    assert claim[best.start : best.end] == "abre"
    assert evidence[best.evidence_start : best.evidence_end] == "cierra"
    assert best.expected == "cierra"


def test_the_heading_tells_the_subject_of_evidence() -> None:
    claim, evidence = "The Pro plan can be cancelled.", "It cannot be cancelled."
    bare = compare(claim, evidence).differences
    under = compare(claim, evidence, context="Pro plan").differences
    assert max(each.certainty for each in under) >= max((each.certainty for each in bare), default=0)
    assert max(each.certainty for each in under) >= SURE


SENTENCES = sorted({text for row in (*NEGATED, *AGREEING, *OTHER_FACTS) for text in row[1:]})
LANGUAGES = {text: row[0] for row in (*NEGATED, *AGREEING, *OTHER_FACTS) for text in row[1:]}
UNRELATED = {"en": " The lighthouse stands near seven oaks.", "es": " El faro queda junto a siete robles."}


@given(st.sampled_from(SENTENCES))
def test_a_sentence_does_not_differ_from_itself_nor_by_an_unrelated_one(sentence: str) -> None:
    language = LANGUAGES[sentence]
    assert compare(sentence, sentence, language) == Comparison()
    more = sentence + UNRELATED[language]
    for claim, evidence in ((more, sentence), (sentence, more), (more, more)):
        assert all(each.certainty < SURE for each in compare(claim, evidence, language).differences)


@given(st.sampled_from(SENTENCES), st.sampled_from(sorted(UNRELATED)))
def test_an_unrelated_sentence_differs_from_none(sentence: str, language: str) -> None:
    other = UNRELATED[language]
    assert compare(sentence, other, LANGUAGES[sentence], language).differences == ()
    assert compare(other, sentence, language, LANGUAGES[sentence]).differences == ()


PIECES = (
    "no sin ni nunca puede debe not cannot must may all todos some before antes que that if si y and except "
    "salvo A B Pro plan open cierra 5 , . ; ( ) ¿ ? — because free limited unlimited"
)
WORDS = st.sampled_from(PIECES.split())


@given(st.lists(WORDS, max_size=25), st.lists(WORDS, max_size=25), st.sampled_from(["es", "en"]))
def test_offsets_and_certainties_hold_for_any_words(one: list[str], other: list[str], language: str) -> None:
    claim, evidence = " ".join(one), " ".join(other)
    assert compare(claim, claim, language) == Comparison()
    for each in compare(claim, evidence, language).differences:
        assert 0 <= each.start < each.end <= len(claim)
        assert 0 <= each.evidence_start < each.evidence_end <= len(evidence)
        assert 0 < each.certainty <= 1


@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from(["es", "en", "xx"]))
def test_any_text_is_read(claim: str, evidence: str, language: str) -> None:
    compare(claim, evidence, language)


@pytest.mark.parametrize(
    "text", ["no " * 30_000, "a" * 100_000, "\x00\ud800 no 🎉 " * 9_000, "שלום not, " * 9_000, ""]
)
def test_hostile_texts_are_read(text: str) -> None:
    compare(text, text + " x")
