"""The real DokuWiki of Debian's packages, with files of its own in a temporary folder."""

import base64
import os
import shutil
import socket
import subprocess
import time
import xmlrpc.client
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

PROGRAM = Path("/usr/share/dokuwiki")
SETTINGS = Path("/etc/dokuwiki")
_FOLDERS = ("media_meta", "meta", "pages", "tmp")
MISSING = "needs a real wiki: apt-get install --no-install-recommends dokuwiki php-cli php-xml"


def is_installed() -> bool:
    return PROGRAM.joinpath("inc").is_dir() and shutil.which("php") is not None


@dataclass
class LiveWiki:
    """A running wiki; ``rules_file`` and ``accounts_file`` count from the next request on."""

    url: str
    folder: Path

    @property
    def rules_file(self) -> Path:
        return self.folder / "conf" / "acl.auth.php"

    @property
    def accounts_file(self) -> Path:
        return self.folder / "conf" / "users.auth.php"

    def write(self, page: str, text: str) -> None:
        path = self.folder.joinpath("data", "pages", *page.split(":")).with_suffix(".txt")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def ask(self, login: str, password: str, calls: Sequence[tuple[str, Sequence[Any]]]) -> list[Any]:
        """Calls as one account; a refused one is answered with ``None``."""
        pair = base64.b64encode(f"{login}:{password}".encode()).decode()
        headers = {"Authorization": f"Basic {pair}", "Content-Type": "text/xml"}
        answers: list[Any] = []
        with httpx.Client(headers=headers, timeout=60, trust_env=False) as client:
            for method, values in calls:
                body = xmlrpc.client.dumps(tuple(values), method).encode()
                reply = client.post(f"{self.url}/lib/exe/xmlrpc.php", content=body)
                answers.append(xmlrpc.client.loads(reply.text)[0][0] if reply.status_code == 200 else None)
        return answers


@contextmanager
def live_wiki(folder: Path, superuser: str = "@admin") -> Iterator[LiveWiki]:
    """Run a wiki whose settings and pages are in ``folder``."""
    shutil.copytree(SETTINGS, folder / "conf", ignore=shutil.ignore_patterns("*.auth.php", "apache*"))
    for name in ("attic", "cache", "index", "locks", "log", "media", "media_attic", *_FOLDERS):
        (folder / "data" / name).mkdir(parents=True)
    settings = {"savedir": str(folder / "data"), "useacl": 1, "superuser": superuser, "remote": 1}
    settings |= {"remoteuser": "", "authtype": "authplain", "updatecheck": 0}
    lines = [f"$conf['{key}'] = '{value}';" for key, value in settings.items()]
    (folder / "conf" / "local.php").write_text("\n".join(["<?php", *lines, ""]), encoding="utf-8")
    first = folder / "first.php"
    first.write_text(f"<?php define('DOKU_CONF', '{folder}/conf/');\n", encoding="utf-8")
    wiki = LiveWiki(f"http://127.0.0.1:{_free_port()}", folder)
    for path in (wiki.rules_file, wiki.accounts_file):
        path.write_text("", encoding="utf-8")
    options = [f"auto_prepend_file={first}", "display_errors=0", "log_errors=0"]
    command = ["php", *(part for each in options for part in ("-d", each))]
    command += ["-S", wiki.url.removeprefix("http://"), "-t", str(PROGRAM)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, env={"PATH": os.defpath}) as process:
        try:
            _wait(wiki.url)
            yield wiki
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(url: str) -> None:
    host, _, port = url.removeprefix("http://").partition(":")
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex((host, int(port))) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the wiki did not start")
