"""Access: who is asking, what each document's source granted, and what may therefore be read now.

In come users and groups (:class:`Directory`), access lists (:class:`AclClasses`), declared corpora
(:class:`Corpora`) and the class that each document has in the index (:class:`DocumentRights`); out comes a
:class:`Permit`, the filter of every search. Corpora that declare it are asked about document by document at
their source as well (:class:`LiveChecks`). From the permissions article: grants at rest, membership at
query time, a declared revocation lag, and fail closed. It never asks an index, never filters results, and
never tells why somebody may not read something, except to operators.
"""

from fidedigno.access.apply import LoadReport
from fidedigno.access.approvals import Approval, Approvals, Role
from fidedigno.access.classes import AclClasses
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.access.corpora import CLOCK_SKEW, Closure, Corpora, CorpusStatus
from fidedigno.access.directory import DEFAULT_TENANT, Directory, UserRecord
from fidedigno.access.documents import DocumentRight, DocumentRights, PendingChange
from fidedigno.access.live import LiveChecks, LiveQuestion, LiveRules, LiveRun, Who
from fidedigno.access.live_verdict import Asker, LiveOutcome, LiveVerdict
from fidedigno.access.load import read_directory
from fidedigno.access.permit import Authoriser, Permit
from fidedigno.clock import Clock
from fidedigno.model import ALL_CORPORA

__all__ = [
    "ALL_CORPORA",
    "CLOCK_SKEW",
    "DEFAULT_TENANT",
    "AclClasses",
    "Approval",
    "Approvals",
    "Asker",
    "Authoriser",
    "Clock",
    "Closure",
    "Corpora",
    "CorpusStatus",
    "Directory",
    "DirectoryContent",
    "DocumentRight",
    "DocumentRights",
    "GroupEntry",
    "LiveChecks",
    "LiveOutcome",
    "LiveQuestion",
    "LiveRules",
    "LiveRun",
    "LiveVerdict",
    "LoadReport",
    "PendingChange",
    "Permit",
    "Role",
    "UserEntry",
    "UserRecord",
    "Who",
    "read_directory",
]
