import pytest

from fidedigno.verify.polarity.reading import read
from fidedigno.verify.polarity.roles import differing_roles
from fidedigno.verify.polarity.subjects import is_stressed, nearest, subject_of
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import found_by, surest_of


@pytest.mark.parametrize(
    ("language", "text", "verb", "subject"),
    [
        ("en", "Brightwater, a maker of pumps, sued Korven.", "sued", ["brightwater"]),
        ("en", "It was Dana who hired Piet.", "hired", ["dana"]),
        ("en", "In March the choir hired Piet.", "hired", ["choir"]),
        ("en", "The fox that the warden photographed ran.", "photographed", ["warden"]),
        ("en", "The firm that built the bridge bought Rueda.", "bought", ["firm"]),
        ("es", "Fue Arce quien contrató a Belmonte.", "contrato", ["arce"]),
        ("es", "Greta, la más joven, adelantó a Inés.", "adelanto", ["greta"]),
    ],
)
def test_subjects_that_are_set_off(language: str, text: str, verb: str, subject: list[str]) -> None:
    reading = read(Statement.of(text, language))
    token = next(t for t in reading.tokens if t.text == verb)
    left = [t for t in reading.clause_of(token) if t.place < token.place]
    assert [t.text for t in subject_of(reading, token, left)] == subject


def test_days_and_months_are_no_parties() -> None:
    reading = read(Statement.of("the landlord pays each January", "en"))
    assert [t.text for t in nearest(reading.tokens[:2])] == ["landlord"]
    assert [t.text for t in nearest(reversed(reading.tokens))] == ["pays", "landlord"]


def test_only_what_be_sets_apart_is_stressed() -> None:
    stressed = read(Statement.of("It was Dana who hired Piet.", "en"))
    plain = read(Statement.of("We met Dana, who hired Piet.", "en"))
    for reading, told in ((stressed, True), (plain, False)):
        verb = next(t for t in reading.tokens if t.text == "hired")
        dana = [t for t in reading.tokens if t.text == "dana"]
        assert is_stressed(reading, verb, dana) is told


@pytest.mark.parametrize(
    ("language", "evidence", "faithful", "changed"),
    [
        (
            "en",
            "Dana hired Piet for the fair.",
            "The one who hired Piet for the fair was Dana.",
            "The one who hired Dana for the fair was Piet.",
        ),
        (
            "en",
            "The choir was conducted by Ms Bell and accompanied by Mr Rowe.",
            "It was Ms Bell who conducted the choir.",
            "It was Mr Rowe who conducted the choir.",
        ),
        (
            "es",
            "La secretaria avisó al concejal.",
            "Fue la secretaria quien avisó al concejal.",
            "Fue el concejal quien avisó a la secretaria.",
        ),
        (
            "es",
            "La secretaria avisó al concejal.",
            "Quien avisó al concejal fue la secretaria.",
            "Quien avisó a la secretaria fue el concejal.",
        ),
    ],
)
def test_stressed_parties_are_compared(language: str, evidence: str, faithful: str, changed: str) -> None:
    assert surest_of(differing_roles, changed, evidence, language) >= 0.5
    assert not found_by(differing_roles, faithful, evidence, language)
