"""The first schema. Generated: see ``fidedigno.migrations`` for how to do it again before a release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "acl_classes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("clause_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acl_classes")),
        sa.UniqueConstraint("digest", name=op.f("uq_acl_classes_digest")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "corpora",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("sensitivity", sa.Integer(), nullable=False),
        sa.Column("authority", sa.String(), nullable=False),
        sa.Column("revocation_lag", sa.BigInteger(), nullable=False),
        sa.Column("freshness", sa.BigInteger(), nullable=False),
        sa.Column("default_acl", sa.String(), nullable=True),
        sa.Column("ai_allowed", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("timezone", sa.String(), nullable=False),
        sa.Column("access_pattern", sa.String(), nullable=False),
        sa.Column("acl_synced_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corpora")),
        sa.UniqueConstraint("name", name=op.f("uq_corpora_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("display", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
        sa.UniqueConstraint("source", "name", name=op.f("uq_groups_source_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "permission_epoch",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("value", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_permission_epoch")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("display", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("attributes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_users_email"), "users", ["email"], unique=False)
    op.create_table(
        "acl_clauses",
        sa.Column("principal_key", sa.String(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("clause_no", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["acl_classes.id"], name=op.f("fk_acl_clauses_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("principal_key", "class_id", "clause_no", name=op.f("pk_acl_clauses")),
    )
    op.create_index(op.f("ix_acl_clauses_class_id"), "acl_clauses", ["class_id"], unique=False)
    op.create_table(
        "acl_denials",
        sa.Column("principal_key", sa.String(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["acl_classes.id"], name=op.f("fk_acl_denials_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("principal_key", "class_id", name=op.f("pk_acl_denials")),
    )
    op.create_index(op.f("ix_acl_denials_class_id"), "acl_denials", ["class_id"], unique=False)
    op.create_table(
        "document_access",
        sa.Column(
            "document_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("corpus_id", sa.Integer(), nullable=False),
        sa.Column("acl_class_id", sa.Integer(), nullable=False),
        sa.Column("pending", sa.Boolean(), nullable=False),
        sa.Column("pending_class_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "pending OR pending_class_id IS NULL", name=op.f("ck_document_access_target_only_while_pending")
        ),
        sa.ForeignKeyConstraint(
            ["acl_class_id"], ["acl_classes.id"], name=op.f("fk_document_access_acl_class_id")
        ),
        sa.ForeignKeyConstraint(["corpus_id"], ["corpora.id"], name=op.f("fk_document_access_corpus_id")),
        sa.ForeignKeyConstraint(
            ["pending_class_id"], ["acl_classes.id"], name=op.f("fk_document_access_pending_class_id")
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_document_access")),
    )
    op.create_index(
        op.f("ix_document_access_acl_class_id"), "document_access", ["acl_class_id"], unique=False
    )
    op.create_index(
        op.f("ix_document_access_corpus_id_document_access_pending_document_access_acl_class_id"),
        "document_access",
        ["corpus_id", "pending", "acl_class_id"],
        unique=False,
    )
    op.create_index(op.f("ix_document_access_pending"), "document_access", ["pending"], unique=False)
    op.create_table(
        "group_memberships",
        sa.Column("child_id", sa.Integer(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["child_id"], ["groups.id"], name=op.f("fk_group_memberships_child_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["groups.id"], name=op.f("fk_group_memberships_parent_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("child_id", "parent_id", name=op.f("pk_group_memberships")),
    )
    op.create_index(op.f("ix_group_memberships_parent_id"), "group_memberships", ["parent_id"], unique=False)
    op.create_table(
        "user_memberships",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_user_memberships_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_user_memberships_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "group_id", name=op.f("pk_user_memberships")),
    )
    op.create_index(op.f("ix_user_memberships_group_id"), "user_memberships", ["group_id"], unique=False)
    op.execute("INSERT INTO permission_epoch (id, value) VALUES (1, 1)")
