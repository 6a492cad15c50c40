import pytest

from fidedigno.verify.entities.check import examine
from fidedigno.verify.entities.contents import entries_in
from fidedigno.verify.passage import Passage


def codes(language: str, evidence: str, answer: str) -> list[tuple[str, str]]:
    examined = examine(answer, "", [Passage(evidence, language=language)], language=language)
    return [(each.code, each.expected) for each in examined.findings]


def test_a_table_has_at_least_two_numbers_with_titles() -> None:
    assert set(entries_in("Contents: 5.1 Filling, 5.2 Descaling.")) == {"5.1", "5.2"}
    assert set(entries_in("3.1 Alta\n3.2 Baja")) == {"3.1", "3.2"}
    assert not entries_in("It holds 1.5 Litres.")
    assert not entries_in("Mix 1.5 kg, 2.5 kg and 3.5 kg.")


@pytest.mark.parametrize(
    ("language", "evidence", "right", "wrong", "expected"),
    [
        (
            "en",
            "Contents: 5.1 Filling the tank, 5.2 Descaling, 5.3 Storage.",
            "Descaling is covered in section 5.2.",
            "Descaling is covered in section 5.3.",
            "5.2",
        ),
        (
            "es",
            "Índice: 2.1 Inscripción; 2.2 Becas; 2.3 Calendario.",
            "De las becas trata el apartado 2.2.",
            "De las becas trata el apartado 2.1.",
            "2.2",
        ),
    ],
)
def test_a_number_goes_with_its_own_title(
    language: str, evidence: str, right: str, wrong: str, expected: str
) -> None:
    assert not codes(language, evidence, right)
    assert ("attribute_differs", expected) in codes(language, evidence, wrong)
