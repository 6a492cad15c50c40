"""Entries in memory, and the real ``slapd`` of Debian's packages in a temporary folder."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from fidedigno.sources.connector import SourceError
from fidedigno.sources.ldap.entry import Entry

SLAPD = Path("/usr/sbin/slapd")
SCHEMA = Path("/etc/ldap/schema")
MODULES = Path("/usr/lib/ldap")
MISSING = "needs a real LDAP server: apt-get install --no-install-recommends slapd, and pip install ldap3"
BASE, ADMIN, PASSWORD = "dc=corp,dc=example", "cn=admin,dc=corp,dc=example", "sesame-7"


def entry(dn: str, **values: str | bytes | Iterable[str]) -> Entry:
    """An entry; ``_`` in a name is written for ``;range=`` and the like by :func:`ranged` instead."""
    return Entry(dn, {name.lower(): _bytes(held) for name, held in values.items()})


def _bytes(held: str | bytes | Iterable[str]) -> tuple[bytes, ...]:
    if isinstance(held, bytes):
        return (held,)
    return tuple(each.encode() for each in ((held,) if isinstance(held, str) else held))


@dataclass
class Entries:
    """Answers every search below a base with the entries there; counts what was asked."""

    below: Mapping[str, list[Entry]]
    alone: dict[tuple[str, str], list[Entry] | SourceError] = field(default_factory=dict)
    failures: list[SourceError] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def search(self, base: str, wanted: str, attributes: Iterable[str], *, deep: bool = True) -> list[Entry]:
        self.asked.append(f"{base} {wanted}")
        if self.failures:
            raise self.failures.pop(0)
        if deep:
            return self.below[base]
        found = self.alone[base, next(iter(attributes))]
        if isinstance(found, SourceError):
            raise found
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return


def is_installed() -> bool:
    return SLAPD.exists() and shutil.which("slapadd", path="/usr/sbin:/usr/bin") is not None


@contextmanager
def live_ldap(folder: Path, ldif: str, limits: str = "", scheme: str = "ldap") -> Iterator[str]:
    """Run a server that holds ``ldif``; gives its address. ``limits`` are more lines of its settings."""
    (folder / "db").mkdir()
    global_lines = [line for line in limits.splitlines() if line.startswith("TLS")]
    limits = "\n".join(line for line in limits.splitlines() if not line.startswith("TLS"))
    lines = [
        *global_lines,
        *(f"include {SCHEMA}/{name}.schema" for name in ("core", "cosine", "inetorgperson", "nis")),
    ]
    lines += [f"modulepath {MODULES}", "moduleload back_mdb", "moduleload ppolicy", f"pidfile {folder}/pid"]
    lines += ["database mdb", f'suffix "{BASE}"', f'rootdn "{ADMIN}"', f"rootpw {PASSWORD}"]
    lines += [f"directory {folder}/db", "overlay ppolicy", limits]
    settings, entries = folder / "slapd.conf", folder / "entries.ldif"
    settings.write_text("\n".join([*lines, ""]), encoding="utf-8")
    entries.write_text(ldif, encoding="utf-8")
    subprocess.run(
        ["/usr/sbin/slapadd", "-f", str(settings), "-l", str(entries)], check=True, capture_output=True
    )
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    url, quiet = f"{scheme}://127.0.0.1:{port}", subprocess.DEVNULL
    command = [str(SLAPD), "-f", str(settings), "-h", url, "-d", "0"]
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
        try:
            _wait(port)
            yield url
        finally:
            process.terminate()


def certificate(folder: Path, address: str) -> tuple[Path, str]:
    """A certificate for an address, signed by itself, and the lines of settings that use it."""
    made, key = folder / "made.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x"]
    command += ["-addext", f"subjectAltName=IP:{address}", "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made, f"TLSCertificateFile {made}\nTLSCertificateKeyFile {key}"


def _wait(port: int) -> None:
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the server did not start")
