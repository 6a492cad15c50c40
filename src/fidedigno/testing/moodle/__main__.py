"""Serves a scenario from the command line: ``python -m fidedigno.testing.moodle SCENARIO --port 8080``."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Sequence

from fidedigno.errors import FidedignoError
from fidedigno.testing.moodle.scenario import Scenario
from fidedigno.testing.moodle.server import MoodleServer


def main(arguments: Sequence[str] | None = None, stop: threading.Event | None = None) -> int:
    """Serve until interrupted (or ``stop`` is set); gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fidedigno.testing.moodle", description=__doc__)
    parser.add_argument("scenario", metavar="SCENARIO", help="the YAML file of the site")
    parser.add_argument(
        "--port", type=int, default=0, help="where to listen on 127.0.0.1 (default: a free port)"
    )
    chosen = parser.parse_args(arguments)
    try:
        with MoodleServer(Scenario.load(chosen.scenario), port=chosen.port) as moodle:
            print(f"{moodle.scenario.site} at {moodle.url}")
            for user in moodle.scenario.users.values():
                if not user.deleted:
                    print(f"  {user.key:<16} {moodle.token(user.key)}  {user.fullname}")
            print("Interrupt to stop.", flush=True)
            (stop or threading.Event()).wait()
    except KeyboardInterrupt:
        return 0
    except FidedignoError as error:
        print(f"{error.message}. {error.hint}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
