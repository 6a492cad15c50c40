from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.calibrate.halves import halves
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.calibrate.scores import Measured
from fidedigno.verify.report import Report, Risk

REPORT = Report("es", Risk.LOW, 0.0, 1.0)
MARKS = st.lists(st.tuples(st.sampled_from(["", "a", "b", "c", "d", "\ud800"]), st.booleans()), max_size=40)


def measured(marks: list[tuple[str, bool]]) -> list[Measured]:
    return [Measured(MarkedAnswer(f"r{n}", bad, question), REPORT) for n, (question, bad) in enumerate(marks)]


@given(MARKS)
def test_every_answer_is_in_one_half_and_a_question_is_never_in_both(marks: list[tuple[str, bool]]) -> None:
    first, other = halves(measured(marks))
    assert sorted([*first, *other]) == list(range(len(marks)))
    asked = [{marks[place][0] for place in half} - {""} for half in (first, other)]
    assert not asked[0] & asked[1]


@given(MARKS, st.randoms())
def test_the_order_of_the_marks_changes_nothing(marks: list[tuple[str, bool]], random) -> None:
    rows = measured(marks)
    mixed = rows[:]
    random.shuffle(mixed)
    one, other = halves(rows), halves(mixed)
    assert {rows[place].row.id for place in one[0]} == {mixed[place].row.id for place in other[0]}


def test_both_halves_have_about_as_many_unfaithful_answers() -> None:
    marks = [(f"q{n}", n % 5 == 0) for n in range(100)]
    for half in halves(measured(marks)):
        assert len(half) == 50
        assert sum(marks[place][1] for place in half) == 10
