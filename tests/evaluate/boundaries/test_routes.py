"""Every public way that takes a person is called, and what it gives, errors too, comes back as data."""

import json
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.evaluate.boundaries.routes import RETURNED, ROUTES, Call, routes_not_asked
from tests.fakes.seeing import seeing

FEE = "How much is the fee?"


@pytest.fixture
def place(workspace: Fidedigno, make_corpus) -> Fidedigno:
    workspace.ingest(make_corpus({"a.md": "# Fee\n\nThe fee is twelve euros a month."}))
    return workspace


def test_the_suite_knows_every_way_that_takes_a_person() -> None:
    assert routes_not_asked(Fidedigno) == []
    assert set(ROUTES) == {
        "ask",
        "aask",
        "search",
        "asearch",
        "conversation",
        "why",
        "page_image",
        "review",
        "administration",
    }


def test_a_new_way_is_noticed_also_where_it_is_inherited_or_asynchronous() -> None:
    class Base:
        async def suggest(self, text: str, *, as_user: str) -> str: ...

        def _own(self, *, as_user: str) -> None: ...

    class Interface(Base):
        def ask(self, *, as_user: str) -> None: ...

        def status(self) -> None: ...

    assert routes_not_asked(Interface) == ["suggest"]


@pytest.mark.parametrize("route", ["ask", "aask", "search", "asearch", "conversation"])
def test_a_way_to_documents_gives_them_as_plain_data(place: Fidedigno, route: str) -> None:
    exchange = ROUTES[route](place, "owner", Call(FEE, earlier=("What is the fee?",)))
    assert exchange.outcome == RETURNED
    assert "twelve" in json.dumps(exchange.data)
    assert exchange.seconds > 0


def test_a_conversation_gives_back_every_turn(place: Fidedigno) -> None:
    exchange = ROUTES["conversation"](place, "owner", Call(FEE, earlier=(FEE, FEE)))
    assert len(exchange.data) == 3


def test_a_picture_is_told_by_its_id_and_size_alone(tmp_path: Path) -> None:
    with seeing(tmp_path) as (place, _):
        evidence = place.search("nómina reservada", as_user="ana")[0].evidence.id
        shown = ROUTES["page_image"](place, "ana", Call(evidence_id=evidence))
        assert shown.outcome == RETURNED
        assert shown.data == {"evidence_id": evidence, "bytes": shown.data["bytes"]}
        refused = [
            ROUTES["page_image"](place, "eva", Call(evidence_id=each)) for each in (evidence, "ff00001")
        ]
        assert {(each.outcome, each.words, each.exit_code) for each in refused} == {
            ("FID500", "not available\n", 6)
        }


def test_records_and_the_queue_are_read_and_refused(place: Fidedigno) -> None:
    answer = ROUTES["ask"](place, "owner", Call(FEE)).answer
    assert answer is not None
    own = ROUTES["why"](place, "owner", Call(answer_id=answer.id))
    assert own.outcome == RETURNED
    assert "Fee" in own.words
    other = ROUTES["why"](place, "somebody", Call(answer_id=answer.id))
    assert (other.outcome, other.exit_code) == ("FID500", 6)
    assert ROUTES["review"](place, "owner", Call()).outcome == "FID500"


def test_a_question_that_is_refused_and_one_that_crashes_come_back_too(place: Fidedigno, monkeypatch) -> None:
    assert ROUTES["ask"](place, "owner", Call("?!")).outcome == "FID101"

    def broken(*_: object, **__: object) -> None:
        raise KeyError("hr/bands.md")

    monkeypatch.setattr(Fidedigno, "ask", broken)
    exchange = ROUTES["ask"](place, "owner", Call(FEE))
    assert exchange.outcome == "crashed:KeyError"
    assert "hr/bands.md" in exchange.words


async def test_the_asynchronous_ways_work_where_a_loop_runs_already(place: Fidedigno) -> None:
    assert ROUTES["aask"](place, "owner", Call(FEE)).outcome == RETURNED
