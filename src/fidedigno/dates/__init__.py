"""When: dates and hours in Spanish and English texts, resolved in a timezone.

In: a text, a moment to count from, a timezone. Out: the stretches that name a day or an instant, with what
they mean. It never guesses a year or a timezone silently: what was not said is marked.
"""
