"""Stores of files that keep no readers of their own: S3 and WebDAV. Who may read is declared by path.

In: :class:`S3Options` or :class:`WebDavOptions` with :class:`PathRules`. Out: a connector. A path that no rule
names is for nobody. Needs the extra ``objects``.
"""

from fidedigno.sources.objects.connector import ObjectsConnector
from fidedigno.sources.objects.options import S3Options, WebDavOptions
from fidedigno.sources.objects.rules import PathRule, PathRules
from fidedigno.sources.objects.s3 import S3Connector
from fidedigno.sources.objects.webdav import WebDavConnector

__all__ = [
    "ObjectsConnector",
    "PathRule",
    "PathRules",
    "S3Connector",
    "S3Options",
    "WebDavConnector",
    "WebDavOptions",
]
