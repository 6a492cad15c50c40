"""Exports: everything of a time and nothing more, with a proof that any change breaks."""

import copy
import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.trace.chain import Reason
from fidedigno.trace.event import Action
from fidedigno.trace.export import CSV_COLUMNS, Period, check_export, csv_row, export_lines
from fidedigno.trace.record import FilterTrace
from fidedigno.trace.tables import TraceRow
from tests.trace.audited import Audited
from tests.trace.made import NOW, trace

DAY = timedelta(days=1)


@pytest.fixture
def full(audited: Audited) -> Audited:
    """Three days of one answer each, with an event and a deleted record on the second."""
    key = audited.keys.current()
    for day in range(3):
        audited.clock.now = NOW + day * DAY
        made = replace(
            trace("ana", f"a{day}", at=audited.clock.now), key=key.id, user=key.user("default", "ana")
        )
        audited.store.keep(replace(made, filter=FilterTrace(3, 9), errors=("FID500",)))
        if day == 1:
            audited.store.keep(replace(made, answer_id="gone"))
            audited.auditing.trail.note(Action.DIRECTORY_LOADED)
    audited.ledger.remove(Reason.WITHDRAWN, TraceRow.answer_id == "gone")
    return audited


def lines(audited: Audited, since: Any = NOW, until: Any = NOW + 9 * DAY) -> list[dict[str, Any]]:
    return list(export_lines(audited.house.database, audited.ledger.chain, "default", Period(since, until)))


def check(audited: Audited, exported: list[dict[str, Any]]) -> list[str]:
    text = [json.dumps(each) for each in exported]
    return [each.fault.value for each in check_export(text, audited.ledger.chain, "default").findings]


def test_an_export_holds_the_records_of_its_time_and_the_proof(full: Audited) -> None:
    heading, *places = lines(full, NOW + DAY, NOW + 2 * DAY)
    assert (heading["first"], heading["last"]) == (2, 4)
    assert places[0]["id"] == "a1"
    assert "deleted" in places[1]
    assert "record" not in places[1]
    assert places[2]["record"]["action"] == "directory_loaded"
    assert check(full, [heading, *places]) == []
    found = check_export(map(json.dumps, [heading, *places]), full.ledger.chain, "default")
    assert (found.records, found.deleted) == (2, 1)


def test_what_is_not_of_its_time_or_tenant_is_left_out_but_not_its_place(full: Audited) -> None:
    late = replace(trace("ana", "late", at=NOW + DAY), key=full.keys.current().id)
    full.store.keep(late)
    full.store.keep(replace(late, answer_id="later"))
    full.store.keep(replace(late, answer_id="x1", tenant="elsewhere"))
    full.store.keep(replace(late, answer_id="last"))
    exported = lines(full, NOW + DAY, NOW + 2 * DAY)
    assert [each["id"] for each in exported[1:] if "id" in each and each["kind"] == "answer"] == [
        "a1", "late", "later", "last"
    ]  # fmt: skip
    assert sum("left_out" in each for each in exported) == 2
    assert check(full, exported) == []


def test_a_time_without_records_is_an_empty_export(full: Audited) -> None:
    exported = lines(full, NOW - 9 * DAY, NOW - 8 * DAY)
    assert len(exported) == 1
    assert check(full, exported) == []


@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_change_of_an_export_is_found(full: Audited, data: st.DataObject) -> None:
    exported = lines(full)
    changed = copy.deepcopy(exported)
    kind = data.draw(st.sampled_from(["value", "delete", "double", "swap"]))
    at = data.draw(st.integers(1, len(changed) - 1))
    if kind == "delete":
        del changed[at]
    elif kind == "double":
        changed.insert(at, changed[at])
    elif kind == "swap":
        other = data.draw(st.integers(1, len(changed) - 1).filter(lambda each: each != at))
        changed[at], changed[other] = changed[other], changed[at]
    else:
        name = data.draw(st.sampled_from(sorted(changed[at])))
        alter(changed[at], name)
    assert check(full, changed) != [], (kind, at)


def alter(line: dict[str, Any], name: str) -> None:
    value = line[name]
    if isinstance(value, int):
        line[name] = value + 1
    elif isinstance(value, str):
        line[name] = "2026-01-01T00:00:00+00:00" if name == "at" else value + "0"
    elif isinstance(value, list):
        line[name] = [*value, 77] if name == "documents" else [*value, "77"]
    else:
        line[name] = value | {"refusal": "changed"}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: [],
        lambda text: ["{}"],
        lambda text: ["[" * 100_000],
        lambda text: ['{"format": "other"}'],
        lambda text: [text[0].replace('"version": 1', '"version": 9'), *text[1:]],
        lambda text: [text[0], "nonsense"],
        lambda text: [text[0], '{"sequence": null}'],
    ],
)  # fmt: skip
def test_what_is_no_export_is_refused(full: Audited, spoil: Callable[[list[str]], list[str]]) -> None:
    text = [json.dumps(each) for each in lines(full)]
    with pytest.raises(ConfigurationError, match="no export"):
        check_export(spoil(text), full.ledger.chain, "default")


def test_a_heading_with_a_forged_head_is_found(full: Audited) -> None:
    heading, *places = lines(full)
    heading["head"] = heading["head"][:-1] + ("0" if heading["head"][-1] != "0" else "1")
    assert check(full, [heading, *places]) == ["other_head"]


def test_a_line_of_csv_has_every_column(full: Audited) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(CSV_COLUMNS)
    writer.writerows(csv_row(each) for each in lines(full)[1:])
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [row["kind"] for row in rows] == ["answer", "answer", "", "event", "answer"]
    assert rows[0]["what"] == "answer_limited"
    assert rows[0]["errors"] == "FID500 timed_out"
    assert (rows[0]["corpora_open"], rows[0]["classes_open"]) == ("3", "9")
    assert rows[2]["deleted"] == "withdrawn"
    assert rows[3]["what"] == "directory_loaded"
