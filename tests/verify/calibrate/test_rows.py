import json
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.calibrate.rows import MarkedAnswer, read_rows
from fidedigno.verify.passage import Passage
from tests.fakes.verifier import FakeVerifier

GOOD = {"question": "q", "context": ["c"], "answer": "an answer", "label": 0}
REPORT = FakeVerifier().inspect("q", ["It is 14."], "It is 30.").to_dict(text=False)


def read(tmp_path: Path, *rows: object) -> tuple[MarkedAnswer, ...]:
    path = tmp_path / "marks.jsonl"
    lines = [each if isinstance(each, str) else json.dumps(each) for each in rows]
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_rows(path)


def test_a_row_is_a_question_its_passages_an_answer_and_a_mark(tmp_path: Path) -> None:
    (one, other) = read(
        tmp_path,
        {**GOOD, "lang": "es", "id": 7, "anything": "else"},
        "",
        {
            "passages": [{"text": "c", "id": "p"}],
            "answer": "an answer",
            "spans": [[0, 2], {"start": 3, "end": 9}],
        },
    )
    assert one == MarkedAnswer("7", False, "q", (Passage("c", "1", "es"),), "an answer", "es")
    assert other.unfaithful
    assert (other.id, other.spans, other.passages) == ("line 3", ((0, 2), (3, 9)), (Passage("c", "p"),))


def test_a_report_can_be_marked_without_any_text(tmp_path: Path) -> None:
    (row,) = read(tmp_path, {"report": REPORT, "label": True, "answer_id": "x"})
    assert row.unfaithful
    assert row.report is not None
    assert row.report.to_dict(text=False) == REPORT


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("{", "not valid JSON"),
        ("[" * 5_000, "not valid JSON"),
        ("[]", "not a JSON object"),
        ({**GOOD, "label": None}, "no label"),
        ({**GOOD, "label": 2}, "neither 0 nor 1"),
        ({**GOOD, "label": "1"}, "neither 0 nor 1"),
        ({**GOOD, "label": [1]}, "neither 0 nor 1"),
        ({**GOOD, "answer": None}, "no answer"),
        ({**GOOD, "answer": 3}, "answer is no text"),
        ({**GOOD, "question": 3}, "question is no text"),
        ({**GOOD, "context": None}, "no context"),
        ({**GOOD, "context": "c"}, "context is no list"),
        ({**GOOD, "context": ["c", 3]}, "passage 2 has no text"),
        ({**GOOD, "spans": [[0, 3]]}, "a faithful answer with"),
        ({**GOOD, "label": 1, "spans": [[0, 30]]}, "not within the answer"),
        ({**GOOD, "label": 1, "spans": [[3, 3]]}, "not within the answer"),
        ({**GOOD, "label": 1, "spans": [[True, 3]]}, "no pair"),
        ({**GOOD, "label": 1, "spans": 4}, "no list"),
        ({"report": {**REPORT, "risk": "awful"}, "label": 1}, "another form"),
        ({"report": {"language": "es"}, "label": 1}, "has no 'risk'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, row: object, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says) as raised:
        read(tmp_path, GOOD, "", row)
    assert "marks.jsonl, line 3: " in raised.value.message


def test_an_id_is_given_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="that of line 1"):
        read(tmp_path, {**GOOD, "id": "a"}, {**GOOD, "id": "a"})


def test_a_file_that_cannot_be_read_or_is_empty_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_rows(tmp_path / "none.jsonl")
    with pytest.raises(ConfigurationError, match="no marked answer"):
        read(tmp_path, "", "")
    (tmp_path / "b.jsonl").write_bytes(b'{"answer": "\xff"}')
    with pytest.raises(ConfigurationError, match="line 1: not UTF-8"):
        read_rows(tmp_path / "b.jsonl")


def test_a_byte_order_mark_and_a_lone_surrogate_are_read(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({**GOOD, "answer": "a \ud800"}).encode())
    assert read_rows(path)[0].answer == "a \ud800"
