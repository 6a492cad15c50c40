"""S3 and what speaks like it, over Amazon's own client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, TypeVar

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.objects.connector import ObjectsConnector, Stored
from fidedigno.sources.objects.options import S3Options

T = TypeVar("T")
_SIGNED_OUT = frozenset(
    {"ExpiredToken", "InvalidAccessKeyId", "InvalidToken", "SignatureDoesNotMatch", "TokenRefreshRequired"}
)
_REFUSED = frozenset({"AccessDenied", "InvalidObjectState", "NoSuchBucket", "NoSuchKey", "403", "404"})


class S3Connector(ObjectsConnector):
    """A connector to one bucket.

    Raises:
        ConfigurationError: if ``boto3`` is not installed.
    """

    def __init__(self, options: S3Options) -> None:
        super().__init__(f"s3:{options.name}", S3Store(options), options.rules)


class S3Store:
    """Lists and reads one bucket. The client of Amazon is synchronous: it runs in threads."""

    def __init__(self, options: S3Options) -> None:
        self._options = options
        self._client = _client_for(options)

    async def files(self) -> list[Stored]:
        """Every file below the prefix; the marks of empty folders are none."""
        return await self._guarded(lambda: list(self._listed()))

    def _listed(self) -> Iterator[Stored]:
        prefix = self._options.prefix
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self._options.bucket, Prefix=prefix
        )
        for page in pages:
            for each in page.get("Contents", ()):
                key, path = each["Key"], each["Key"][len(prefix) :].lstrip("/")
                if path and not path.endswith("/"):
                    yield Stored(path, key, _version(each), _moment(each), each.get("Size"))

    async def read(self, key: str) -> bytes:
        """The content of one file, up to the limit of its size."""
        return await self._guarded(lambda: self._content(key))

    def _content(self, key: str) -> bytes:
        most = self._options.limits.file_bytes
        found = self._client.get_object(Bucket=self._options.bucket, Key=key)
        with found["Body"] as body:
            content: bytes = body.read(most + 1)
        if len(content) > most:
            raise SourceError(SourceErrorKind.SHAPE, f"s3:{self._options.name}: too_large")
        return content

    async def _guarded(self, ask: Callable[[], T]) -> T:
        """Ask in a thread; what fails becomes one of our kinds, without its words, which hold the key."""
        from botocore.exceptions import BotoCoreError, ClientError

        name = f"s3:{self._options.name}"
        try:
            async with asyncio.timeout(self._options.limits.total):
                return await asyncio.to_thread(ask)
        except ClientError as error:
            code = str(error.response.get("Error", {}).get("Code", ""))
            kind = _kind_of(code)
            problem = "refused" if kind is not SourceErrorKind.TEMPORARY else "no usable answer"
        except (BotoCoreError, TimeoutError, OSError):
            kind, problem = SourceErrorKind.TEMPORARY, "no answer"
        except (KeyError, TypeError, AttributeError, ValueError):
            kind, problem = SourceErrorKind.SHAPE, "an answer of another shape"
        raise SourceError(kind, f"{name}: {problem}")

    async def close(self) -> None:
        """Let go of connections."""
        await asyncio.to_thread(self._client.close)


def _kind_of(code: str) -> SourceErrorKind:
    if code in _SIGNED_OUT:
        return SourceErrorKind.SIGNED_OUT
    return SourceErrorKind.NOT_AVAILABLE if code in _REFUSED else SourceErrorKind.TEMPORARY


def _version(listed: dict[str, Any]) -> str:
    moment = _moment(listed)
    stamp = moment.isoformat() if moment else ""
    return f"{str(listed.get('ETag', '')).strip(chr(34))}-{stamp}" if listed.get("ETag") else ""


def _moment(listed: dict[str, Any]) -> datetime | None:
    found = listed.get("LastModified")
    return found if isinstance(found, datetime) and found.tzinfo else None


def _client_for(options: S3Options) -> Any:
    try:
        import boto3
        from botocore.config import Config
    except ImportError:
        raise ConfigurationError(
            "a connector to S3 needs boto3", "Install it with: pip install 'fidedigno[objects]'"
        ) from None
    limits = options.limits
    session = boto3.session.Session(
        aws_access_key_id=options.key_id,
        aws_secret_access_key=options.secret.get_secret_value(),
        aws_session_token=options.session.get_secret_value() if options.session else None,
        region_name=options.region,
    )
    config = Config(
        connect_timeout=limits.connect,
        read_timeout=limits.attempt,
        retries={"max_attempts": limits.attempts, "mode": "standard"},
        max_pool_connections=limits.parallel,
        proxies={},
    )
    return session.client("s3", endpoint_url=options.endpoint or None, config=config)
