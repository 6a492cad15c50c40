"""Alembic migrations, packaged with the program and run when a database is opened.

While nothing has been released, the first revision is regenerated instead of adding a second one, after
declaring or changing tables on :class:`fidedigno.database.Base`::

    rm src/fidedigno/migrations/versions/r0001_*.py
    python -m fidedigno.migrations.generate 0001 "first schema"

and the row of ``permission_epoch`` is put back by hand (the end of ``upgrade``). After a release, leave the
old files alone, generate the next revision, and raise ``fidedigno.database.HEAD``. A test compares the
migrated schema with the declared tables.
"""
