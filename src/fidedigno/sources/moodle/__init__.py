"""Moodle as a source, over its web services.

In: a :class:`MoodleSite` (plain values) and, for live state, a person. Out: live state as facts
(:class:`MoodleState`), people and groups for the directory (:func:`read_people`), and a mirror of a
course as files with their access lists (:func:`mirror_course`).

Live state is read for the asking person at question time and is never written into the mirror: a date in a
text is what somebody wrote once. Needs the extra ``connectors``.
"""
