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


principals = (
    st.tuples(st.just("user"), st.sampled_from(USERS))
    | st.tuples(st.just("group"), st.sampled_from(GROUPS))
    | st.tuples(st.just("domain"), st.sampled_from(["a.org", "b.org"]))
    | st.just(("anyone", ""))
)
clauses = st.lists(st.frozensets(principals, max_size=4), min_size=1, max_size=3)
access_lists = st.none() | st.tuples(clauses, st.frozensets(principals, max_size=1) | st.just(frozenset()))
