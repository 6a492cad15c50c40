"""The adapters by the name of their source."""

from collections.abc import Mapping

from tests.public_faults.adapters.confluence import Confluence
from tests.public_faults.adapters.declared import Declared
from tests.public_faults.adapters.dokuwiki import DokuWiki
from tests.public_faults.adapters.files import Files
from tests.public_faults.adapters.gdrive import GDrive
from tests.public_faults.adapters.graph import Graph
from tests.public_faults.adapters.jira import Jira
from tests.public_faults.adapters.ldap import Ldap
from tests.public_faults.adapters.moodle import Moodle
from tests.public_faults.adapters.notion import Notion
from tests.public_faults.adapters.posix import Posix
from tests.public_faults.systems import System, Verb

_ALL: tuple[type[System], ...] = (
    Graph, GDrive, Confluence, Jira, Notion, Declared, DokuWiki, Ldap, Posix, Moodle, Files,
)  # fmt: skip
SYSTEMS: Mapping[str, type[System]] = {each.title: each for each in _ALL}


def able(*verbs: Verb) -> list[str]:
    """The systems that can do all of ``verbs``, in the order of the documentation."""
    return [title for title, system in SYSTEMS.items() if not system.cannot.keys() & set(verbs)]
