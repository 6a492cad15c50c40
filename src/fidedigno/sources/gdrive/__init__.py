"""Google Drive as a source: files of accounts and shared drives, who may read them, and who belongs where.

In: :class:`GoogleDriveOptions`. Out: what :class:`~fidedigno.sources.connector.Connector` promises, by
:class:`GoogleDrive`. Needs the extra ``connectors``, and ``cryptography`` unless a signer is given.
"""

from fidedigno.sources.gdrive.connector import GoogleDrive
from fidedigno.sources.gdrive.names import Names
from fidedigno.sources.gdrive.options import GoogleDriveOptions, ServiceAccount, service_account_from_key
from fidedigno.sources.gdrive.people import Link
from fidedigno.sources.gdrive.signing import Sign
from fidedigno.sources.gdrive.sync import Counts

__all__ = [
    "Counts",
    "GoogleDrive",
    "GoogleDriveOptions",
    "Link",
    "Names",
    "ServiceAccount",
    "Sign",
    "service_account_from_key",
]
