"""Microsoft 365 (SharePoint, OneDrive, Entra) as a source, through Microsoft Graph.

In: :class:`GraphOptions`. Out: a :class:`GraphConnector`, which keeps
:class:`~fidedigno.sources.connector.Connector`. Needs the extra ``connectors``.
"""

from fidedigno.sources.graph.accounts import person_attribute
from fidedigno.sources.graph.certificate import Certificate
from fidedigno.sources.graph.connector import GraphConnector
from fidedigno.sources.graph.credential import ClientAssertion, ClientSecret, Credential, SecretLike
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.reading import Counts

__all__ = [
    "Certificate",
    "ClientAssertion",
    "ClientSecret",
    "Counts",
    "Credential",
    "GraphConnector",
    "GraphOptions",
    "SecretLike",
    "person_attribute",
]
