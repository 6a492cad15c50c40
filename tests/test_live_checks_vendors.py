"""Live checks of real connectors against servers of four kinds: revoked there is revoked here, at once.

Nothing is synchronised between a change at the source and the question that follows it.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.sources.connector import Connector
from fidedigno.sources.declared import DeclaredConnector, read_declaration
from fidedigno.sources.dokuwiki import DokuWikiConnector, DokuWikiOptions
from fidedigno.sources.gdrive import GoogleDrive, GoogleDriveOptions, ServiceAccount
from fidedigno.sources.graph import ClientSecret, GraphConnector, GraphOptions
from fidedigno.sources.http import HttpLimits
from tests.fakes.declared import HUB, CustomerSystem
from tests.fakes.dokuwiki import PASSWORD, SERVICE, FakeWiki
from tests.fakes.gdrive import Workspace, group, member, sign, user
from tests.fakes.graph import CLIENT, DRIVE, SECRET, TENANT, GraphServer
from tests.fakes.graph_rows import to_account
from tests.fakes.live import bring, found, open_place
from tests.fakes.vendor import Answer, Request, VendorServer

FAST = HttpLimits(attempt=2.0, total=4.0, attempts=2, backoff=0.001)
TEXT = "The kitchen is painted in May."


@dataclass
class Vendor:
    """A server that has one document which ``reader`` may read and ``other`` may not."""

    server: VendorServer
    connect: Callable[[], Connector]
    revoke: Callable[[], None]
    restore: Callable[[], None]
    reader: str
    other: str


def dokuwiki(stack: ExitStack, folder: Path) -> Vendor:
    wiki = stack.enter_context(FakeWiki(folder))
    wiki.pages = {"plan": TEXT}
    rules = wiki.rules_file.read_text(encoding="utf-8")
    options = DokuWikiOptions(
        "corp", wiki.url, SERVICE, SecretStr(PASSWORD), wiki.rules_file, wiki.accounts_file,
        links={"ana": "ana", "bo": "bo"}, limits=FAST,
    )  # fmt: skip

    def write(text: str) -> None:
        wiki.rules_file.write_text(text, encoding="utf-8")

    return Vendor(
        wiki,
        lambda: DokuWikiConnector(options),
        lambda: write("* @ALL 0\n"),
        lambda: write(rules),
        "ana",
        "bo",
    )


def declared(stack: ExitStack, folder: Path) -> Vendor:
    system = stack.enter_context(CustomerSystem())
    system.note("1", owner="11", body=f"<p>{TEXT}</p>")
    system.owners = [
        {"id": "11", "email": "ana@acme.example", "archived": False, "userId": 1},
        {"id": "12", "email": "bo@acme.example", "archived": False, "userId": 2},
    ]
    system.allowed = {("11", "1")}
    declaration = read_declaration(HUB.format(base=system.url))

    def connect() -> Connector:
        return DeclaredConnector(declaration, SecretStr("sesame"), limits=FAST)

    def restore() -> None:
        system.allowed = {("11", "1")}

    return Vendor(system, connect, system.allowed.clear, restore, "ana@acme.example", "bo@acme.example")


def gdrive(stack: ExitStack, folder: Path) -> Vendor:
    drive = stack.enter_context(Workspace())
    drive.add_user("100", "admin@corp.example", isAdmin=True)
    drive.add_user("101", "ana@corp.example")
    drive.add_user("102", "luis@corp.example")
    drive.add_user("103", "eva@corp.example")
    drive.add_group("g1", "staff@corp.example", member("102"))
    drive.add_file("plan", "root-101", user("ana@corp.example", "owner"), group("staff@corp.example"))
    drive.contents["plan"] = TEXT.encode()
    options = GoogleDriveOptions(
        "corp", ServiceAccount("bot@project.example", "key-1"), "admin@corp.example",
        users=("ana@corp.example",), limits=FAST, drive_url=drive.url, admin_url=drive.url,
        token_url=drive.url + "/token",
    )  # fmt: skip

    def members(*rows: Any) -> None:
        drive.members["g1"] = list(rows)

    return Vendor(
        drive,
        lambda: GoogleDrive(options, sign=sign),
        members,
        lambda: members(member("102")),
        "luis@corp.example",
        "eva@corp.example",
    )


def graph(stack: ExitStack, folder: Path) -> Vendor:
    server = stack.enter_context(GraphServer())
    ana = server.user(1, "ana@corp.example")
    server.user(2, "bea@corp.example")
    server.file("A", "a.txt")
    server.contents["A"] = TEXT.encode()
    options = GraphOptions(
        "corp", TENANT, CLIENT, ClientSecret(SecretStr(SECRET)), (DRIVE,), base=server.url + "/v1.0",
        login=server.url, content_hosts=("127.0.0.1",), limits=FAST,
    )  # fmt: skip

    def grant(*rows: Any) -> None:
        server.permissions["A"] = list(rows)

    grant(to_account(ana))
    return Vendor(
        server,
        lambda: GraphConnector(options),
        grant,
        lambda: grant(to_account(ana)),
        "ana@corp.example",
        "bea@corp.example",
    )


@pytest.fixture(params=[dokuwiki, declared, gdrive, graph], ids=lambda each: each.__name__)
def vendor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Vendor]:
    with ExitStack() as stack:
        yield request.param(stack, tmp_path)


@pytest.fixture
def place(vendor: Vendor, tmp_path: Path) -> Iterator[Fidedigno]:
    with open_place(tmp_path / "w") as workspace:
        for name in (vendor.reader, vendor.other):
            workspace.directory.put_user(UserEntry(name, name, name if "@" in name else None))
        bring(workspace, vendor.connect())
        yield workspace


def use(workspace: Fidedigno, vendor: Vendor) -> str:
    connector = vendor.connect()
    workspace.use_live(connector.name, connector)
    return connector.name


def reads(workspace: Fidedigno, name: str) -> bool:
    return bool(found(workspace, name, "kitchen"))


def test_what_the_source_revokes_is_closed_at_the_next_question_and_open_again_when_restored(
    place: Fidedigno, vendor: Vendor
) -> None:
    assert not reads(place, vendor.reader), "not connected"
    use(place, vendor)
    assert reads(place, vendor.reader)
    assert not reads(place, vendor.other)
    answer = place.ask("When is the kitchen painted?", as_user=vendor.reader)
    assert "May" in answer.claims[0].text
    vendor.revoke()
    assert not reads(place, vendor.reader)
    assert place.ask("When is the kitchen painted?", as_user=vendor.reader).claims == ()
    vendor.restore()
    assert reads(place, vendor.reader)


def test_a_source_that_fails_gives_nothing_and_works_again(place: Fidedigno, vendor: Vendor) -> None:
    name = use(place, vendor)
    vendor.server.fail(".", 503)
    assert not reads(place, vendor.reader)
    vendor.server.failures.clear()
    assert reads(place, vendor.reader)
    (seen,) = place.status()["live_checks"]
    assert (seen["source"], seen["breaker"], seen["last_error"]) == (name, "closed", "no_verdict")
    assert seen["checks"]["unknown"] == seen["checks"]["allowed"] == 1


def test_a_source_that_does_not_answer_in_time_gives_nothing(vendor: Vendor, tmp_path: Path) -> None:
    with open_place(tmp_path / "w", live_seconds=0.3) as workspace:
        bring(workspace, vendor.connect())
        use(workspace, vendor)
        answers, gate = vendor.server._answer, threading.Event()

        def held(request: Request) -> tuple[Answer, bool]:
            gate.wait(20)
            return answers(request)

        vendor.server._answer = held  # type: ignore[method-assign]
        try:
            assert not reads(workspace, vendor.reader)
        finally:
            gate.set()
        (seen,) = workspace.status()["live_checks"]
        assert seen["checks"]["timed_out"] == 1


def test_nobody_is_known_to_a_source_without_an_attribute_that_says_so(
    place: Fidedigno, vendor: Vendor
) -> None:
    connector = vendor.connect()
    reader = place.identity(vendor.reader)
    assert len(connector.known_as(reader)) == 1
    assert connector.known_as(place.identity(None)) == ()
    place.directory.put_user(UserEntry("zoe", "zoe", "zoe@corp.example"))
    assert connector.known_as(place.identity("zoe")) == ()
    place.use_live(connector.name, connector)
