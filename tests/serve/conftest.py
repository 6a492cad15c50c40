"""A workspace served by a real uvicorn on this machine, and an issuer whose tokens it believes."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from fidedigno import Fidedigno
from fidedigno.serve.app import create_app
from fidedigno.serve.settings import IssuerSettings, ScimSettings, ServeSettings
from tests.fakes.issuer import FakeIssuer

TOKEN = "scim-token-of-the-tests-0123456789abcdef"
AUDIENCE = "fidedigno"


@contextlib.contextmanager
def served(workspace: Fidedigno, settings: ServeSettings) -> Iterator[str]:
    """The address of a running server."""
    app = create_app(workspace, settings)
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, server_header=False, access_log=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + 20
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def issuer() -> Iterator[FakeIssuer]:
    with FakeIssuer() as running:
        yield running


@pytest.fixture
def scim_settings(tmp_path: Path) -> ScimSettings:
    path = tmp_path / "scim.tokens"
    path.write_text(TOKEN + "\n", encoding="ascii")
    path.chmod(0o600)
    return ScimSettings(name="corp", token_file=path)


@pytest.fixture
def issuer_settings(issuer: FakeIssuer) -> IssuerSettings:
    return IssuerSettings(
        name="corp",
        issuer=issuer.address,
        audience=AUDIENCE,
        email_domains=frozenset({"campus.example"}),
    )


Serve = Callable[..., httpx.Client]


@pytest.fixture
def serve(
    workspace: Fidedigno, scim_settings: ScimSettings, issuer_settings: IssuerSettings
) -> Iterator[Serve]:
    """Start a server over the workspace and give a client of it."""
    with contextlib.ExitStack() as stack:

        def start(**changes: object) -> httpx.Client:
            chosen = ServeSettings(
                scim=(scim_settings.model_copy(update=changes.pop("scim", {})),),
                oidc=(issuer_settings.model_copy(update=changes.pop("oidc", {})),),
            )
            address = stack.enter_context(served(workspace, chosen))
            return stack.enter_context(httpx.Client(base_url=address, trust_env=False, timeout=30))

        yield start


@pytest.fixture
def scim(serve: Serve) -> Iterator[httpx.Client]:
    """A client with the provider's token."""
    client = serve()
    client.headers["Authorization"] = f"Bearer {TOKEN}"
    return client
