"""Graph is asked to call, for each drive, with a secret; what ends soon is renewed, what it forgot made anew."""

from datetime import timedelta

import pytest

from fidedigno.sources.connector import Notifying, SourceError, Subscription
from fidedigno.sources.graph import GraphConnector
from tests.fakes.graph import DRIVE, GraphServer
from tests.fakes.vendor import Answer, Failure, Request
from tests.sources.graph.conftest import Clock, Options

ADDRESS, SECRET = "https://here.example/webhooks/graph-corp", "correct horse battery staple"


class Agreeing:
    """The routes of subscriptions."""

    def __init__(self, server: GraphServer, clock: Clock) -> None:
        self.clock = clock
        self.requests: list[Request] = []
        self.known: set[str] = set()
        server.route("POST", "/v1.0/subscriptions", self._make)
        server.route("PATCH", "/v1.0/subscriptions/([^/]+)", self._renew)

    def _make(self, request: Request) -> Answer:
        self.requests.append(request)
        identifier = f"sub-{len(self.requests)}"
        self.known.add(identifier)
        return Answer({"id": identifier, "expirationDateTime": request.json()["expirationDateTime"]}, 201)

    def _renew(self, request: Request) -> Answer:
        self.requests.append(request)
        if request.found[0] not in self.known:
            return Answer({"error": {"code": "ResourceNotFound"}}, 404)
        return Answer({"id": request.found[0], "expirationDateTime": request.json()["expirationDateTime"]})


@pytest.fixture
def agreeing(server: GraphServer, clock: Clock) -> Agreeing:
    return Agreeing(server, clock)


@pytest.fixture
async def connector(options: Options, clock: Clock):  # type: ignore[no-untyped-def]
    connector = GraphConnector(options(), sleep=clock.sleep, now=clock.now)
    yield connector
    await connector.close()


async def test_a_drive_is_subscribed_to_with_its_permissions(
    connector: GraphConnector, agreeing: Agreeing, clock: Clock
) -> None:
    notifying: Notifying = connector
    found = await notifying.subscribe(ADDRESS, SECRET, {})
    (request,) = agreeing.requests
    assert request.json() == {
        "changeType": "updated", "notificationUrl": ADDRESS, "resource": f"/drives/{DRIVE}/root",
        "expirationDateTime": "2026-12-03T12:00:00Z", "clientState": SECRET,
    }  # fmt: skip
    assert request.headers["Prefer"] == "includesecuritywebhooks"
    assert found == {DRIVE: Subscription("sub-1", clock.moment + timedelta(days=3))}


async def test_what_lasts_is_kept_and_what_ends_soon_is_renewed(
    connector: GraphConnector, agreeing: Agreeing, clock: Clock
) -> None:
    found = await connector.subscribe(ADDRESS, SECRET, {})
    clock.forward(days=1)
    assert await connector.subscribe(ADDRESS, SECRET, found) == found
    clock.forward(days=1, seconds=1)
    renewed = await connector.subscribe(ADDRESS, SECRET, found)
    assert renewed[DRIVE].id == "sub-1"
    assert renewed[DRIVE].until == clock.moment + timedelta(days=3)
    assert [each.method for each in agreeing.requests] == ["POST", "PATCH"]
    assert SECRET.encode() not in agreeing.requests[1].body


async def test_one_that_graph_forgot_or_that_has_ended_is_made_anew(
    connector: GraphConnector, agreeing: Agreeing, clock: Clock
) -> None:
    found = await connector.subscribe(ADDRESS, SECRET, {})
    agreeing.known.clear()
    clock.forward(days=2, seconds=1)
    anew = await connector.subscribe(ADDRESS, SECRET, found)
    assert anew[DRIVE].id != "sub-1"
    clock.forward(days=4)
    await connector.subscribe(ADDRESS, SECRET, anew)
    assert [each.method for each in agreeing.requests] == ["POST", "PATCH", "POST", "POST"]


WRONG = [
    {"id": "../x", "expirationDateTime": "2026-12-01T00:00:00Z"},
    {"id": "x"},
    {"id": "x", "expirationDateTime": "2026-12-01T00:00:00"},
    [],
]


@pytest.mark.parametrize("answer", [Answer({}, 403), *map(Answer, WRONG)])
async def test_what_is_no_agreement_is_an_error_without_the_secret(
    connector: GraphConnector, server: GraphServer, answer: Answer
) -> None:
    server.failures.append(Failure("subscriptions", answer))
    with pytest.raises(SourceError) as caught:
        await connector.subscribe(ADDRESS, SECRET, {})
    assert SECRET not in str(caught.value)
