import pytest

from fidedigno.consolidate.cue_words import (
    CueAt,
    change_before,
    compile_cues,
    find_cues,
    find_weak_cues,
    rival_events,
    without_covered,
)
from fidedigno.consolidate.passages import words_in

CUES = compile_cues({"es": ("entrega", "fecha límite", "fuera de plazo", "hasta"), "en": ("due", "hand in")})


def found(text: str) -> list[str]:
    return [text[cue.start : cue.end] for cue in find_cues(CUES, words_in(text))]


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("Se entregará mañana", ["entregará"]),
        ("Las ENTREGAS", ["ENTREGAS"]),
        ("La fecha límite", ["fecha límite"]),
        ("La fecha de límite", ["fecha de límite"]),
        ("La fecha y el límite", ["fecha y el límite"]),
        ("La fecha", []),
        ("fuera del plazo", ["fuera del plazo"]),
        ("It is due", ["due"]),
        ("nada", []),
    ],
)
def test_cues_are_found_by_their_stems(text: str, cues: list[str]) -> None:
    assert found(text) == cues


def test_a_cue_of_function_words_is_weak_and_found_as_written() -> None:
    words = words_in("Hasta el lunes")
    assert find_cues(CUES, words) == ()
    assert find_weak_cues(CUES, words) == (CueAt(0, 5),)


def test_a_fact_without_cues_has_none() -> None:
    assert not compile_cues({"es": (), "en": ()}).any
    assert not compile_cues({}).any
    assert CUES.any


def test_a_cue_inside_a_longer_one_gives_way() -> None:
    assert without_covered([CueAt(8, 13), CueAt(20, 25)], [CueAt(0, 13), CueAt(20, 25)]) == (CueAt(20, 25),)


def test_the_words_of_rival_events_are_read_in_both_languages() -> None:
    assert find_cues(rival_events(), words_in("se publica", language="es"))
    assert find_cues(rival_events(), words_in("it is published", language="en"))


def test_a_modifier_takes_the_noun_behind_it() -> None:
    late = compile_cues({"en": ("late",)})
    text = "late submissions, of late"
    assert [text[c.start : c.end] for c in find_cues(late, words_in(text, language="en"))] == [
        "late submissions",
        "late",
    ]


def test_a_word_of_a_change_is_no_cue_and_is_found_before_a_place() -> None:
    delay = compile_cues({"es": ("retraso",)})
    text = "Con retraso se retrasa al 12"
    words = words_in(text, language="es")
    assert find_cues(delay, words) == (CueAt(4, 11),)
    assert change_before(words, text.index("12")) == text.index("retrasa al")
    assert change_before(words, 3) is None
