"""Parameters as PHP reads them."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.testing.moodle.exceptions import MoodleError
from fidedigno.testing.moodle.parameters import Parameter, read_parameters

WANTED = (
    Parameter("courseid", "int"),
    Parameter("ids", "ints", required=False, default=()),
    Parameter("options", "options", required=False, default={}),
    Parameter("tocheck", "checks", required=False, default=()),
    Parameter("on", "flag", required=False, default=False),
)


def read(query: str) -> dict[str, object]:
    return read_parameters(parse_qsl(query, keep_blank_values=True), WANTED)


def test_brackets_make_lists_and_structures() -> None:
    values = read(
        "courseid=2&ids[0]=4&ids[]=5&options[0][name]=cmid&options[0][value]=7&on=1"
        "&tocheck[0][contextlevel]=module&tocheck[0][id]=1&tocheck[0][since]=0&wstoken=x"
    )
    assert values == {
        "courseid": 2,
        "ids": [4, 5],
        "options": {"cmid": "7"},
        "tocheck": [("module", 1, 0)],
        "on": True,
    }


def test_what_is_absent_has_its_default() -> None:
    assert read("courseid=2")["ids"] == ()


@pytest.mark.parametrize(
    "query",
    [
        "",
        "courseid=abc",
        "courseid=",
        "courseid=1e3",
        "courseid=" + "9" * 40,
        "courseid[0]=2",
        "courseid=2&nosuch=1",
        "courseid=2&ids=4",
        "courseid=2&ids[0]=x",
        "courseid=2&ids[0][a]=4",
        "courseid=2&ids[0]=4&ids[0][a]=4",
        "courseid=2&options[0][name]=cmid",
        "courseid=2&options[0]=cmid",
        "courseid=2&on=perhaps",
        "courseid=2&ids[[0]]=4",
        "courseid=2&a[b][c][d][e]=4",
    ],
)
def test_missing_unknown_and_mistyped_have_one_answer(query: str) -> None:
    with pytest.raises(MoodleError) as caught:
        read(query)
    assert caught.value.errorcode == "invalidparameter"


@given(
    st.lists(st.tuples(st.text(alphabet="idsoptn[]0courseid", max_size=20), st.text(max_size=5)), max_size=8)
)
def test_any_form_is_read_or_refused(pairs: list[tuple[str, str]]) -> None:
    outcome: object
    try:
        outcome = read_parameters(pairs, WANTED)["courseid"]
    except MoodleError as error:
        outcome = error.errorcode
    assert outcome == "invalidparameter" or isinstance(outcome, int)
