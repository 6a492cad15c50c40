import pytest

from fidedigno.consolidate.cues import Cue, offers, wanted_by


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("¿Cuántos días tengo?", Cue.NUMBER),
        ("cuantas entregas hay", Cue.NUMBER),
        ("How much does it cost?", Cue.NUMBER),
        ("¿Cuándo cierra?", Cue.DATE),
        ("In what year did it open?", Cue.DATE),
        ("¿Quién firma?", Cue.PERSON),
        ("Who signs?", Cue.PERSON),
        ("¿Dónde está el aula?", Cue.PLACE),
        ("How do I restart it?", Cue.STEPS),
        ("¿Cómo se instala?", Cue.STEPS),
        ("Explain the policy", None),
    ],
)
def test_the_kind_of_answer_wanted_shows_in_both_languages(question: str, cue: Cue | None) -> None:
    assert wanted_by(question).cue is cue


def test_only_something_that_the_question_did_not_say_is_an_offer() -> None:
    assert offers(Cue.NUMBER, "Costs 120 euros in 2024", "How much in 2024?")
    assert not offers(Cue.NUMBER, "It changed in 2024", "How much in 2024?")
    assert offers(Cue.DATE, "Se entrega el 14 de marzo", "¿Cuándo?")
    assert offers(Cue.PERSON, "It is signed by Ana Pérez", "Who signs?")
    assert not offers(Cue.PERSON, "It is signed by nobody", "Who signs?")
