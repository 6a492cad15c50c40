"""What an answer invents is taken out with its sentence, and the reader is told."""

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.heal import ChangeKind, Strategy
from fidedigno.verify.heal.draft import Draft
from fidedigno.verify.heal.layout import read_layout
from fidedigno.verify.heal.scrub import read_pronouns, scrubbed
from fidedigno.verify.heal.standing import Standing
from fidedigno.verify.heal.wording import say
from fidedigno.verify.report import Check, Finding, Span
from tests.verify.heal.inspector import healed

COURSE = "El curso empieza el lunes. El aula abre a las 9."


def scrub(answer: str, *names: str, code: str = "unknown_person") -> str:
    findings = []
    for name in names:
        start = answer.index(name)
        findings.append(Finding(Check.ENTITIES, code, Span(start, start + len(name), name)))
    standing = Standing((), tuple(findings), (), (), 1.0, True)
    return scrubbed(Draft(read_layout(answer)), standing).text()


@pytest.mark.parametrize("title", ["Dr.", "Dra."])
def test_a_doctor_is_taken_out_with_the_whole_sentence(title: str) -> None:
    answer = f"El curso empieza el lunes. Lo imparte el {title} James Harrison. El aula abre a las 9."
    healing, _ = healed("¿Cuándo?", [COURSE], answer)
    assert healing.strategy is Strategy.ENTITY_SCRUB
    assert healing.changed
    note = say("note.names", "es")
    assert healing.answer == f"El curso empieza el lunes. El aula abre a las 9.\n\n{note}"
    assert note in healing.note


def test_the_note_is_in_the_answers_language() -> None:
    course = "The course starts on Monday. The room opens at 9."
    answer = "The course starts on Monday. Dr. James Harrison wrote it (arXiv:2204.09876)."
    healing, _ = healed("When?", [course], answer, "en")
    assert healing.answer == f"The course starts on Monday.\n\n{say('note.names', 'en')}"


def test_an_item_goes_and_the_rest_is_numbered_again() -> None:
    answer = "Datos:\n\n1. El curso empieza el lunes.\n2. Lo da la Dra. Ana Gil.\n3. El aula abre a las 9.\n"
    healing, _ = healed("¿Cuándo?", [COURSE], answer)
    body = "Datos:\n\n1. El curso empieza el lunes.\n2. El aula abre a las 9.\n"
    assert healing.answer == f"{body}\n{say('note.names', 'es')}"
    assert [each.kind for each in healing.changes] == [ChangeKind.REMOVED, ChangeKind.LAYOUT, ChangeKind.NOTE]


def test_where_everything_would_go_it_declines() -> None:
    healing, _ = healed("¿Cuándo?", [COURSE], "El curso empieza el lunes con la Dra. Ana Gil.")
    assert healing.answer
    assert healing.strategy in {Strategy.SAFE_DECLINE, Strategy.GROUNDING_REWRITE}


@pytest.mark.parametrize(
    ("language", "answer", "left"),
    [
        ("es", "Uno. Lo dijo Ana Gil. Ella vive en Lugo. Dos.", "Uno. Dos."),
        ("es", "Uno. Lo dijo Ana Gil. Él vive en Lugo. Sus libros son dos. Dos.", "Uno. Dos."),
        ("es", "Uno. Lo dijo Ana Gil. El aula abre.", "Uno. El aula abre."),
        ("en", "One. Ana Gil said so. She lives in Lugo. Two.", "One. Two."),
        ("en", "One. Ana Gil said so. Hershey is sweet.", "One. Hershey is sweet."),
        ("en", "One. Ana Gil said so.\n\nThey open at 9.", "One.\n\nThey open at 9."),
    ],
)
def test_what_only_goes_on_about_somebody_goes_too(language: str, answer: str, left: str) -> None:
    assert scrub(answer, "Ana Gil") == left


def test_after_a_thing_nothing_more_goes() -> None:
    assert (
        scrub("Uno. Usa Zeta9. Su uso es libre.", "Zeta9", code="unknown_product") == "Uno. Su uso es libre."
    )


def test_a_citation_of_no_source_goes_alone() -> None:
    healing, _ = healed("¿Cuándo?", [COURSE], "El curso empieza el lunes [7]. El aula abre a las 9 [1].")
    assert healing.answer.startswith("El curso empieza el lunes. El aula abre a las 9 [1].")
    assert healing.strategy is Strategy.ENTITY_SCRUB


def test_a_name_inside_code_takes_the_block_along() -> None:
    assert scrub("Uno.\n\n```\nimport zeta9\nzeta9.run()\n```\n\nDos.", "zeta9") == "Uno.\n\nDos."


@pytest.mark.parametrize(
    "data", [None, {}, {"pronouns": {"es": ["ella"]}}, {"pronouns": {"es": [], "en": ["x"]}}]
)
def test_incomplete_words_are_refused(data: object) -> None:
    with pytest.raises(ConfigurationError):
        read_pronouns(data)


def test_a_name_is_taken_out_wherever_it_stands_though_it_was_found_once() -> None:
    answer = "Uno. Lo dijo Ana Gil.\n\nDos. Otra vez Ana Gil.\n\n```\nprint('Ana Gil')\n```\n\nAna Gilabert no es ella."
    assert scrub(answer, "Ana Gil") == "Uno.\n\nDos.\n\nAna Gilabert no es ella."


def test_a_short_name_is_taken_out_where_it_was_found_alone() -> None:
    assert scrub("Uno. Usa el IBN. El IBN vale.", "IBN", code="unknown_identifier") == "Uno. El IBN vale."
