"""An OpenID Connect provider that others wrote (oidc-provider-mock), in a process of its own, and a login there.

In a process of its own because it still uses names that its libraries announce to remove."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx

BACK = "http://localhost/back"


@contextlib.contextmanager
def oidc_provider() -> Iterator[str]:
    """The address of a running provider."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def login(provider: str, subject: str, claims: dict[str, object], nonce: str) -> dict[str, str]:
    """Set a person's claims, go the whole way of the authorization code, and return what the provider gives."""
    with httpx.Client(trust_env=False, timeout=20) as client:
        client.put(f"{provider}/users/{subject}", json=claims).raise_for_status()
        announced = client.get(f"{provider}/.well-known/openid-configuration").json()
        asked = {
            "client_id": "fidedigno",
            "redirect_uri": BACK,
            "response_type": "code",
            "scope": "openid email",
            "state": "s-1",
            "nonce": nonce,
        }
        answer = client.post(announced["authorization_endpoint"], params=asked, data={"sub": subject})
        back = parse_qs(urlsplit(answer.headers["location"]).query)
        assert back["state"] == ["s-1"]
        exchange = {"grant_type": "authorization_code", "code": back["code"][0], "redirect_uri": BACK}
        given = client.post(announced["token_endpoint"], data=exchange, auth=("fidedigno", "secret"))
        return given.raise_for_status().json() | {"issuer": announced["issuer"]}


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        assert process.poll() is None, "the provider did not start"
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"{address}/.well-known/openid-configuration", trust_env=False)
            return
        time.sleep(0.05)
    raise AssertionError("the provider did not start in time")
