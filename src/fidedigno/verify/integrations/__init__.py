"""Verification inside other frameworks: HTTP applications, LangChain and LlamaIndex.

Each module needs its framework only when it is used. They only carry: what is inspected, healed, let through or
kept back is decided by :class:`fidedigno.verify.gate.Gate`.
"""
