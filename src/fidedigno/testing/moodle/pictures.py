"""Addresses of pictures, which clients keep and nobody here serves."""

from __future__ import annotations

_REVISION = 1


def user_picture(url: str, size: int) -> str:
    """The picture of a person; ``size`` 1 is large and 2 small."""
    return f"{url}/theme/image.php/boost/core/{_REVISION}/u/f{size}"


def module_icon(url: str, kind: str) -> str:
    """The icon of a kind of module."""
    return f"{url}/theme/image.php/boost/{kind}/{_REVISION}/monologo?filtericon=1"


def course_picture(url: str, course: int) -> str:
    """The pattern that Moodle draws for a course."""
    return f"{url}/pluginfile.php/{course}/course/generated/course.svg"
