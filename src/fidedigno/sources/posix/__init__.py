"""A folder of files whose rights are those of the operating system: owner, group, mode, and POSIX ACLs."""

from fidedigno.sources.posix.connector import PosixConnector
from fidedigno.sources.posix.options import PosixOptions

__all__ = ["PosixConnector", "PosixOptions"]
