"""Write a new revision by comparing the declared tables with what the existing migrations make.

For developers: ``python -m fidedigno.migrations.generate REVISION "message"``.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from fidedigno.database import Base

TABLE_MODULES = (
    "fidedigno.access.outside_tables",
    "fidedigno.access.tables",
    "fidedigno.connected.tables",
    "fidedigno.ingest.tables",
    "fidedigno.trace.tables",
    "fidedigno.verify.drift.tables",
)
"""Every module that declares tables; add a room's here and generate again."""


def generate(revision: str, message: str) -> None:
    """Write ``versions/r<revision>_<message>.py``."""
    for module in TABLE_MODULES:
        importlib.import_module(module)
    config = Config()
    config.set_main_option("script_location", "fidedigno:migrations")
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "r%%(rev)s_%%(slug)s")
    config.attributes["target_metadata"] = Base.metadata
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'empty.db'}")
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            command.revision(config, message, autogenerate=True, rev_id=revision)
        engine.dispose()


if __name__ == "__main__":
    generate(sys.argv[1], sys.argv[2])
