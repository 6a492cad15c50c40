"""The tests. A package, so that one of the same name among the installed ones is never taken for it."""
