"""Sources: where documents come from, one connector a file.

A source tells what is there and what its system says of it; it never decides who may read it.
"""
