"""In doubt a sentence is a statement: what is none is judged by nobody."""

from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.claim_kinds import GROUPS, is_question, opener_end, read_patterns, with_names
from fidedigno.verify.claims import ClaimKind, split_claims

DATA = yaml.safe_load(files("fidedigno.verify").joinpath("claims.yaml").read_text(encoding="utf-8"))


def kinds(answer: str) -> set[ClaimKind]:
    return {each.kind for each in split_claims(answer)}


@pytest.mark.parametrize(
    "answer",
    [
        "Hola.",
        "¡Buenos días, Ana!",
        "Estimado cliente:",
        "Muchas gracias por tu pregunta.",
        "De nada.",
        "¡Claro que sí!",
        "Espero que te ayude.",
        "Espero haberle ayudado.",
        "No dudes en preguntar si tienes más dudas.",
        "Avísame si quieres que lo amplíe.",
        "Si necesitas más información, no dudes en escribirme.",
        "Si tienes alguna otra duda, aquí estoy.",
        "Aquí tienes el resumen del reglamento que pediste para el taller de verano:",
        "Quedo a su disposición.",
        "Que tengas un buen día.",
        "Un cordial saludo, Marta",
        "Hello Tom!",
        "Good morning, Dr. Vega.",
        "Dear customer,",
        "Thanks for your question.",
        "Thank you very much!",
        "You're welcome!",
        "I hope this helps.",
        "Feel free to ask if anything is unclear.",
        "Let me know if you want the long version.",
        "If you have any other questions, just ask.",
        "If you need more help, please let me know.",
        "Here are the 5 steps:",
        "Estos son los 3 requisitos:",
        "Here is a summary of the rules that apply to the summer workshop this year:",
        "Have a great day!",
        "Best regards,",
        "I am happy to help.",
        "Sorry about that.",
    ],
)
def test_greetings_thanks_offers_and_lead_ins_claim_nothing(answer: str) -> None:
    assert kinds(answer) == {ClaimKind.COURTESY}


@pytest.mark.parametrize(
    "answer",
    [
        "Gracias a la nueva norma la tasa es menor.",
        "Thanks to the new rule the fee is lower.",
        "De nada sirve pagar antes.",
        "Si tienes más de 65 años, la entrada es gratuita.",
        "Si necesitas más tiempo, se amplía el plazo.",
        "If you need more time, the term is extended.",
        "If you have a card, entry is free.",
        "Feel free to cancel at any time.",
        "No dudes en cancelar cuando quieras.",
        "You are welcome to cancel at any time.",
        "This is the fee: ten euros.",
        "Esta es la tasa: diez euros.",
        "Great pots are fired twice.",
        "Perfecto estado de los hornos.",
        "Of course the kiln is free.",
        "Claro está que se paga.",
        "I hope you pay before Monday.",
        "Dear pots are sold upstairs.",
        "Let me know by Monday.",
        "Good evening classes are full.",
    ],
)
def test_what_only_begins_like_a_courtesy_is_a_statement(answer: str) -> None:
    assert kinds(answer) == {ClaimKind.STATEMENT}


@pytest.mark.parametrize(
    "answer",
    [
        "No lo sé.",
        "No sé cuánto cuesta.",
        "Lo siento, pero no tengo información sobre la tasa.",
        "No puedo confirmar el horario.",
        "Los documentos no mencionan la tasa.",
        "El contexto proporcionado no indica el horario.",
        "No hay información sobre la tasa.",
        "No se especifica el horario.",
        "La información disponible no aclara la tasa.",
        "No hay datos de la tasa en los documentos.",
        "I don't know.",
        "I’m sorry, but I do not have any information on the fee.",
        "I cannot find the fee.",
        "The documents do not mention the fee.",
        "The provided context does not explicitly state the fee.",
        "There is no information about the fee.",
        "There is no evidence of that in the provided sources.",
        "No further information on the fee is given.",
        "Lamentablemente, los documentos no indican la tasa.",
        "La tasa no aparece en los documentos.",
        "Según el contexto proporcionado, no hay información sobre la tasa.",
        "Sin embargo, no dispongo de información sobre la tasa.",
        "Unfortunately, the documents do not mention the fee.",
        "Based on the provided context, there is no information about the fee.",
        "The fee is not mentioned in the provided documents.",
    ],
)
def test_saying_that_one_does_not_know_claims_nothing(answer: str) -> None:
    assert ClaimKind.STATEMENT not in kinds(answer)
    assert ClaimKind.UNKNOWN in kinds(answer)


