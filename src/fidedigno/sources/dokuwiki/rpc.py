"""Calls of the wiki's remote interface (XML-RPC)."""

from __future__ import annotations

import base64
import xmlrpc.client
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from xml.parsers.expat import ExpatError

from pydantic import SecretStr

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import HttpLimits, RestClient
from fidedigno.sources.shapes import Shape, fits

FORBIDDEN = frozenset({111, 121})
"""Faults that say "not allowed" and "no such page"."""


class RemoteWiki:
    """The remote interface at ``url``, as one account.

    Some versions answer a failure like a success, with a structure without members; and so they write an
    empty list. Such an answer says nothing.
    """

    def __init__(
        self,
        name: str,
        url: str,
        login: str,
        password: SecretStr,
        limits: HttpLimits,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self.name = name
        self._login, self._password = login, password
        self._http = RestClient(name, url, _Basic(login, password), limits=limits, sleep=sleep)

    async def call(self, method: str, *values: Any) -> Any:
        """What a method answers; its shape is the caller's to check.

        Raises:
            SourceError: if it was refused, failed, or could not be read. Faults are told by number only.
        """
        body = xmlrpc.client.dumps(values, method).encode()
        answer = await self._http.post_bytes("/lib/exe/xmlrpc.php", body, "text/xml")
        try:
            return parsed(answer)
        except xmlrpc.client.Fault as fault:
            code = fault.faultCode
        kind = SourceErrorKind.NOT_AVAILABLE if code in FORBIDDEN else SourceErrorKind.SHAPE
        raise SourceError(kind, f"{self.name}: fault {code if isinstance(code, int) else 'unknown'}")

    async def sign_in(self) -> None:
        """Make sure that the account counts: whom it does not know the wiki serves as a stranger, silently.

        Raises:
            SourceError: if it does not.
        """
        if await self.call("dokuwiki.login", self._login, self._password.get_secret_value()) is not True:
            raise SourceError(SourceErrorKind.SIGNED_OUT, f"{self.name}: the account is not accepted")

    async def must_exist(self, page: str) -> None:
        """Make sure that a page is there and that the connector's account may read it.

        Raises:
            SourceError: if not, or if that could not be learnt.
        """
        found: tuple[_PageInfo] | None = fits(_PageInfo, await self.call("wiki.getPageInfo", page))
        if found is None or found[0].name != page:
            raise SourceError(SourceErrorKind.NOT_AVAILABLE, f"{self.name}: no such page")

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()


def parsed(answer: bytes) -> Any:
    """The one value of an answer.

    Raises:
        SourceError: if it is not one.
        xmlrpc.client.Fault: if the service says that it failed.
    """
    values: tuple[Any, ...] = ()
    try:
        text = answer.decode("utf-8")
        if "<!" not in text.replace("<![CDATA[", ""):
            # Without built-in types: the wiki's moments have an offset, which would not be understood.
            values, _ = xmlrpc.client.loads(text, use_builtin_types=False)
    except xmlrpc.client.Fault:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, ExpatError, xmlrpc.client.Error):
        # The parser's error may hold a text of the answer: it is not kept as a context.
        values = ()
    if len(values) != 1:
        raise SourceError(SourceErrorKind.SHAPE, "the answer is not XML-RPC")
    return values[0]


class _PageInfo(Shape):
    name: str
    version: int


class _Basic:
    def __init__(self, login: str, password: SecretStr) -> None:
        self._login, self._password = login, password

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        if renew:
            raise SourceError(SourceErrorKind.SIGNED_OUT, "the wiki does not accept the account")
        pair = f"{self._login}:{self._password.get_secret_value()}".encode()
        return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}
