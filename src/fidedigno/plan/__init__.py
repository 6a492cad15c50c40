"""What a question asks for: its class, its scope and the evidence contract that follows.

In: a question, an identity, a pack. Out: a :class:`~fidedigno.model.Plan`, or what must be clarified first.
It never answers, never looks at a document, and never invents a scope. Source: LMS evidence article, "the
question must be classified before searching".
"""
