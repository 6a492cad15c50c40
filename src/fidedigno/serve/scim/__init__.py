"""SCIM 2.0 (RFC 7643, RFC 7644): an identity provider writes its accounts and groups into the directory.

What decides rights or is read back is kept: names, addresses, whether the account is active, members.
Everything else that providers send is accepted and not kept.
"""
