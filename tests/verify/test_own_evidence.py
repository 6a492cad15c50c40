"""A claim before its own card: what the rules find, what may pass as a paraphrase, what is a cut."""

from dataclasses import replace

import pytest

from fidedigno.model import Claim, Support
from fidedigno.verify import Passage, Report, Verifier, VerifySettings
from fidedigno.verify.own_evidence import OwnEvidence, is_cut, usual_inspector
from tests.fakes.cards import card

ES = card(
    10,
    language="es",
    content="Los exámenes se conservan durante un año desde la firma del acta. "
    "La revisión es presencial y la dirige Elena Prats.",
)
EN = card(
    11,
    language="en",
    content="Visitors wear an orange badge and are accompanied to the greenhouse. "
    "A lost badge is reported to reception before noon.",
)


def own(settings: VerifySettings | None = None) -> OwnEvidence:
    return OwnEvidence(Verifier(settings) if settings else usual_inspector(), "", "Europe/Madrid")


@pytest.mark.parametrize(
    ("of", "text", "support", "code"),
    [
        (
            ES,
            "Los exámenes se conservan durante dos años desde la firma del acta.",
            Support.CONTRADICTED,
            "duration_differs",
        ),
        (
            EN,
            "A lost badge is not reported to reception before noon.",
            Support.CONTRADICTED,
            "negation_differs",
        ),
        (ES, "La revisión la dirige Marta Solís.", Support.OUT_OF_CONTRACT, "unknown_person"),
    ],
)
def test_what_the_rules_find_is_told_by_its_code(of, text: str, support: Support, code: str) -> None:  # type: ignore[no-untyped-def]
    look = own().look(Claim(text, (of.id,)), of)
    assert (look.support, look.code, look.is_paraphrase) == (support, code, False)


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (ES, "Los exámenes se conservan durante doce meses desde la firma del acta."),
        (EN, "Visitors have to wear an orange badge and are accompanied to the greenhouse."),
    ],
)
def test_the_same_in_other_words_passes_unless_settings_want_quotations_alone(of, text: str) -> None:  # type: ignore[no-untyped-def]
    claim = Claim(text, (of.id,))
    lenient = replace(VerifySettings(), paraphrase_threshold=0.5)
    assert own(lenient).look(claim, of).is_paraphrase
    assert not own(VerifySettings.strict()).look(claim, of).is_paraphrase


@pytest.mark.parametrize(
    ("text", "source", "cut"),
    [
        ("se admite por correo.", "No se admite por correo.", True),
        ("El plazo acaba el viernes.", "El plazo acaba el viernes, salvo festivos.", True),
        ("Visitors wear a badge.", "Visitors wear an orange badge, a hat and gloves.", True),
        ("correo por admite no se", "No se admite por correo.", True),
        ("No se admite por correo.", "No se admite por correo.", False),
        ("Por correo no se acepta.", "No se admite por correo.", False),
        ("", "No se admite.", False),
    ],
)
def test_a_sentence_that_only_leaves_words_out_or_moves_them_is_a_cut(
    text: str, source: str, cut: bool
) -> None:
    assert is_cut(text, source) is cut


def test_only_the_cited_stretch_counts() -> None:
    claim = Claim("La revisión es presencial y la dirige Elena Prats.", ("a",))
    narrowed = replace(ES, id="a:0-65")
    assert own().look(claim, narrowed).code == "unknown_person"
    assert own().look(claim, ES).code == ""


def test_what_is_inspected_is_the_stretch_with_its_language_and_its_moment() -> None:
    seen: list[tuple[str, list[Passage], str]] = []

    class Watching(Verifier):
        def preview(self, question, passages, answer) -> Report:  # type: ignore[no-untyped-def]
            seen.append((question, list(passages), answer))
            return super().preview(question, passages, answer)

    looking = OwnEvidence(Watching(), "¿Y la revisión?", "Europe/Madrid")
    narrowed = replace(ES, id="a:66-117", timezone="")
    claim = Claim("La revisión es presencial.", (narrowed.id,))
    looking.look(claim, narrowed)
    looking.report(claim, narrowed)
    ((question, (passage,), answer),) = seen
    assert (question, answer) == ("¿Y la revisión?", claim.text)
    assert passage.text == "La revisión es presencial y la dirige Elena Prats."[: len(passage.text)]
    assert (passage.id, passage.language) == (narrowed.id, "es")
    assert passage.reference is not None
    assert passage.reference.tzinfo is not None
