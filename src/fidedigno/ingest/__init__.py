"""Ingestion: label, parse, chunk, embed, index. A document enters whole with its permissions, or not at all."""
