"""The real stores, for every test of this folder."""

from tests.fakes.shelf import dav, s3, shelf

__all__ = ["dav", "s3", "shelf"]
