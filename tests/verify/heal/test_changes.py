"""The healed text follows from the original and the changes, and the other way round."""

import itertools
import json

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.heal.changes import Change, ChangeKind, Trace, applied, restored, settled
from fidedigno.verify.report import EvidenceSpan


def change(answer: str, start: int, end: int, text: str, kind: ChangeKind = ChangeKind.REPLACED) -> Change:
    return Change(kind, start, end, answer[start:end], text, "number_differs")


@st.composite
def changed_texts(draw: st.DrawFn) -> tuple[str, tuple[Change, ...]]:
    answer = draw(st.text(max_size=40))
    places = draw(
        st.lists(st.tuples(st.integers(0, len(answer)), st.integers(0, len(answer)), st.text(max_size=5)))
    )
    wanted = [change(answer, min(a, b), max(a, b), text) for a, b, text in places]
    return answer, settled(wanted)


@given(changed_texts())
def test_the_original_comes_back_from_the_healed_text(case: tuple[str, tuple[Change, ...]]) -> None:
    answer, changes = case
    assert restored(applied(answer, changes), changes) == answer


@given(changed_texts())
def test_changes_are_in_order_and_never_overlap(case: tuple[str, tuple[Change, ...]]) -> None:
    _, changes = case
    assert all(one.start <= one.end <= other.start for one, other in itertools.pairwise(changes))


@given(changed_texts(), st.data())
def test_a_place_that_was_kept_is_traced_to_the_same_letters(
    case: tuple[str, tuple[Change, ...]], data: st.DataObject
) -> None:
    answer, changes = case
    healed = applied(answer, changes)
    if not healed:
        return
    start = data.draw(st.integers(0, len(healed) - 1))
    begin, stop = Trace(changes).origin(start, start + 1)
    assert 0 <= begin <= stop <= len(answer)
    kept = not any(each.start <= begin < max(each.end, each.start + 1) for each in changes)
    if kept and stop == begin + 1:
        assert answer[begin:stop] == healed[start]


def test_a_place_that_was_written_over_is_traced_to_all_of_what_stood_there() -> None:
    answer = "Cuesta 10 $ al mes."
    changes = (change(answer, 7, 11, "120 $"),)
    assert Trace(changes).origin(8, 9) == (7, 11)
    assert Trace(changes).origin(0, 6) == (0, 6)
    assert Trace(changes).origin(13, 15) == (12, 14)
    assert Trace(changes).origin(5, 15) == (5, 14)


def test_of_two_that_overlap_the_first_wanted_is_made() -> None:
    answer = "abcdef"
    first, second, third = change(answer, 2, 4, "X"), change(answer, 0, 3, "Y"), change(answer, 4, 5, "Z")
    assert settled([first, second, third]) == (first, third)


def test_a_change_that_changes_nothing_is_none() -> None:
    assert settled([change("abc", 0, 1, "a")]) == ()


def test_a_change_is_json_and_without_text_fit_for_a_log() -> None:
    one = Change(ChangeKind.REPLACED, 0, 2, "30", "14", "number_differs", EvidenceSpan(0, 5, 12, "14 days"))
    assert json.loads(json.dumps(one.to_dict()))["evidence"]["text"] == "14 days"
    bare = json.dumps(one.to_dict(text=False))
    assert "14" not in bare.replace('"start"', "")
    assert "days" not in bare
