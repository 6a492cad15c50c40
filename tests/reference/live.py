"""A small model of what may be sent and used by live checks: a list of what happened, and no clever state.

Times are whole seconds. A verdict is a letter: ``a`` allowed, ``d`` denied, ``u`` unknown.
"""


class ReferenceSource:
    """One source with a cache and a breaker, worked out anew from the whole history at every question."""

    def __init__(self, keeps, failures, pause):
        self.keeps, self.failures, self.pause = keeps, failures, pause
        self.answers = []  # (moment, who, document, verdict), of what was really asked

    def cached(self, now, who, document):
        """What the latest answer about this pair says, if it is young enough; silence says nothing."""
        for moment, person, about, verdict in reversed(self.answers):
            if (person, about) == (who, document) and verdict != "u":
                return verdict if now - moment < self.keeps else None
        return None

    def is_sent(self, now):
        """Whether the source may be asked: replay every answer and see when it was left alone until when."""
        silent_until, in_a_row = None, 0
        for moment, _, _, verdict in self.answers:
            if verdict != "u":
                silent_until, in_a_row = None, 0
            elif silent_until is not None:  # it was the trial
                silent_until = moment + self.pause
            else:
                in_a_row += 1
                if in_a_row == self.failures:
                    silent_until, in_a_row = moment + self.pause, 0
        return silent_until is None or now >= silent_until

    def ask(self, now, who, document, would_say):
        """``(what comes of it, whether the source was asked)``; ``b`` where it was left alone."""
        known = self.cached(now, who, document)
        if known is not None:
            return known, False
        if not self.is_sent(now):
            return "b", False
        self.answers.append((now, who, document, would_say))
        return would_say, True
