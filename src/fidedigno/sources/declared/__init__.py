"""Any REST service whose documents, readers and people are said in a declaration: no code, no templates."""

from fidedigno.sources.declared.connector import DeclaredConnector
from fidedigno.sources.declared.declaration import Declaration
from fidedigno.sources.declared.reading import read_declaration

__all__ = ["Declaration", "DeclaredConnector", "read_declaration"]
