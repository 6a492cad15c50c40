"""Small worlds, dense enough that groups nest, cycle, and meet the same access lists."""

from hypothesis import strategies as st

USERS = ("ana", "luis", "eva", "boss@b.org")
GROUPS = ("g1", "g2", "g3", "g4", "g5")
EMAILS = (None, "ana@a.org", "x@b.org", "boss@b.org", "eva@a.org")
ASKED = (*USERS, *(email for email in EMAILS if email), "nobody", "o'brien\" or 1=1 --")

users = st.dictionaries(st.sampled_from(USERS), st.tuples(st.sampled_from(EMAILS), st.booleans()))


@st.composite
def directories(draw):
    """Users and groups; members exist, groups may hold each other in circles."""
    people = draw(users)
    names = draw(st.sets(st.sampled_from(GROUPS)))
    candidates = [("user", name) for name in people] + [("group", name) for name in names]
    members = st.sets(st.sampled_from(sorted(candidates)), max_size=4) if candidates else st.just(set())
    return people, {name: draw(members) for name in sorted(names)}


# Drawn so that many lists are satisfied: a world where nobody reads anything would test little.
grantees = st.sampled_from(
    [("anyone", "")] * 3
    + [("user", name) for name in USERS]
    + [("group", name) for name in GROUPS]
    + [("domain", "a.org"), ("domain", "b.org")]
)
some = st.frozensets(grantees, min_size=1, max_size=4)
clauses = st.lists(st.one_of(some, some, some, st.just(frozenset())), min_size=1, max_size=2)
denials = st.one_of(st.just(frozenset()), st.just(frozenset()), st.frozensets(grantees, max_size=1))
granting = st.tuples(clauses, denials)
access_lists = st.one_of(granting, granting, granting, st.none())
