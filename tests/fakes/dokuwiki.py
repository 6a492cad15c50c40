"""A wiki that answers XML-RPC like DokuWiki: pages by account, faults with its numbers, refusals as statuses."""

import base64
import hashlib
import xmlrpc.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fidedigno.access.content import DirectoryContent
from fidedigno.model import ANYONE, Identity, Principal
from fidedigno.sources.dokuwiki.accounts import Account, parse_accounts
from fidedigno.sources.dokuwiki.rules import parse_rules
from tests.fakes.vendor import Answer, Request, VendorServer

SERVICE, PASSWORD = "reader", "sesame-7"
ACCOUNTS = """# users.auth.php
# <?php exit()?>
reader:{service}:Reader::staff
ana:x:Ana+Ruiz:Ana@Corp.example:user,staff
bo:x:Bo:bo@corp.example:user
eve:x:Eve::guests
"""
RULES = """# acl.auth.php
*        @staff   1
*        @ALL     0
hr:*     @user    1
hr:*     @staff   0
hr:open  @ALL     1
"""


def account_lines(text: str = ACCOUNTS) -> str:
    """Accounts with the password that the connector's account has."""
    return text.format(service=hashlib.md5(PASSWORD.encode(), usedforsecurity=False).hexdigest())


class FakeWiki(VendorServer):
    """Pages, and the two files that a wiki has beside them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.pages: dict[str, str] = {"start": "Welcome", "hr:pay": "Bands", "hr:open": "Hours"}
        self.template = ""
        self.rows: list[Any] | None = None
        self.level: Any = None
        self.hides_faults = False  # as the real one does on PHP 8
        self.rules_file, self.accounts_file = folder / "acl.auth.php", folder / "users.auth.php"
        self.rules_file.write_text(RULES, encoding="utf-8")
        self.accounts_file.write_text(account_lines(), encoding="utf-8")
        self.called: list[tuple[str, tuple[Any, ...]]] = []
        self.route("POST", "/lib/exe/xmlrpc.php", self._call)

    def _call(self, request: Request) -> Answer:
        wanted = base64.b64encode(f"{SERVICE}:{PASSWORD}".encode()).decode()
        values, method = xmlrpc.client.loads(request.body.decode())
        if request.token != wanted and method != "dokuwiki.login":
            return Answer(b"", 401)
        self.called.append((str(method), values))
        try:
            body = xmlrpc.client.dumps((self._answer_to(str(method), values),), methodresponse=True)
        except xmlrpc.client.Fault as fault:
            hidden = xmlrpc.client.dumps(({},), methodresponse=True)
            body = hidden if self.hides_faults else xmlrpc.client.dumps(fault, methodresponse=True)
        return Answer(body.encode(), headers={"Content-Type": "text/xml"})

    def _answer_to(self, method: str, values: tuple[Any, ...]) -> Any:
        if method == "dokuwiki.getPagelist":
            return list(self._rows()) if self.rows is None else self.rows
        if method == "dokuwiki.login":
            return values == (SERVICE, PASSWORD)
        if method == "wiki.getPage":
            return self.pages.get(values[0], self.template)
        if method == "wiki.getPageInfo":
            if values[0] not in self.pages:
                raise xmlrpc.client.Fault(121, "The requested page does not exist")
            return {"name": values[0], "version": 1_700_000_000}
        if method == "wiki.aclCheck":
            return self._level(*values) if self.level is None else self.level
        raise xmlrpc.client.Fault(-32601, f"Method {method} not found")

    def _rows(self) -> Iterator[dict[str, Any]]:
        for page, text in self.pages.items():
            mark = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
            yield {"id": page, "rev": 1_700_000_000, "mtime": 1, "size": len(text), "hash": mark}

    def _level(self, page: str, login: str, groups: list[str]) -> int:
        rules = parse_rules(self.rules_file.read_text(encoding="utf-8"))
        return rules.level(Account(login, "", "", tuple(groups)), page)

    def logins(self) -> list[str]:
        return list(parse_accounts(self.accounts_file.read_text(encoding="utf-8")).by_login)


def identity_of(content: DirectoryContent, user: str) -> Identity:
    """Who somebody is once the content is in a directory: with every group that holds them at any depth."""
    held = {Principal.user(user)}
    size = 0
    while size < len(held):
        size = len(held)
        held |= {Principal.group(each.name) for each in content.groups if (each.members or set()) & held}
    return Identity("t", user, frozenset(held | {ANYONE}))
