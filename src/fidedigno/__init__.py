"""Fidedigno."""
