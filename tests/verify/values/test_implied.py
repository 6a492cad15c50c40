"""Days that the evidence tells by other days."""

import pytest

from fidedigno.verify.statement import Statement
from fidedigno.verify.values.across import weigh_values
from fidedigno.verify.values.clauses import told
from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import statement


def implied(text: str, language: str = "en", before: str = "") -> list[tuple[str, tuple[int, ...]]]:
    sentence = Statement.of(text, language, before=before)
    return [(value.written, value.parts) for value in told(sentence).values if value.implied]


def outcome(claim: str, evidence: list[str], language: str = "en") -> tuple[list[str], list[tuple[str, str]]]:
    """What is agreed, and the code of each difference with what it should be."""
    sentences = [
        Statement.of(text, language, before=evidence[place - 1] if place else "")
        for place, text in enumerate(evidence)
    ]
    found = weigh_values(statement(claim, language), sentences)
    agreed = sorted({claim[start:end] for each in found for start, end in each.agreed})
    return agreed, [(each.code, each.expected) for one in found for each in one.differences]


@pytest.mark.parametrize(
    ("text", "language", "before", "written", "parts"),
    [
        ("Doors open two days later.", "en", "The fair is on 4 May 2025.", "two days later", (2025, 5, 6)),
        ("The fair is on 4 May; stalls go up the day before.", "en", "", "the day before", (0, 5, 3)),
        ("The hall is cleaned two days after 30 April 2025.", "en", "", "two days after", (2025, 5, 2)),
        ("A week later it was sold.", "en", "He bought it on 28 December 2019.", "A week later", (2020, 1, 4)),
        ("Seven years later it moved.", "en", "It was founded in 1902.", "Seven years later", (1909, 0, 0)),
        ("A month later she left.", "en", "She came on 31 December 2019.", "A month later", (2020, 1, 0)),
        ("The filters are changed the next day.", "en", "The audit is on a Friday.", "the next day", (5,)),
        ("La copia se hace la víspera.", "es", "El traslado es el 1 de marzo de 2025.", "la víspera", (2025, 2, 28)),
        ("Al día siguiente se recoge.", "es", "Se vota el 9 de junio.", "Al día siguiente", (0, 6, 10)),
        ("A los tres días se paga.", "es", "Se firma el 9 de junio.", "A los tres días", (0, 6, 12)),
        ("El 9 de junio se vota; una semana después, se publica.", "es", "", "una semana después", (0, 6, 16)),
        ("Cierra tres días antes del 20 de junio.", "es", "", "tres días antes", (0, 6, 17)),
        ("Once años más tarde ardió.", "es", "Se levantó en 1880.", "Once años más tarde", (1891, 0, 0)),
    ],
)  # fmt: skip
def test_a_day_is_counted_from_the_one_before_it(
    text: str, language: str, before: str, written: str, parts: tuple[int, ...]
) -> None:
    assert implied(text, language, before) == [(written, parts)]


@pytest.mark.parametrize(
    ("text", "language", "before"),
    [
        ("Doors open two days later.", "en", "The fair moved from 4 May to 9 May."),
        ("Doors open two days later.", "en", "The fair is popular."),
        ("Call the day before each match.", "en", "The season begins on 4 May."),
        ("Book the day after the concert.", "en", "The fair is on 4 May."),
        ("Llame la víspera de cada partido.", "es", "La liga empieza el 4 de mayo."),
        ("Reserve dos días antes del concierto.", "es", "La feria es el 4 de mayo."),
        ("Two years later it moved.", "en", "The fair is on 4 May."),
        ("It is due the day after tomorrow.", "en", "The fair is on 4 May."),
        ("It snowed the day after they left.", "en", "The fair is on 4 May."),
        ("It opens one day later.", "en", "It closes on 28 February."),
    ],
)
def test_nothing_is_counted_from_a_day_that_nobody_can_tell(text: str, language: str, before: str) -> None:
    assert implied(text, language, before) == []


def test_the_event_says_which_day_is_meant() -> None:
    before = "Entries close on 2 March and the race is run on 15 March."
    assert implied("Numbers are given out the day before the race.", "en", before) == [
        ("the day before", (0, 3, 14))
    ]


def test_a_duration_stays_beside_the_day() -> None:
    sentence = Statement.of("Doors open two days later.", before="The fair is on 4 May 2025.")
    assert [value.kind for value in told(sentence).values] == [Kind.DURATION, Kind.DATE]


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "agreed", "differs"),
    [
        (
            "The kiln is emptied on 7 October.",
            ["The kiln is fired on 5 October.", "It is emptied two days later."],
            "en",
            ["7 October"],
            [],
        ),
        (
            "The kiln is emptied on 8 October.",
            ["The kiln is fired on 5 October.", "It is emptied two days later."],
            "en",
            [],
            [("date_differs", "7 October")],
        ),
        (
            "La paella del barrio es el domingo.",
            ["La verbena del barrio es el sábado 12 de julio de 2025.", "La paella del barrio es al día siguiente."],
            "es",
            ["domingo"],
            [],
        ),
        (
            "La paella del barrio es el lunes.",
            ["La verbena del barrio es el sábado 12 de julio de 2025.", "La paella del barrio es al día siguiente."],
            "es",
            [],
            [("weekday_differs", "domingo")],
        ),
    ],
)  # fmt: skip
def test_a_claim_that_works_the_day_out(
    claim: str, evidence: list[str], language: str, agreed: list[str], differs: list[tuple[str, str]]
) -> None:
    found, differences = outcome(claim, evidence, language)
    assert found == agreed
    # The day from which it is counted differs too.
    assert set(differs) <= set(differences)
    assert bool(differs) == bool(differences)


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "codes"),
    [
        ("The choir sings on Monday, 12 May.", ["The choir sings on Friday, 12 May."], "en", ["Friday"]),
        ("The choir sings on Friday.", ["The choir sings on 12 September 2025."], "en", []),
        ("The choir sings on Thursday.", ["The choir sings on 12 September 2025."], "en", ["Friday"]),
        ("The choir sings on Thursdays.", ["The choir sings on 12 September 2025."], "en", []),
        ("El coro canta el lunes 12 de mayo.", ["El coro canta el viernes, 12 de mayo."], "es", ["viernes"]),
        ("El coro canta el jueves.", ["El coro canta el 12 de septiembre de 2025."], "es", ["viernes"]),
        ("El coro canta los jueves.", ["El coro canta el 12 de septiembre de 2025."], "es", []),
        ("El coro canta el viernes.", ["El coro canta el 12 de septiembre de 2025."], "es", []),
    ],
)
def test_the_weekday_of_a_day(claim: str, evidence: list[str], language: str, codes: list[str]) -> None:
    assert outcome(claim, evidence, language)[1] == [("weekday_differs", code) for code in codes]


@pytest.mark.parametrize(
    ("claim", "language"),
    [
        ("The list is posted three days after 30 June.", "en"),
        ("The list is posted on 3 July.", "en"),
        ("La lista sale tres días después del 30 de junio.", "es"),
        ("La lista sale el 3 de julio.", "es"),
    ],
)
def test_the_day_from_which_another_is_counted_is_no_rival(claim: str, language: str) -> None:
    evidence = {
        "en": ["Entries close on 30 June.", "Three days after that day the list is posted."],
        "es": ["El plazo acaba el 30 de junio.", "Pasados tres días, sale la lista."],
    }
    assert outcome(claim, evidence[language], language)[1] == []
