import pytest

from fidedigno.ingest.parse import log
from fidedigno.ingest.parse.log import LogParser, looks_like_log


@pytest.mark.parametrize(
    "stamp",
    [
        "2015-07-29 17:41:44,747 - INFO",
        "17/06/09 20:10:40 INFO",
        '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /"',
        "Dec 10 06:55:46 LabSZ sshd[24200]:",
        "081109 203615 148 INFO",
        "[2024-01-02T03:04:05Z]",
    ],
)
def test_lines_with_a_time_stamp_near_their_beginning_are_a_log(stamp: str) -> None:
    assert looks_like_log(f"{stamp} one\n\n{stamp} two\n  at some.place\n{stamp} three\n")
    assert not looks_like_log(f"{stamp} one\n{stamp} two\n"), "two lines are too few to tell"
    assert not looks_like_log(f"{stamp} one\n" + "prose goes on\n" * 5)


def test_prose_with_a_date_is_none() -> None:
    assert not looks_like_log("El plazo acaba el 2026-01-31.\n" * 5)


def test_blocks_are_whole_lines_and_long_logs_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "BLOCK_CHARACTERS", 20)
    text = "\n\n".join(f"line number {n}" for n in range(9)) + "\n"
    parsed = LogParser().parse(text.encode(), name="x/a.log")
    shown = [parsed.text[each.start : each.end] for each in parsed.blocks]
    assert len(shown) > 1
    assert "\n".join(shown).split() == text.split()
    assert all(each.startswith("line") and each[-1].isdigit() for each in shown)
    assert parsed.title == "a.log"
