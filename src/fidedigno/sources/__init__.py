"""Sources: where documents come from, one connector a file. A source tells what is there; it never decides who may read it."""
