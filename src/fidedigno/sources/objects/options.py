"""The options of the stores, checked when they are given."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fidedigno.errors import ConfigurationError
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.http.client import checked_base
from fidedigno.sources.objects.rules import PathRules
from fidedigno.sources.secret import SecretLike

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_REGION = re.compile(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class S3Options:
    """One bucket, or what of it lies below ``prefix``.

    ``key_id`` and ``secret`` are those of an account that may list and read; ``session`` the token of a
    temporary one. ``endpoint`` is the address of a store that is not Amazon's.
    """

    name: str
    bucket: str
    rules: PathRules
    key_id: str
    secret: SecretLike = field(repr=False)
    session: SecretLike | None = field(default=None, repr=False)
    prefix: str = ""
    region: str = "us-east-1"
    endpoint: str = ""
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not _BUCKET.fullmatch(self.bucket) or not _REGION.fullmatch(self.region):
            raise ConfigurationError("the bucket or region is not usable", "Write them as the store does.")
        if self.endpoint:
            object.__setattr__(self, "endpoint", checked_base(self.endpoint))


@dataclass(frozen=True, slots=True)
class WebDavOptions:
    """One folder of a WebDAV server (RFC 4918), with all below it.

    ``url`` is its address. ``user`` and ``password`` go with each request; with ``token`` alone it is sent as
    a bearer. ``most_folders`` bounds how much is walked through.
    """

    name: str
    url: str
    rules: PathRules
    user: str = ""
    password: SecretLike | None = field(default=None, repr=False)
    token: SecretLike | None = field(default=None, repr=False)
    most_folders: int = 100_000
    limits: HttpLimits = field(default_factory=HttpLimits)

    def __post_init__(self) -> None:
        _check_name(self.name)
        object.__setattr__(self, "url", checked_base(self.url))
        if (self.password is None) != (not self.user) or (self.token is not None and self.user):
            raise ConfigurationError(
                "a WebDAV server needs one way in", "Give user and password, or a token."
            )
        if self.most_folders <= 0:
            raise ConfigurationError("a limit of a connector is not positive", "Give each a value above 0.")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise ConfigurationError(
            "the name of a store is not usable",
            "Use 1-40 lower-case letters, digits, '_' or '-', such as 'archive'.",
        )
