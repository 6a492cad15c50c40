"""Systems to try Fidedigno against: faithful, small, on this machine only.

Packs, connectors and demonstrations meet here what they will meet in an institution, without the
institution. Nothing outside this package imports it.
"""
