"""An LDAP directory as a source of people and groups. It has no documents."""

from fidedigno.sources.ldap.connector import LdapConnector
from fidedigno.sources.ldap.options import LdapOptions

__all__ = ["LdapConnector", "LdapOptions"]
