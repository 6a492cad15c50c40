"""Microsoft 365 (SharePoint, OneDrive, Entra) as a source, through Microsoft Graph.

In: :class:`GraphOptions`. Out: a :class:`GraphConnector`, which keeps
:class:`~fidedigno.sources.connector.Connector`. Needs the extra ``connectors``.
"""

from fidedigno.sources.graph.accounts import person_attribute
from fidedigno.sources.graph.certificate import client_certificate
from fidedigno.sources.graph.connector import GraphConnector
from fidedigno.sources.graph.credential import ClientAssertion, ClientSecret, Credential
from fidedigno.sources.graph.options import GraphOptions
from fidedigno.sources.graph.reading import Counts
from fidedigno.sources.secret import SecretLike

__all__ = [
    "ClientAssertion",
    "ClientSecret",
    "Counts",
    "Credential",
    "GraphConnector",
    "GraphOptions",
    "SecretLike",
    "client_certificate",
    "person_attribute",
]
