"""Diagrams whose structure exists, read into named nodes and arrows with direction."""
