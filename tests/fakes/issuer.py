"""An OpenID Connect issuer on this machine that signs whatever a test wants, and counts who reads its keys."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

_RSA = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})


class FakeIssuer:
    """Serves a discovery document and a key set that a test may change."""

    def __init__(self) -> None:
        self.key: RSAKey | ECKey = _RSA
        self.keys: list[dict[str, Any]] = [_RSA.as_dict(private=False)]
        self.algorithms = ["RS256", "ES256"]
        self.discovery: Any = {}
        self.key_readings = 0
        self.status = 200
        self.finishing = threading.Event()
        """An answer stops in its middle while this is not set."""
        self.finishing.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def token(self, headers: dict[str, Any] | None = None, key: Any = None, **claims: Any) -> str:
        """A token that holds, with other headers, another key or other claims; ``None`` leaves a claim out."""
        now = int(time.time())
        said = {
            "iss": self.address,
            "sub": "subject-1",
            "aud": "fidedigno",
            "iat": now,
            "exp": now + 300,
        } | claims
        header = {"alg": "RS256", "kid": "one"} | (headers or {})
        kept = {name: value for name, value in said.items() if value is not None}
        return jwt.encode({k: v for k, v in header.items() if v is not None}, kept, key or self.key)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finishing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    def document(self, path: str) -> Any:
        if path == "/.well-known/openid-configuration":
            own = {
                "issuer": self.address,
                "jwks_uri": f"{self.address}/keys",
                "id_token_signing_alg_values_supported": self.algorithms,
            }
            return own | self.discovery if isinstance(self.discovery, dict) else self.discovery
        if path == "/keys":
            self.key_readings += 1
            return {"keys": self.keys}
        return None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                found = issuer.document(self.path)
                body = json.dumps(found).encode()
                self.send_response(issuer.status if found is not None else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):  # the client may have gone
                    self.wfile.write(body[:10])
                    self.wfile.flush()
                    issuer.finishing.wait(30)
                    self.wfile.write(body[10:])

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler
