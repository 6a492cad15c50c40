"""A site that runs: one current scenario, a clock, tokens, faults, a count of calls, and what may change.

Readers take the current scenario and compute from it alone, so an answer never mixes two states. Changes are
made one at a time under a lock.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from fidedigno.errors import UsageError
from fidedigno.testing.moodle import changes
from fidedigno.testing.moodle.fields import read_moment
from fidedigno.testing.moodle.scenario import Override, Scenario, User

FaultMode = Literal["down", "slow", "html", "half_json", "maintenance", "service_unavailable"]
When = datetime | str
FAULT_MODES: tuple[FaultMode, ...] = (
    "down",
    "slow",
    "html",
    "half_json",
    "maintenance",
    "service_unavailable",
)
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Fault:
    """How the site misbehaves. ``seconds`` is the wait of ``slow``, or what ``Retry-After`` says.

    ``function`` limits it to one web service function (or ``login/token.php``, ``pluginfile.php``).
    """

    mode: FaultMode
    seconds: float
    function: str | None


class LiveSite:
    """The state of a running site, and every change to it.

    Args:
        scenario: where it starts.

    People, courses, groups and assignments are named by the scenario's keys. A moment is a ``datetime`` with
    a timezone, or a text such as ``2027-02-01 23:59`` in the timezone of the site. Whatever is named and does
    not exist raises ``UsageError``.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._lock = threading.Lock()
        self._scenario = scenario
        self._started = time.monotonic()
        self._last_stamp = scenario.changed
        self._tokens: dict[str, str] = {}
        self._fault: Fault | None = None
        self._healed = threading.Event()
        self._calls: Counter[tuple[str, str]] = Counter()
        for user in scenario.users.values():
            if not user.deleted:
                self._tokens[user.token or secrets.token_hex(16)] = user.key
        if len(self._tokens) < sum(not user.deleted for user in scenario.users.values()):
            raise UsageError("Two users of the scenario have one token", "Give each their own, or none.")

    @property
    def scenario(self) -> Scenario:
        """The state at this moment."""
        return self._scenario

    @property
    def calls(self) -> Mapping[tuple[str, str], int]:
        """How often each function was called, by (function, user); ``nobody`` without a known token."""
        with self._lock:
            return dict(self._calls)

    def now(self) -> int:
        """The clock of the site: it starts at the scenario's ``now`` and runs as any clock does."""
        start = self._scenario.now
        return int(time.time() if start is None else start + time.monotonic() - self._started)

    # Tokens.

    def token(self, user: str) -> str:
        """The web service token of ``user``."""
        with self._lock:
            found = next((token for token, key in self._tokens.items() if key == user), None)
        if found is None:
            raise UsageError(
                f"{user!r} has no token in the simulated Moodle", "It was revoked, or never made."
            )
        return found

    def new_token(self, user: str) -> str:
        """The token of ``user``; a new one if it was revoked (what ``login/token.php`` gives)."""
        if user not in self._scenario.users:
            raise UsageError(f"The simulated Moodle has no user named {user!r}")
        with self._lock:
            found = next((token for token, key in self._tokens.items() if key == user), None)
            if found is None:
                found = secrets.token_hex(16)
                self._tokens[found] = user
        return found

    def revoke_token(self, user: str) -> None:
        """Make every token of ``user`` invalid."""
        if user not in self._scenario.users:
            raise UsageError(f"The simulated Moodle has no user named {user!r}")
        with self._lock:
            self._tokens = {token: key for token, key in self._tokens.items() if key != user}

    def user_of(self, token: str) -> User | None:
        """Whose token it is, if anybody's."""
        with self._lock:
            key = self._tokens.get(token)
        return self._scenario.users[key] if key is not None else None

    def count(self, function: str, user: User | None) -> None:
        """Remember a call."""
        with self._lock:
            self._calls[function, user.key if user else NOBODY] += 1

    # Faults.

    def fail(self, mode: FaultMode, *, seconds: float = 30.0, function: str | None = None) -> None:
        """Misbehave from now on.

        Args:
            mode: ``down`` closes the connection without an answer; ``slow`` waits ``seconds`` first; ``html``
                answers with a page; ``half_json`` with the first half of the true answer; ``maintenance`` with
                Moodle's own refusal; ``service_unavailable`` with HTTP 503 and ``Retry-After: seconds``.
            seconds: of ``slow`` and ``service_unavailable``.
            function: only for this function; absent: for everything.
        """
        if mode not in FAULT_MODES:
            raise UsageError(f"There is no fault named {mode!r}", f"One of: {', '.join(FAULT_MODES)}.")
        with self._lock:
            self._healed.set()
            self._healed = threading.Event()
            self._fault = Fault(mode, seconds, function)

    def heal(self) -> None:
        """Behave again; what waits is answered at once."""
        with self._lock:
            self._fault = None
            self._healed.set()

    def fault_for(self, function: str) -> Fault | None:
        """How a call of ``function`` fails now, if it does."""
        fault = self._fault
        return fault if fault is not None and fault.function in {None, function} else None

    def wait(self, seconds: float) -> None:
        """Wait as the fault ``slow`` does: until ``seconds`` have passed, or the site is healed."""
        with self._lock:
            healed = self._healed
        healed.wait(seconds)

    # Changes.

    def grant_extension(self, user: str, assignment: str, until: When) -> None:
        """Let ``user`` hand in until ``until``; the due date stays."""
        self._change(changes.set_extension, user, assignment, self._moment(until))

    def withdraw_extension(self, user: str, assignment: str) -> None:
        """Take an extension back."""
        self._change(changes.set_extension, user, assignment, 0)

    def move_due(self, assignment: str, due: When) -> None:
        """Move the assignment's own due date; who has an override keeps theirs."""
        self._change(changes.move_due, assignment, self._moment(due), self.stamp())

    def set_override(
        self,
        assignment: str,
        *,
        user: str | None = None,
        group: str | None = None,
        order: int = 1,
        opens: When | None = None,
        due: When | None = None,
        cutoff: When | None = None,
    ) -> None:
        """Give other dates to one ``user`` or one ``group``; absent dates are the assignment's own."""
        if (user is None) == (group is None):
            raise UsageError("An override is for either a user or a group", "Give one of the two.")
        moments = (None if each is None else self._moment(each) for each in (opens, due, cutoff))
        row = Override(f"override-{user or group}", user, group, order if group else 0, *moments)
        self._change(changes.set_override, assignment, row)

    def remove_override(self, assignment: str, *, user: str | None = None, group: str | None = None) -> None:
        """Delete the override of a user or a group."""
        self._change(changes.remove_override, assignment, user, group)

    def hide(self, name: str) -> None:
        """Hide a course, a section or a module."""
        self._change(changes.set_visible, name, False)

    def show(self, name: str) -> None:
        """Show a course, a section or a module."""
        self._change(changes.set_visible, name, True)

    def make_stealth(self, module: str) -> None:
        """Take a module off the course page, and leave it open by its address."""
        self._change(changes.make_stealth, module)

    def delete(self, module: str) -> None:
        """Delete a module."""
        self._change(changes.delete_module, module)

    def unenrol(self, user: str, course: str) -> None:
        """End an enrolment."""
        self._change(changes.unenrol, user, course)

    def suspend(self, user: str) -> None:
        """Suspend an account."""
        self._change(changes.suspend, user)

    def leave_group(self, user: str, group: str) -> None:
        """Take ``user`` out of ``group``."""
        self._change(changes.leave_group, user, group)

    def lock(self, user: str, assignment: str) -> None:
        """Lock the submission of ``user``."""
        self._change(changes.set_lock, user, assignment, True)

    def unlock(self, user: str, assignment: str) -> None:
        """Unlock the submission of ``user``."""
        self._change(changes.set_lock, user, assignment, False)

    def release_grade(self, user: str, assignment: str) -> None:
        """Let ``user`` see the mark."""
        self._change(changes.release_grade, user, assignment)

    def submit(self, owner: str, assignment: str, text: str) -> None:
        """Hand in for a person, or for a group where the assignment is for teams."""
        self._change(changes.submit, owner, assignment, text, self.stamp())

    def ensure_submission(self, user: str, assignment: str) -> Scenario:
        """Make the empty row that a grader's look makes; gives the state with it."""
        return self._change(changes.ensure_submission, user, assignment, self.now())

    def allow(self, capability: str) -> None:
        """Give the service account one more capability."""
        self._change(changes.allow, capability)

    def stamp(self) -> int:
        """The time of a change: now, and always later than the one before."""
        with self._lock:
            self._last_stamp = max(self.now(), self._last_stamp + 1)
            return self._last_stamp

    def _change(self, change: Callable[..., Scenario], *arguments: object) -> Scenario:
        with self._lock:
            self._scenario = change(self._scenario, *arguments)
            return self._scenario

    def _moment(self, when: When) -> int:
        if isinstance(when, str):
            seconds = read_moment(when, self._scenario.timezone)
            if seconds is None:
                raise UsageError(f"{when!r} is not a date and time", "Write it as 2027-02-01 23:59.")
            return seconds
        if when.tzinfo is None:
            raise UsageError("A moment without a timezone is a guess", "Give the datetime a tzinfo.")
        return int(when.timestamp())
