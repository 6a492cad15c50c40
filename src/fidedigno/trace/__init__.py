"""The audit trail of answers: ids, versions, decisions and times; never a question or a passage.

In: what each stage decided about an answer. Out: a record that explains it to somebody entitled to it, kept
for a declared time. Source: LMS evidence article, failure taxonomy.
"""
