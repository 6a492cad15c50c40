"""Measuring answers: expected against given, and which part failed.

In: cases with what is expected. Out: results that name the component to repair. It never averages failures of
different components into one score. Source: LMS evidence article, six families of tests.
"""
