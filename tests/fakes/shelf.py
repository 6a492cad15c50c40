"""Real stores of files on this machine, as fixtures: moto's S3, and WsgiDAV."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from fidedigno.model import AccessList, Principal
from fidedigno.sources.objects.rules import PathRule, PathRules

STAFF, HR = Principal.group("staff"), Principal.group("hr")
RULES = PathRules(
    (PathRule("hr/**", AccessList.any_of(HR)), PathRule("open/**", AccessList.any_of(STAFF, HR)))
)
FILES = {
    "open/guide.md": b"# Guide\n\nThe desk opens at nine.\n",
    "open/deep/a b+\xc3\xb1.md".encode("latin-1").decode(): b"# Deep\n\nThe locker costs four euros.\n",
    "hr/bands.md": b"# Bands\n\nThe band of grade seven is secret.\n",
    "stray.md": b"# Stray\n\nNobody was named for this.\n",
}


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with the files."""
    root = tmp_path / "shelf"
    for name, content in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return root


@pytest.fixture
def dav(shelf: Path) -> Iterator[str]:
    """A WebDAV server over the folder, for ana with the password p; returns the address of the share."""
    from cheroot import wsgi
    from wsgidav.wsgidav_app import WsgiDAVApp

    app = WsgiDAVApp(
        {
            "provider_mapping": {"/share": str(shelf)},
            "simple_dc": {"user_mapping": {"*": {"ana": {"password": "p"}}}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False},
            "verbose": 0,
            "logging": {"enable": False},
        }
    )
    server = wsgi.Server(("127.0.0.1", 0), app)
    server.prepare()
    thread = Thread(target=server.serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.bind_addr[1]}/share"
    server.stop()
    thread.join()


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An S3 server without buckets; returns its address."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()
