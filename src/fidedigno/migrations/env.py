"""What Alembic runs: the migrations, in the transaction that the caller has begun."""

from alembic import context

from fidedigno.database import VERSION_TABLE
from fidedigno.migrations.render import render_plain_type

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes.get("target_metadata"),
    transactional_ddl=True,
    version_table=VERSION_TABLE,
    render_item=render_plain_type,
)
with context.begin_transaction():
    context.run_migrations()
