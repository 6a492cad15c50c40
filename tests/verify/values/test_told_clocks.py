"""Hours that a claim works out by the clocks that the evidence tells of."""

import pytest

from fidedigno.verify.values.across import weigh_values
from fidedigno.verify.values.told_clocks import clocks_told
from tests.verify.values.reading import statement


def outcome(claim: str, evidence: list[str], language: str) -> tuple[list[str], list[str]]:
    found = weigh_values(statement(claim, language), [statement(text, language) for text in evidence])
    agreed = sorted({claim[start:end] for each in found for start, end in each.agreed})
    return agreed, sorted({claim[each.start : each.end] for one in found for each in one.differences})


@pytest.mark.parametrize(
    ("text", "language", "place", "minutes"),
    [
        ("In winter Oslo is on UTC+1.", "en", "oslo", 60),
        ("Kathmandu: UTC+5:45.", "en", "kathmandu", 345),
        ("Lima is six hours behind Paris, and Paris is UTC+1.", "en", "lima", -300),
        ("Tromsø time is one hour ahead of UTC.", "en", "tromsø", 60),
        ("Hora de Caracas: UTC−4.", "es", "caracas", -240),
        ("En Lisboa son dos horas menos que en Varsovia; Varsovia está en UTC+2.", "es", "lisboa", 0),
        ("Tenerife va una hora por detrás de Madrid; Madrid, UTC+1.", "es", "tenerife", 0),
    ],
)
def test_where_a_place_stands(text: str, language: str, place: str, minutes: int) -> None:
    clocks = clocks_told([statement(text, language)])
    assert clocks is not None
    assert clocks.offsets[place] == minutes


@pytest.mark.parametrize(
    "text", ["The shop opens at nine.", "Two hours later it closes.", "Abre dos horas más los lunes."]
)
def test_most_sentences_tell_of_no_clock(text: str) -> None:
    assert clocks_told([statement(text)]) is None or clocks_told([statement(text)]).offsets.keys() <= {"utc", "gmt"}  # type: ignore[union-attr] # fmt: skip


CALL = ["The call is at 14:00 UTC on 3 March.", "Quito is UTC-5, Jakarta UTC+7."]
CLASE = ["La clase empieza a las 20:00, hora de Bogotá (UTC−5).", "Madrid está en UTC+1."]


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "agreed", "differs"),
    [
        ("In Quito the call is at 9 a.m.", CALL, "en", ["9 a.m."], []),
        ("In Quito the call is at 10 a.m.", CALL, "en", [], ["10 a.m."]),
        ("Jakarta joins the call at 21:00 on 3 March.", CALL, "en", ["21:00", "3 March"], []),
        ("The call is at 14:00 UTC.", CALL, "en", ["14:00 UTC"], []),
        ("En Madrid, la clase empieza a las 2:00.", CLASE, "es", ["2:00"], []),
        ("En Madrid, la clase empieza a las 3:00.", CLASE, "es", [], ["3:00"]),
        ("En Bogotá, la clase empieza a las 20:00.", CLASE, "es", ["20:00"], []),
        (
            "By Oslo clocks the train leaves at 7:30 p.m. when it leaves Minsk.",
            ["The train leaves at 9:30 p.m. Minsk.", "Minsk is two hours ahead of Oslo."],
            "en",
            ["7:30 p.m."],
            [],
        ),
    ],
)
def test_an_hour_on_another_clock(
    claim: str, evidence: list[str], language: str, agreed: list[str], differs: list[str]
) -> None:
    assert outcome(claim, evidence, language) == (agreed, differs)


def test_the_day_by_another_clock() -> None:
    evidence = ["Maintenance is at 01:00 UTC on 9 May.", "Denver is UTC-6."]
    assert outcome("In Denver maintenance is at 19:00 on 8 May.", evidence, "en") == (["19:00", "8 May"], [])
    assert outcome("In Denver maintenance is at 19:00 on 9 May.", evidence, "en") == (["19:00"], ["9 May"])
