import pytest

from fidedigno.draft.quotable import quotables, strip_marks


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("- one item here", "one item here"),
        ("> quoted words here", "quoted words here"),
        ("**All of it bold.**", "All of it bold."),
        ("**One** and **two**", "**One** and **two**"),
        ("- [ ] open task", "open task"),
        ("-5 degrees outside", "-5 degrees outside"),
        ("`a` then `b`", "`a` then `b`"),
        ("**", "**"),
    ],
)
def test_marks_are_left_out_only_at_the_ends(text: str, kept: str) -> None:
    start, end = strip_marks(text, 0, len(text))
    assert text[start:end] == kept


def test_a_long_list_is_quoted_by_item_after_its_lead_in() -> None:
    items = "".join(f"- item number {n} has a rather long explanation of what it is\n" for n in range(20))
    text = f"The items are:\n\n{items}"
    found = quotables(text)
    assert len(found) == 20
    assert all(each.lead is not None and text[slice(*each.lead)] == "The items are:" for each in found)
    assert text[found[0].start : found[0].end].startswith("item number 0")


def test_a_lead_in_alone_and_an_image_are_no_claims() -> None:
    assert quotables("The steps are these:\n\n![the diagram of steps](steps.png)\n") == []


def test_each_log_line_is_a_claim() -> None:
    log = "2026-01-01 10:00:00 ERROR db: HikariPool-1 timed out\n2026-01-01 10:00:01 INFO db: retry now\n"
    assert [log[q.start : q.end] for q in quotables(log)] == log.splitlines()
