"""The whole check, as whoever verifies an answer sees it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.entities import Name, NameKind, entity_signals, examine, find_unknown
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.report import Check


def unknown(answer: str, *passages: str, language: str = "en", question: str = "") -> list[tuple[str, str]]:
    found = find_unknown(answer, question, as_passages(passages), (), language=language)
    assert all(answer[each.answer.start : each.answer.end] == each.answer.text for each in found)
    assert all(each.check is Check.ENTITIES and 0 <= each.certainty <= 1 for each in found)
    return [(each.code, each.answer.text) for each in found]


EVIDENCE = {
    "en": "A survey found that compact encoders label NER data with 91 % accuracy.",
    "es": "Un sondeo halló que los codificadores compactos etiquetan datos NER con un 91 % de acierto.",
}


def test_invented_people_paper_and_institute_are_flagged_and_a_titled_phrase_is_not() -> None:
    answer = (
        "It is due to Dr. Helen Marlow and Dr. Wei Tan in arXiv:2107.01234, at the Corvid Research Institute, "
        "see Scaling Named Entity Recognition NER Tasks."
    )
    assert unknown(answer, EVIDENCE["en"]) == [
        ("unknown_person", "Dr. Helen Marlow"),
        ("unknown_person", "Dr. Wei Tan"),
        ("unknown_paper", "arXiv:2107.01234"),
        ("unknown_organisation", "Corvid Research Institute"),
    ]


def test_in_spanish_alike() -> None:
    answer = "Lo publicaron la Dra. Elena Marlow y el Sr. Wei Tan en arXiv:2107.01234, del Instituto Corvid."
    assert unknown(answer, EVIDENCE["es"], language="es") == [
        ("unknown_person", "Dra. Elena Marlow"),
        ("unknown_person", "Sr. Wei Tan"),
        ("unknown_paper", "arXiv:2107.01234"),
        ("unknown_organisation", "Instituto Corvid"),
    ]


def test_names_of_the_question_are_known() -> None:
    assert (
        unknown("Helen Marlow left Zephyrix.", "nothing", question="Did Helen Marlow leave Zephyrix?") == []
    )


@pytest.mark.parametrize(
    ("language", "answer", "evidence"),
    [
        (
            "en",
            "Yes. Premium members can return it. Please contact Customer Support on Monday, 3 March.",
            "x of the",
        ),
        ("en", "I'm sorry. It isn't there; that's all. However, photosynthesis converts light.", "x of the"),
        (
            "en",
            "Key Benefits\nThe plan covers it.\n\n**Next Steps**\n- Data Quality: improve it",
            "the plan covers it",
        ),
        ("en", "# Meet Zorblatt\n\nThe plan covers it.", "the plan covers it"),
        ("en", "IMPORTANT NOTICE FOR ZORBLATT\nThe plan covers it.", "the plan covers it"),
        ("en", "THE SHOP SHIPS TO ZORBLATT AND HELEN MARLOW.", "the shop ships"),
        (
            "en",
            "The Spanish and British markets grew in March; the CEO told the IT team.",
            "the markets grew",
        ),
        ("en", "Run `ZorblattService` and read chapter XIV.", "run it of the chapter 14"),
        (
            "es",
            "Sí. Los socios Premium pueden devolverlo el lunes. Consulta la Política de Devoluciones.",
            "el de la",
        ),
        (
            "es",
            "Conviene recordarlo. Afortunadamente, el mercado español y el Departamento crecieron.",
            "el de la",
        ),
        ("es", "AVISO IMPORTANTE PARA ZORBLATT\nEl plan lo cubre.", "el plan lo cubre"),
        ("es", "Próximos Pasos\nEl plan lo cubre.", "el plan lo cubre"),
    ],
)
def test_capitals_of_common_words_headings_and_calendar_make_no_names(
    language: str, answer: str, evidence: str
) -> None:
    assert unknown(answer, evidence, language=language) == []


@pytest.mark.parametrize(
    "evidence",
    [
        "helen marlow runs zephyr labs in paris",
        "HELEN MARLOW RUNS ZEPHYR LABS IN PARIS",
        "Helen Marlow, Zephyr-Labs; París",
    ],
)
def test_evidence_in_any_case_knows_names(evidence: str) -> None:
    assert unknown("In Paris, Helen Marlow runs Zephyr Labs.", evidence) == []


def test_an_answer_in_small_letters_is_read_for_references_only() -> None:
    found = unknown("helen marlow says see https://zorb.example/a and jira-123", "nothing")
    assert found == [("unknown_url", "https://zorb.example/a"), ("unknown_identifier", "jira-123")]


def test_a_name_known_in_part_is_unknown_with_what_the_evidence_has() -> None:
    passages = as_passages(["Nothing here.", "It was signed by Dr. Helen Morrow in May."])
    (found,) = find_unknown("Dr. Helen Marlow signed.", "", passages, (), language="en")
    assert (found.code, found.expected) == ("unknown_person", "Dr. Helen Morrow")
    assert found.evidence is not None
    assert found.evidence.passage == 1
    assert passages[1].text[found.evidence.start : found.evidence.end] == "Dr. Helen Morrow"


def test_every_mention_is_located() -> None:
    assert [
        text for _, text in unknown("We met Zorblatt. Then Zorblatt left, and so did Zorblatt's dog.", "x")
    ] == ["Zorblatt"] * 3


def test_names_outside_claims_are_not_judged_but_references_are() -> None:
    answer = "Hello Zorblatt! The plan of Quixel covers it [9]."
    claim = (answer.index("The plan"), len(answer))
    found = find_unknown(answer, "", as_passages(["the plan covers it"]), [claim], language="en")
    assert [each.code for each in found] == ["unknown_name", "citation_out_of_range"]
    assert found[0].answer.text == "Quixel"


def test_a_translation_is_not_held_against_common_words_but_against_people_and_places() -> None:
    evidence = "The Ministry of Health opened the office in Seville with Helen Marlow."
    assert unknown("El Ministerio de Sanidad abrió en Sevilla.", evidence, language="es") == []
    assert unknown("La abrió Elena Zorblatt en Lisboa.", evidence, language="es") == [
        ("unknown_person", "Elena Zorblatt"),
        ("unknown_place", "Lisboa"),
    ]


def test_signals_count_for_each_claim() -> None:
    answer = (
        'Helen Marlow met Zorblatt [1]. See ORD-10482 and ORD-10999 [7]. It says "we never ship on a Sunday".'
    )
    cuts = [0, answer.index("See"), answer.index("It says"), len(answer)]
    claims = list(pairwise(cuts))
    first, second, third = entity_signals(
        answer, "", as_passages(["helen marlow, ord-10482, we never ship on a sunday"]), claims, language="en"
    )
    assert (first.names_known, first.names_unknown, first.citations_inside) == (1, 1, 1)
    assert (second.references_known, second.references_unknown, second.citations_outside) == (1, 1, 1)
    assert (third.quotations_verbatim, third.quotations_differing) == (1, 0)


class Scripted:
    """A reader that finds given words."""

    name = "scripted"

    def __init__(self, *words: tuple[str, NameKind]) -> None:
        self.words = words

    def names(self, text: str) -> tuple[Name, ...]:
        return tuple(
            Name(text.index(word), text.index(word) + len(word), word, kind, 0.8) for word, kind in self.words
        )


def test_a_model_names_what_capitals_do_not_tell() -> None:
    answer = "Tansy wrote to Dr. Marlow about the Blue Harbour."
    reader = Scripted(("Tansy", NameKind.PERSON), ("the Blue Harbour", NameKind.PLACE))
    found = find_unknown(answer, "", as_passages(["x"]), (), language="en", names=reader)
    assert [(each.code, each.answer.text) for each in found] == [
        ("unknown_person", "Tansy"),
        ("unknown_person", "Dr. Marlow"),
    ]


def test_known_is_decided_alike_with_a_model() -> None:
    reader = Scripted(("Helen Marlow", NameKind.PERSON))
    assert (
        find_unknown(
            "So Helen Marlow left.",
            "",
            as_passages(["h. marlow, helen marlow"]),
            (),
            language="en",
            names=reader,
        )
        == ()
    )


def test_without_passages_all_is_unknown_and_nothing_raises() -> None:
    assert unknown("Ask Helen Marlow [1].") == [
        ("unknown_person", "Helen Marlow"),
        ("citation_out_of_range", "[1]"),
    ]
    assert unknown("") == []


@pytest.mark.parametrize(
    "text", ["\x00 Zorn \ud800 مرحبا 😀 Blip", "“", "[[[[", "Dr. ", "San", "A. B. C.", "ſ ŉ İ ß"]
)
def test_hostile_text_does_not_raise(text: str) -> None:
    for answer, passage in ((text, "x"), ("Helen Marlow", text), (text, text)):
        examine(answer, text, [Passage(passage)], [(0, len(answer))], language="en")


_WORDS = st.lists(
    st.sampled_from(
        ["Helen", "Marlow", "the", "of", "Zephyr", "Labs", "Dr.", "«", "»", '"', "[2]", "art. 5", "\n", "de"]
    )
)


@given(_WORDS)
def test_what_the_passage_says_word_for_word_is_known(words: list[str]) -> None:
    text = " ".join(words)
    found = find_unknown(text, "", [Passage(text)], [], language="en")
    assert [each.code for each in found] == []


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_gives_places_inside_the_answer(answer: str, passage: str) -> None:
    for each in find_unknown(answer, "", [Passage(passage)], [], language="es"):
        assert answer[each.answer.start : each.answer.end] == each.answer.text
        if each.evidence is not None:
            assert passage[each.evidence.start : each.evidence.end] == each.evidence.text


def test_the_same_twice() -> None:
    answer, passages = "Helen Zorn met Wei Blip at Quixel.", as_passages(["Helen Marlow and Wei Tan"])
    first = examine(answer, "", passages, [(0, 30)], language="en")
    assert first == examine(answer, "", passages, [(0, 30)], language="en")
