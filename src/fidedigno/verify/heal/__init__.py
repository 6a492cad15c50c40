"""Healing: an answer that did not pass becomes one that does, by the evidence alone, or a decline."""
