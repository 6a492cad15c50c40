"""``serve`` checks what it is given before it listens; links say whose tokens are whose."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fidedigno import Fidedigno
from fidedigno.cli import run

TOKEN = "t" * 40


def declare(folder: Path, *, mode: int = 0o600) -> Path:
    (folder / "scim.tokens").write_text(TOKEN, encoding="ascii")
    (folder / "scim.tokens").chmod(mode)
    path = folder / "serve.yaml"
    path.write_text("scim: [{name: corp, token_file: scim.tokens}]\n", encoding="utf-8")
    return path


def call(capsys: pytest.CaptureFixture[str], workspace: Fidedigno, *words: str) -> tuple[int, object]:
    code = run([*words, "--json", "--workspace", str(workspace.folder)])
    return code, json.loads(capsys.readouterr().out)


def test_the_settings_are_checked_without_serving(workspace: Fidedigno, tmp_path: Path, capsys) -> None:
    path = declare(tmp_path)
    code, said = call(capsys, workspace, "serve", "--check", "--settings", str(path))
    assert (code, said) == (0, {"host": "127.0.0.1", "port": 8080, "scim": ["corp"], "oidc": []})
    assert TOKEN not in json.dumps(said)


def test_the_settings_of_the_workspace_are_the_default_and_none_is_nobody(
    workspace: Fidedigno, capsys
) -> None:
    assert call(capsys, workspace, "serve", "--check")[1]["scim"] == []  # type: ignore[index]
    declare(workspace.folder)
    assert call(capsys, workspace, "serve", "--check")[1]["scim"] == ["corp"]  # type: ignore[index]


def test_a_file_of_tokens_that_others_may_read_is_refused(
    workspace: Fidedigno, tmp_path: Path, capsys
) -> None:
    path = declare(tmp_path, mode=0o640)
    code, said = call(capsys, workspace, "serve", "--check", "--settings", str(path))
    assert (code, said["error"]["code"]) == (3, "FID200")  # type: ignore[index]
    code, _ = call(capsys, workspace, "serve", "--check", "--settings", str(tmp_path / "none.yaml"))
    assert code == 3


def test_the_command_serves_on_this_machine_and_ends_when_asked(workspace: Fidedigno, tmp_path: Path) -> None:
    path = declare(tmp_path)
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "fidedigno.cli", "serve", "--port", str(port), "--settings", str(path),
               "--workspace", str(workspace.folder)]  # fmt: skip
    program = f"import sys; from fidedigno.cli import main; main({command[3:]!r})"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
        text=True,
    ) as process:
        try:
            got = _get(
                f"http://127.0.0.1:{port}/scim/v2/Users?filter=userName%20eq%20%22secretname%22", process
            )
            assert (got.status_code, got.json()["totalResults"]) == (200, 0)
            assert "server" not in got.headers
        finally:
            process.terminate()
            out, err = process.communicate(timeout=30)
    assert re.match(r"serving on http://127\.0\.0\.1:\d+", out)
    assert "secretname" not in out + err
    assert "Traceback" not in err


def _get(url: str, process: subprocess.Popen[str]) -> httpx.Response:
    import time

    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        try:
            return httpx.get(url, headers={"Authorization": f"Bearer {TOKEN}"}, trust_env=False, timeout=20)
        except httpx.ConnectError:
            time.sleep(0.1)
    raise AssertionError("the server did not start in time")


def test_links_are_made_listed_and_removed(workspace: Fidedigno, capsys) -> None:
    link = ["--issuer", "https://login.example", "--subject", "s-1"]
    assert call(capsys, workspace, "users", "link", "Owner", *link)[0] == 0
    made = {"issuer": "https://login.example", "subject": "s-1", "user": "owner"}
    assert call(capsys, workspace, "users", "links") == (0, [made])
    assert call(capsys, workspace, "users", "link", "nobody", *link)[0] == 2
    assert call(capsys, workspace, "users", "unlink", *link)[0] == 0
    assert call(capsys, workspace, "users", "links") == (0, [])
    assert call(capsys, workspace, "users", "unlink", *link)[0] == 2
