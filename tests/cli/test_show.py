"""How results look: everything that matters is there, and nothing of a document acts on the terminal."""

import io
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from rich.console import Console

from fidedigno.cli import show
from fidedigno.gather import Candidate
from fidedigno.ingest.report import IngestReport, Problem
from fidedigno.model import Answer, Claim, Decision, Quality
from tests.fakes.cards import card

HOSTILE = "azul\x1b[31m\x07 \u202e[red]roja[/red] [link=http://x]y[/link]"


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    screen = io.StringIO()
    monkeypatch.setattr(show, "console", Console(file=screen, width=160, highlight=False))
    return screen


def safe(text: str) -> bool:
    return not set(text) & {"\x1b", "\x07", "\u202e"}


def test_claims_carry_the_numbers_of_their_citations(screen: io.StringIO) -> None:
    claims = (Claim("Uno.", ("2",)), Claim(HOSTILE, ("1", "2")))
    cards = (card(1, title=HOSTILE), card(2, title="Normas"))
    now = datetime(2026, 3, 1, tzinfo=UTC)
    show.show_answer(Answer("a", Decision.ANSWER, claims, cards, "", "es", now))
    printed = screen.getvalue()
    assert "Uno. [2]" in printed
    assert "[1][2]" in printed
    assert "[2] Normas" in printed
    assert "[red]roja[/red]" in printed
    assert safe(printed)


def test_what_the_check_left_out_is_told(screen: io.StringIO) -> None:
    quality = Quality(0.9, "healed_accept", "critical", ("contradiction",), 2)
    now = datetime(2026, 3, 1, tzinfo=UTC)
    answer = Answer("a", Decision.ANSWER_LIMITED, (Claim("Uno.", ("1",)),), (card(1),), "", "en", now)
    show.show_answer(answer)
    assert "left out" not in screen.getvalue()
    show.show_answer(replace(answer, quality=quality))
    assert "left out 2 statements" in screen.getvalue()


def test_a_candidate_shows_its_ranks_and_a_dash_where_a_ranker_did_not_find_it(screen: io.StringIO) -> None:
    found = Candidate(
        replace(card(), content=HOSTILE + " x" * 300, title=HOSTILE), 1, {"words": 4}, fused_score=1 / 64
    )
    show.show_candidates([found])
    printed = screen.getvalue()
    assert "15.6" in printed
    assert "–" in printed
    assert "…" in printed
    assert "[red]roja[/red]" in printed
    assert safe(printed)
    assert "pages" not in printed
    show.show_candidates([replace(found, ranks={"words": 1, "pages": 4})])
    assert "pages" in screen.getvalue()
    show.show_candidates([])
    assert "nothing found" in screen.getvalue()


def test_a_report_lists_problems_up_to_a_limit_and_says_how_many_more(screen: io.StringIO) -> None:
    reason = "no [bold]list[/bold]"
    problems = [Problem(f"docs/{HOSTILE}-{n}.md", "refused", "FID400", reason, "declare") for n in range(25)]
    show.show_report(IngestReport(read=25, problems=problems, notices=["look [here]"]))
    printed = screen.getvalue()
    assert "read 25" in printed
    assert "refused 25" in printed
    assert "relabelled" not in printed
    assert "no [bold]list[/bold]" in printed
    assert "look [here]" in printed
    assert "5 more" in printed
    assert safe(printed)


def test_pages_are_told_where_there_are_some(screen: io.StringIO) -> None:
    show.show_report(IngestReport(read=1, chunks=3))
    assert "pages" not in screen.getvalue()
    show.show_report(IngestReport(read=1, chunks=3, pages=7, pages_encoded=2))
    assert "7 pages as pictures (2 encoded)" in screen.getvalue()


def test_an_empty_table_says_so(screen: io.StringIO) -> None:
    show.table(("a",), [], "nothing [yet]")
    show.table(("a", "b"), [(1, HOSTILE)], "")
    assert "nothing [yet]" in screen.getvalue()
    assert safe(screen.getvalue())


def test_a_message_with_names_that_strangers_chose_does_nothing_to_the_terminal(screen: io.StringIO) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    show.show_answer(Answer("a", Decision.CLARIFY, (), (), f"¿Cuál? {HOSTILE}", "es", now))
    show.show_lines([HOSTILE, "[/red] sin abrir"])
    printed = screen.getvalue()
    assert "¿Cuál? azul" in printed
    assert "[/red] sin abrir" in printed
    assert safe(printed)


def test_the_words_of_a_report_do_nothing_to_the_terminal(screen: io.StringIO) -> None:
    problem = Problem("docs/a.md", "failed", "FID401", f"broken {HOSTILE}", f"look at {HOSTILE}")
    show.show_report(IngestReport(read=1, problems=[problem], notices=[HOSTILE]))
    printed = screen.getvalue()
    assert printed.count("azul") == 3
    assert safe(printed)


def test_a_list_in_a_cell_is_joined() -> None:
    assert (show.joined(["a", 1]), show.joined(7), show.joined([])) == ("a, 1", "7", "")
