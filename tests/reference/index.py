"""An index in plain lists: exact, slow, obviously right. It shares no code with the engines."""

import math


class ReferenceIndex:
    """Rows are dicts; a permit is (classes, corpora, excluded); ranking is by brute force."""

    def __init__(self):
        self.rows = {}

    def write(self, rows, replacing=()):
        self.rows = {i: r for i, r in self.rows.items() if r["document_id"] not in set(replacing)}
        self.rows.update({row["chunk_id"]: row for row in rows})

    def reassign(self, document_ids, acl_class):
        for row in self.rows.values():
            if row["document_id"] in document_ids:
                row["acl_class"] = acl_class

    def delete(self, document_ids):
        self.rows = {i: r for i, r in self.rows.items() if r["document_id"] not in set(document_ids)}

    def permitted(self, permit, moment, sensitivity=3):
        classes, corpora, excluded = permit
        return [
            row
            for row in self.rows.values()
            if row["acl_class"] in classes
            and row["corpus_id"] in corpora
            and row["document_id"] not in excluded
            and row["sensitivity"] <= sensitivity
            and row["effective_from"] <= moment < row["effective_until"]
        ]

    def by_vector(self, permit, moment, vector, depth, sensitivity=3):
        def score(row):
            return sum(a * b for a, b in zip(row["vector"], vector, strict=True))

        ranked = sorted(self.permitted(permit, moment, sensitivity), key=lambda row: -score(row))[:depth]
        return [(row["chunk_id"], score(row)) for row in ranked]

    def with_terms(self, permit, moment, column, terms, sensitivity=3):
        rows = self.permitted(permit, moment, sensitivity)
        return {r["chunk_id"] for r in rows if set(r[column].split()) & set(terms)}


def unit(values):
    """Scale to length one."""
    length = math.sqrt(sum(v * v for v in values)) or 1.0
    return [v / length for v in values]
