"""A small faithful Moodle 4.3: its web services on loopback, driven by a scenario in YAML.

It answers as recorded answers of a real Moodle do, with the same keys and types, the same exceptions and
codes, and the same traps: failures are HTTP 200, dates are those of the token's owner, hidden groups look
empty, reading a submission as a grader writes a row. It keeps nothing on disk and is no Moodle to teach with.

```python
with MoodleServer(Scenario.load(path)) as moodle:
    client = connect(moodle.url, moodle.token("ana"))
    moodle.grant_extension("ana", "essay", "2027-02-01 23:59")
```
"""

from fidedigno.testing.moodle.live import FaultMode
from fidedigno.testing.moodle.scenario import Scenario
from fidedigno.testing.moodle.server import MoodleServer

__all__ = ["FaultMode", "MoodleServer", "Scenario"]
