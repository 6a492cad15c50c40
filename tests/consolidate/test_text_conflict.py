import zlib
from dataclasses import replace
from datetime import datetime

import pytest

from fidedigno.consolidate.said import Said
from fidedigno.consolidate.text_conflict import texts_differ
from fidedigno.model import ConflictKind, FactKind, Statement
from tests.fakes.cards import card
from tests.fakes.packs import MADRID


def said(text: str, language: str) -> Said:
    one = card(
        document_id=zlib.crc32(text.encode()),
        content=text,
        language=language,
        timezone="Europe/Madrid",
        updated_at=datetime(2026, 9, 1, tzinfo=MADRID),
    )
    return Said(one, Statement("rule", FactKind.TEXT, "", text, one.id, 0, len(text)), 0, 0)


@pytest.mark.parametrize(
    ("language", "one", "other", "expected"),
    [
        ("es", "No se admiten entregas fuera de plazo.", "Se admiten entregas fuera de plazo.", ConflictKind.NEGATION),
        ("en", "Late work will not be accepted.", "Late work will be accepted.", ConflictKind.NEGATION),
        ("en", "Late work won't be accepted.", "Late work is accepted with a form.", ConflictKind.NEGATION),
        ("es", "Se entrega sin penalización.", "Se entrega con penalización.", ConflictKind.NEGATION),
        ("es", "El retraso se penaliza con un 10 %.", "El retraso se penaliza con un 20 %.", ConflictKind.AMOUNT),
        ("es", "La matrícula se cierra el 12 de octubre.", "La matrícula se cierra el 19 de octubre.",
         ConflictKind.INSTANT),
        ("es", "No se admiten entregas tarde.", "No se admiten las entregas tarde.", None),
        ("es", "El retraso se penaliza con 2 días.", "El retraso se penaliza con 48 horas.", None),
        ("es", "La práctica 1 vale 3 puntos.", "La práctica 2 vale 4 puntos.", None),
        ("es", "No hay clase el martes festivo.", "La nota media se publica en junio.", None),
        ("es", "El examen no permite apuntes.", "La tutoría permite cita previa.", None),
    ],
)  # fmt: skip
def test_two_sentences_contradict_each_other_or_do_not(
    language: str, one: str, other: str, expected: ConflictKind | None
) -> None:
    assert texts_differ(said(one, language), said(other, language), "Europe/Madrid") is expected
    assert texts_differ(said(other, language), said(one, language), "Europe/Madrid") is expected


def test_sentences_of_one_document_are_never_set_against_each_other() -> None:
    admitted, refused = said("Se admiten entregas tarde.", "es"), said("No se admiten entregas tarde.", "es")
    assert texts_differ(admitted, refused, "Europe/Madrid") is ConflictKind.NEGATION
    same = refused._replace(card=replace(refused.card, document_id=admitted.card.document_id))
    assert texts_differ(admitted, same, "Europe/Madrid") is None


def test_sentences_in_two_languages_are_not_compared() -> None:
    spanish, english = said("No se admite.", "es"), said("It is accepted.", "en")
    assert texts_differ(spanish, english, "Europe/Madrid") is None