@pytest.mark.parametrize(
    "answer",
    [
        "No se la cobra a nadie.",
        "No tengo horno en casa.",
        "No hay evidencia de que el esmalte dañe la piel.",
        "No se indica este esmalte en vajilla.",
        "La información no se comparte con terceros.",
        "El seguro no incluye el horno.",
        "I do not have a kiln.",
        "No information is shared with third parties.",
        "There is no evidence that the glaze harms the skin.",
        "The policy does not include the kiln.",
        "This information does not include the tax.",
        "You cannot confirm it by mail.",
        "Lamentablemente, el taller no abre en agosto.",
        "Unfortunately, the studio does not open in August.",
        "The fee is not included in the price.",
        "La tasa no figura en el precio.",
    ],
)
def test_a_denial_about_the_subject_is_a_statement(answer: str) -> None:
    assert kinds(answer) == {ClaimKind.STATEMENT}


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("¿Abre hoy?", True),
        ("Does it open today?", True),
        ("**Does it open?**", True),
        ("«¿Abre hoy?»", True),
        ('"Does it open?"', True),
        ("¿Abre hoy", True),
        ("(Does it open?)", True),
        ("هل يفتح؟", True),
        ("It opens (is that clear?)", False),
        ('The form asks "Does it open?"', False),
        ("¿abre hoy? abre a las ocho.", False),
        ("It opens today.", False),
        ("", False),
    ],
)
def test_a_sentence_asks_if_its_own_end_does(text: str, asks: bool) -> None:
    assert is_question(text) is asks


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("Fuentes: reglamento interno, guía del taller.", ClaimKind.SOURCE),
        ("Sources: [1] House rules, [2] Guide.", ClaimKind.SOURCE),
        ("Sources:\n[1] House rules\n[2] Guide", ClaimKind.SOURCE),
        ("Citas: el lunes a las 10.", ClaimKind.STATEMENT),
        ("Las fuentes son de agua potable.", ClaimKind.STATEMENT),
        ("The fee is due (article 12).", ClaimKind.STATEMENT),
    ],
)
def test_lists_of_sources_claim_nothing(answer: str, kind: ClaimKind) -> None:
    assert kinds(answer) == {kind}


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("Paso 3:", ClaimKind.HEADING),
        ("Opening hours of the studio:", ClaimKind.HEADING),
        ("El precio es 10 euros:", ClaimKind.STATEMENT),
        ("The studio and all of its rooms are shut in the summer:", ClaimKind.STATEMENT),
    ],
)
def test_a_label_is_short_and_shorter_with_a_figure(answer: str, kind: ClaimKind) -> None:
    assert kinds(answer) == {kind}


def test_names_are_signed_letter_for_letter_where_the_text_may_be_polite() -> None:
    assert (
        with_names("Hola Ana Ruiz, abre", "hola ana ruiz, abre") == "hola \x01\x01\x01 \x01\x01\x01\x01, abre"
    )
    assert with_names("Abre Ana", "abre ana") == "abre ana"
    assert with_names("HOLA ANA", "hola ana") == "hola ana"
    assert with_names("Hi Ω, Ñu", plain("Hi Ω, Ñu")) == "hi \x01, \x01\x01"


def test_an_opener_needs_a_mark_behind_it() -> None:
    assert opener_end("sure, it is") == 6
    assert opener_end("sure it is") == 0
    assert opener_end("hola. gracias, abre", 6) == 15


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("change", ["gone", "language", "number", "broken", "text"])
def test_a_data_file_that_is_not_whole_is_refused_by_the_name_of_the_group(group: str, change: str) -> None:
    data: dict[str, Any] = deepcopy(DATA)
    match change:
        case "gone":
            del data[group]
        case "language":
            del data[group]["en"]
        case "number":
            data[group]["es"] = [3]
        case "broken":
            data[group]["es"] = ["("]
        case "text":
            data[group]["es"] = "hola"
    with pytest.raises(ConfigurationError, match=group):
        read_patterns(data)


def test_no_file_at_all_is_refused() -> None:
    with pytest.raises(ConfigurationError):
        read_patterns(None)
