"""Connected systems as an operator meets them: declared in a file, kept, synchronised, watched and measured.

In: a ``connection.yaml``. Out: rights, people and documents that are up to date, how long each change of rights
took to count, and an alert where that fails. A secret is never kept here, only the name of the file that holds it;
nothing here decides who may read (permissions article, on the lag of revocation).
"""

from fidedigno.connected.declaration import Connection, load_connection, parse_connection
from fidedigno.connected.kinds import KINDS

__all__ = ["KINDS", "Connection", "load_connection", "parse_connection"]
