"""Our readers against the wiki's own answers. Needs the real wiki; skips, saying so, where it is absent."""

import hashlib
import random
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from fidedigno.sources.connector import LiveVerdict, SourceError, SourceErrorKind, Upserted
from fidedigno.sources.dokuwiki import DokuWikiConnector, DokuWikiOptions
from fidedigno.sources.dokuwiki.accounts import parse_accounts
from fidedigno.sources.dokuwiki.names import WikiNames
from fidedigno.sources.dokuwiki.people import directory_content
from fidedigno.sources.dokuwiki.readers import Readers
from fidedigno.sources.dokuwiki.rules import parse_rules
from tests.fakes.dokuwiki import identity_of
from tests.fakes.dokuwiki_live import MISSING, LiveWiki, is_installed, live_wiki

pytestmark = pytest.mark.skipif(not is_installed(), reason=MISSING)

PASSWORD = "sesame-7"
MARK = hashlib.md5(PASSWORD.encode(), usedforsecurity=False).hexdigest()
PEOPLE = {
    "root": ["admin"],
    "ana": ["user", "staff"],
    "bo": ["user", "sales_eu"],
    "cy.lee": ["user", "staff", "sales-eu"],
    "dee_x": ["guests"],
    "eve": [],
}
PAGES = [
    "start",
    "hr",
    "hr:pay",
    "hr:open",
    "hr:deep:er:plan",
    "users:ana:notes",
    "users:eve",
    "users:bo:a:b",
]
PAGES += ["groups:staff:x", "groups:sales_eu:y", "empty:space:page"]
PLACES = [
    *PAGES,
    "*",
    "hr:*",
    "hr:deep:*",
    "hr:deep:er:*",
    "users:*",
    "users:ana:*",
    "empty:*",
    "h:*",
    "hr:o*",
]
SUBJECTS = ["@ALL", "@user", "@staff", "@sales%5feu", "@sales-eu", "@sales%2deu", "@Staff", "ana", "bo"]
SUBJECTS += ["cy%2elee", "cy.lee", "eve", "@nobody", "@all", "dee%5fx"]
WILD = ["users:%USER%:*  %USER%", "users:%USER%  @ALL", "groups:%GROUP%:*  %GROUP%", "hr:*  %USER%"]
WILD += ["hr:*  %GROUP%", "users:%USER%:*  @ALL", "*  %USER%", "groups:%GROUP%:*  %USER%", "users:*  %GROUP%"]


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveWiki]:
    with live_wiki(tmp_path_factory.mktemp("wiki")) as wiki:
        lines = [f"{login}:{MARK}:N:{login}@c.example:{','.join(groups)}" for login, groups in PEOPLE.items()]
        wiki.accounts_file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        for page in PAGES:
            wiki.write(page, f"the page {page}")
        yield wiki


def generated(seed: int, wild: bool) -> str:
    dice = random.Random(seed)  # noqa: S311 - no secret
    lines = [
        f"{dice.choice(PLACES)}{dice.choice([' ', chr(9), '   '])}{dice.choice(SUBJECTS)}\t"
        f"{dice.choice([0, 0, 1, 1, 2, 16, 255])}{dice.choice(['', ' # note', '  ', '#x'])}"
        for _ in range(dice.randint(1, 18))
    ]
    if wild:
        lines += [f"{each} {dice.choice([0, 1, 16])}" for each in dice.sample(WILD, 4)]
        dice.shuffle(lines)
    return "\n".join(["# <?php exit()?>", "", *lines, ""])


def our_readers(wiki: LiveWiki) -> set[tuple[str, str]]:
    """Who reads which page by access lists and groups, as an index would decide it."""
    texts = [path.read_text(encoding="utf-8") for path in (wiki.rules_file, wiki.accounts_file)]
    readers = Readers(parse_rules(texts[0]), parse_accounts(texts[1]), WikiNames("w"), ("@admin",))
    links = {login: login for login in PEOPLE}
    content = directory_content(readers, links, by_email=False, where="w")
    who = {login: identity_of(content, login) for login in PEOPLE}
    return {(login, page) for login in PEOPLE for page in PAGES if readers.access(page).allows(who[login])}


@pytest.mark.parametrize("seed", range(40))
def test_generated_rules_let_in_whom_the_wiki_lets_in(wiki: LiveWiki, seed: int) -> None:
    wiki.rules_file.write_text(generated(seed, wild=False), encoding="utf-8")
    pairs = [(login, page) for login in PEOPLE for page in PAGES]
    calls = [("wiki.aclCheck", (page, login, PEOPLE[login])) for login, page in pairs]
    levels = wiki.ask("root", PASSWORD, calls)
    assert our_readers(wiki) == {
        pair for pair, level in zip(pairs, levels, strict=True) if level is not None and level >= 1
    }


@pytest.mark.parametrize("seed", range(100, 120))
def test_wildcards_let_in_whom_the_wiki_lets_in_when_they_sign_in(wiki: LiveWiki, seed: int) -> None:
    wiki.rules_file.write_text(generated(seed, wild=True), encoding="utf-8")
    theirs: set[tuple[str, str]] = set()
    for login in PEOPLE:
        levels = wiki.ask(login, PASSWORD, [("wiki.aclCheck", (page,)) for page in PAGES])
        theirs |= {(login, page) for page, level in zip(PAGES, levels, strict=True) if level and level >= 1}
    assert our_readers(wiki) == theirs


@pytest.fixture
def options(wiki: LiveWiki) -> DokuWikiOptions:
    wiki.rules_file.write_text("* @ALL 0\n* @staff 1\nhr:* @ALL 0\nhr:pay bo 1\n", encoding="utf-8")
    files = wiki.rules_file, wiki.accounts_file
    return DokuWikiOptions("w", wiki.url, "root", SecretStr(PASSWORD), *files, superusers=("@admin",))


async def test_pages_of_the_real_wiki_are_listed_and_read(wiki: LiveWiki, options: DokuWikiOptions) -> None:
    connector = DokuWikiConnector(options)
    changes = await connector.changes(None)
    items = [each.item async for each in changes.stream if isinstance(each, Upserted)]
    assert {each.external_id for each in items} == set(PAGES)
    assert connector.unknown == 0
    pay = next(each for each in items if each.external_id == "hr:pay")
    assert await pay.read() == b"the page hr:pay"
    (wiki.folder / "data/pages/hr/pay.txt").unlink()
    with pytest.raises(SourceError) as gone:
        await pay.read()
    assert gone.value.kind is SourceErrorKind.NOT_AVAILABLE
    wiki.write("hr:pay", "the page hr:pay")
    await connector.close()


async def test_the_live_question_is_answered_by_the_real_wiki(options: DokuWikiOptions) -> None:
    connector = DokuWikiConnector(options)
    asked = [("ana", "start"), ("bo", "start"), ("bo", "hr:pay"), ("ana", "hr:pay"), ("ana", "no:such")]
    verdicts = [await connector.check(*each) for each in asked]
    yes, no = LiveVerdict.ALLOWED, LiveVerdict.DENIED
    assert verdicts == [yes, no, yes, no, no]
    await connector.close()


async def test_a_wrong_password_learns_nothing(wiki: LiveWiki, options: DokuWikiOptions) -> None:
    wrong = DokuWikiOptions(
        "w", wiki.url, "root", SecretStr("wrong"), options.rules_file, options.accounts_file
    )
    connector = DokuWikiConnector(wrong)
    with pytest.raises(SourceError) as refused:
        await connector.changes(None)
    assert refused.value.kind is SourceErrorKind.SIGNED_OUT
    await connector.close()
