"""Reference models of the access rules, in plain sets and recursion; they share no code with the product.

A user is ``name -> (email, enabled)``; a group is ``name -> members``, each ``("user" | "group", name)``. A
principal is ``(kind, name)``. An access list is ``None`` (nobody, or unknown) or ``(clauses, denials)``.
"""


def holds(groups, group, user, seen=()):
    """Whether ``group`` holds ``user`` at any depth."""
    return group not in seen and any(
        name == user if kind == "user" else name in groups and holds(groups, name, user, (*seen, group))
        for kind, name in groups[group]
    )


def principals_of(users, groups, asked):
    """What somebody who calls himself ``asked`` holds: nothing when disabled, the public when unknown."""
    matching = [name for name, (email, _) in users.items() if asked in (name, email)]
    if len(matching) != 1:
        return {("anyone", "")}
    (name,) = matching
    email, enabled = users[name]
    domain = {("domain", email.split("@")[1])} if email else set()
    above = {("group", group) for group in groups if holds(groups, group, name)}
    return {("user", name), ("anyone", "")} | domain | above if enabled else set()


def allows(acl, principals):
    """Every clause met by one of its principals, no denial met, and nothing for who holds nothing."""
    if acl is None or not principals:
        return False
    clauses, denials = acl
    return all(set(clause) & principals for clause in clauses) and not set(denials) & principals


def is_open(corpus, now):
    """``corpus`` is ``(synced_at, lag, unasked, ai_allowed)``, in seconds; ``unasked``: it has to be asked about
    and cannot be."""
    synced_at, lag, unasked, ai_allowed = corpus
    return ai_allowed and not unasked and synced_at is not None and -60 <= now - synced_at <= lag


def readable(documents, corpora, principals, now, wanted=None):
    """The documents, ``id -> (corpus, acl, pending)``, that may be read."""
    return {
        document
        for document, (corpus, acl, pending) in documents.items()
        if (wanted is None or corpus in wanted)
        and is_open(corpora[corpus], now)
        and not pending
        and allows(acl, principals)
    }
