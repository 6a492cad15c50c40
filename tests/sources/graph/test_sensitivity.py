"""Sensitivity labels come with documents; one that cannot be read is not taken for none."""

import pytest

from fidedigno.sources.graph.sensitivity import LABEL, UNREADABLE, labels_in
from tests.fakes.graph import GraphServer, account_id, refused
from tests.sources.graph.conftest import Make, read

SECRET = "836e34f9-1171-4cae-95fc-9068d19731fb"


def assigned(label: object) -> dict[str, object]:
    return {"sensitivityLabelId": label, "assignmentMethod": "standard", "tenantId": account_id(9)}


@pytest.fixture
def files(server: GraphServer) -> GraphServer:
    for key, name in (("A", "a.docx"), ("B", "b.PDF"), ("C", "c.txt"), ("D", "d.xlsx")):
        server.file(key, name)
    server.labels = {"A": [assigned(SECRET.upper())], "C": [assigned(SECRET)]}
    return server


async def test_each_file_that_can_have_a_label_is_asked_for_it(files: GraphServer, make: Make) -> None:
    files.labels["D"] = refused(423, "locked")
    found = (await read(make(sensitivity_labels=True))).items
    labels = {key: dict(found[key].labels) for key in "ABCD"}
    assert labels == {"A": {LABEL: SECRET}, "B": {}, "C": {}, "D": {LABEL: UNREADABLE}}
    assert files.count("items/C/extractSensitivityLabels") == 0


async def test_without_the_option_nothing_is_asked(files: GraphServer, make: Make) -> None:
    found = (await read(make())).items
    assert [dict(found[key].labels) for key in "ABCD"] == [{}] * 4
    assert files.count("extractSensitivityLabels") == 0


async def test_one_that_was_not_answered_is_asked_for_again_at_the_next_reading(
    files: GraphServer, make: Make
) -> None:
    connector = make(sensitivity_labels=True)
    files.labels["D"] = refused(503, "unavailable")
    first = await read(connector)
    assert first.items["D"].labels == {LABEL: UNREADABLE}
    files.labels["D"] = []
    again = await read(connector, first.cursor)
    assert again.items["D"].labels == {}


@pytest.mark.parametrize(
    ("answer", "labels"),
    [
        ({"labels": []}, {}),
        ({"labels": [assigned("not an id")]}, {LABEL: UNREADABLE}),
        ({"labels": [assigned(None), assigned(SECRET)]}, {LABEL: f"{SECRET}; {UNREADABLE}"}),
        ({"labels": ["text"]}, {LABEL: UNREADABLE}),
        ({"labels": None}, {LABEL: UNREADABLE}),
        ({}, {LABEL: UNREADABLE}),
        ([], {LABEL: UNREADABLE}),
        (None, {LABEL: UNREADABLE}),
    ],
)
def test_what_is_not_understood_is_unreadable(answer: object, labels: dict[str, str]) -> None:
    assert labels_in(answer) == labels
