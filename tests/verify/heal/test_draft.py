"""A draft is the original with edits and removals, removals first."""

from fidedigno.verify.heal.changes import Change, ChangeKind
from fidedigno.verify.heal.draft import Draft, Reason
from fidedigno.verify.heal.layout import read_layout

ANSWER = "Cuesta 10 €. Dura 3 días."


def edit(part: str, text: str) -> Change:
    start = ANSWER.index(part)
    return Change(ChangeKind.REPLACED, start, start + len(part), part, text, "number_differs")


def test_edits_and_removals_are_made_together() -> None:
    draft = Draft(read_layout(ANSWER), (edit("10", "12"),)).without({1: Reason("unsupported")})
    assert draft.text() == "Cuesta 12 €."
    assert [each.kind for each in draft.changes()] == [ChangeKind.REPLACED, ChangeKind.REMOVED]


def test_an_edit_of_what_is_taken_out_is_not_made() -> None:
    draft = Draft(read_layout(ANSWER), (edit("3", "4"),)).without({1: Reason("unsupported")})
    assert draft.text() == "Cuesta 10 €."


def test_a_later_edit_goes_before_an_earlier_one() -> None:
    draft = Draft(read_layout(ANSWER), (edit("10", "12"),)).edited([edit("Cuesta 10 €.", "Es gratis.")])
    assert draft.text() == "Es gratis. Dura 3 días."


def test_the_first_reason_stays() -> None:
    draft = Draft(read_layout(ANSWER)).without({1: Reason("a")}).without({1: Reason("b")})
    assert draft.changes()[0].reason == "a"


def test_it_knows_when_nothing_is_left() -> None:
    draft = Draft(read_layout(ANSWER))
    assert draft.says_something
    assert not draft.without({0: Reason("a"), 1: Reason("a")}).says_something
