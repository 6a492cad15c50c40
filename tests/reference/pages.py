"""An index of pages in plain lists: exact, slow, obviously right. It shares no code with the engine."""

import math


def unit(values):
    """Scale to length one."""
    length = math.sqrt(sum(v * v for v in values)) or 1.0
    return [v / length for v in values]


def maxsim(question, page):
    """Over the question's vectors, the sum of the best dot product with a patch."""
    return sum(max(sum(a * b for a, b in zip(q, p, strict=True)) for p in page) for q in question)


class ReferencePages:
    """Pages are dicts; rights are (classes, corpora, excluded)."""

    def __init__(self, pages):
        self.pages = list(pages)

    def permitted(self, rights, moment, sensitivity=3):
        classes, corpora, excluded = rights
        return [
            page
            for page in self.pages
            if page["acl_class"] in classes
            and page["corpus_id"] in corpora
            and page["document_id"] not in excluded
            and page["sensitivity"] <= sensitivity
            and page["effective_from"] <= moment < page["effective_until"]
        ]

    def ranked(self, rights, moment, question, depth, sensitivity=3):
        """Ids with their scores, best first; of equal ones the lower id."""
        scored = [
            (page["page_id"], maxsim(question, page["vectors"]))
            for page in self.permitted(rights, moment, sensitivity)
        ]
        return sorted(scored, key=lambda each: (-each[1], each[0]))[:depth]
