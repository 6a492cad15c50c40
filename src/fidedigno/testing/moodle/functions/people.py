"""People: who is enrolled, who an account is, and in which courses somebody is.

A suspended enrolment is listed with no mark unless ``onlyactive`` is asked for, and a suspended account is
listed even then; a student learns less about others than a teacher does.
"""

from __future__ import annotations

from collections.abc import Mapping

from fidedigno.testing.moodle import access
from fidedigno.testing.moodle.call import Call, Function, Json
from fidedigno.testing.moodle.exceptions import invalid_parameter
from fidedigno.testing.moodle.parameters import Parameter
from fidedigno.testing.moodle.pictures import course_picture, user_picture
from fidedigno.testing.moodle.scenario import Course, Group, User

_ROLES = {"teacher": (3, "editingteacher"), "student": (5, "student")}
_DETAILS = ("username", "department", "idnumber")
_FIELDS = ("id", "username", "idnumber", "email")
_OPTIONS = {
    "onlyactive",
    "onlysuspended",
    "withcapability",
    "groupid",
    "userfields",
    "limitfrom",
    "limitnumber",
    "sortby",
    "sortdirection",
}


def _enrolled_users(call: Call) -> list[Json]:
    course = access.require_course(call.site, call.caller, call.parameters["courseid"])
    options = call.parameters["options"]
    if set(options) - _OPTIONS:
        raise invalid_parameter()
    rows = [
        _person(call, user, course)
        for user in _ordered(_chosen(call, course, options), options)
        if not _is_beyond(call, user, course)
    ]
    start, number = _number(options, "limitfrom"), _number(options, "limitnumber")
    page = rows[start : start + number if number else None]
    wanted = options.get("userfields", "")
    if wanted:
        keep = {each.strip() for each in wanted.split(",")} | {"id", "fullname"}
        page = [{key: value for key, value in row.items() if key in keep} for row in page]
    return page


def _chosen(call: Call, course: Course, options: Mapping[str, str]) -> list[User]:
    site = call.site
    people = [site.users[key] for key in course.members if not site.users[key].deleted]
    if options.get("onlyactive") == "1":
        people = [each for each in people if course.members[each.key].active]
    if options.get("onlysuspended") == "1":
        people = [each for each in people if not course.members[each.key].active]
    capability = options.get("withcapability")
    if capability:
        people = [each for each in people if capability in access.capabilities(site, each, course.key)]
    group = _number(options, "groupid")
    if group:
        members = {key for each in site.groups_of(course.key) if each.id == group for key in each.members}
        people = [each for each in people if each.key in members]
    return people


def _ordered(people: list[User], options: Mapping[str, str]) -> list[User]:
    field = options.get("sortby", "id")
    down = options.get("sortdirection", "ASC").upper() == "DESC"
    if field in {"lastname", "firstname"}:
        index = -1 if field == "lastname" else 0
        return sorted(people, key=lambda each: (each.fullname.split()[index], each.id), reverse=down)
    if field != "id":
        raise invalid_parameter()
    return sorted(people, key=lambda each: each.id, reverse=down)


def _is_beyond(call: Call, user: User, course: Course) -> bool:
    """Whether separate groups keep this person out of the caller's sight; a course without groups has none."""
    allowed = access.capabilities(call.site, call.caller, course.key)
    if access.ALL_GROUPS in allowed or not call.site.groups_of(course.key):
        return False
    mine = {each.key for each in access.groups_of_user(call.site, course.key, call.caller.key)}
    theirs = {each.key for each in access.groups_of_user(call.site, course.key, user.key)}
    return user.key != call.caller.key and not mine & theirs


def _person(call: Call, user: User, course: Course) -> Json:
    site = call.site
    role, shortname = _ROLES[course.members[user.key].role]
    row = _profile(call, user)
    row["lastcourseaccess"] = 0
    groups = _groups_in_sight(call, course, user)
    if groups:
        row["groups"] = [_group(each) for each in groups]
    row["roles"] = [{"roleid": role, "name": "", "shortname": shortname, "sortorder": 0}]
    if call.caller.key == user.key:
        row["preferences"] = [
            {"name": "last_time_enrolments_synced", "value": str(site.changed)},
            {"name": "_lastloaded", "value": call.now},
        ]
    courses = [each for each in site.courses.values() if _is_active(each, user) and each.visible]
    if courses:
        courses.sort(key=lambda each: each.id, reverse=True)
        row["enrolledcourses"] = [
            {"id": each.id, "fullname": each.fullname, "shortname": each.key} for each in courses
        ]
    return row if _sees_details(call, user) else {k: v for k, v in row.items() if k not in _DETAILS}


def _groups_in_sight(call: Call, course: Course, user: User) -> list[Group]:
    """The groups of ``user`` that the caller may know of; with separate groups, only those they share."""
    groups = access.visible_groups_of_user(call.site, call.caller, course.key, user.key)
    if access.ALL_GROUPS in access.capabilities(call.site, call.caller, course.key):
        return groups
    return [each for each in groups if call.caller.key in each.members]


def _group(group: Group) -> Json:
    return {"id": group.id, "name": group.name, "description": "", "descriptionformat": 0}


def _profile(call: Call, user: User) -> Json:
    row: Json = {
        "id": user.id,
        "username": user.key,
        "fullname": user.fullname,
        "email": user.email,
        "department": "",
    }
    if user.idnumber:
        row["idnumber"] = user.idnumber
    return row | {
        "firstaccess": 0,
        "lastaccess": 0,
        "city": "Town",
        "country": "GB",
        "profileimageurlsmall": user_picture(call.url, 2),
        "profileimageurl": user_picture(call.url, 1),
    }


def _sees_details(call: Call, user: User) -> bool:
    return call.caller.key == user.key or access.is_service(call.site, call.caller) or _teaches(call, user)


def _teaches(call: Call, user: User) -> bool:
    return any(
        access.VIEW_ALL_DETAILS in access.capabilities(call.site, call.caller, course.key)
        for course in call.site.courses.values()
        if user.key in course.members
    )


def _users_by_field(call: Call) -> list[Json]:
    field = call.parameters["field"]
    if field not in _FIELDS:
        raise invalid_parameter()
    wanted = call.parameters["values"]
    found = []
    for user in sorted(call.site.users.values(), key=lambda each: each.id):
        value = {"id": str(user.id), "username": user.key, "idnumber": user.idnumber, "email": user.email}
        if value[field] in wanted and not user.deleted and _knows(call, user):
            found.append(_account(call, user))
    return found


def _knows(call: Call, user: User) -> bool:
    """A student knows who shares a course with them."""
    if _sees_details(call, user):
        return True
    return any(
        _is_active(course, call.caller) and user.key in course.members
        for course in call.site.courses.values()
    )


def _account(call: Call, user: User) -> Json:
    row = _profile(call, user)
    row |= {"suspended": user.suspended, "timezone": str(call.site.timezone)}
    if not _sees_details(call, user):
        return {key: value for key, value in row.items() if key not in _DETAILS}
    return row | {"auth": "manual", "confirmed": True, "lang": "en", "theme": "", "mailformat": 1}


def _users_courses(call: Call) -> list[Json]:
    user = access.user_by_id(call.site, call.parameters["userid"])
    if user is None or user.deleted:
        return []
    return [
        _course(call, user, course)
        for course in sorted(call.site.courses.values(), key=lambda each: each.id, reverse=True)
        if _is_active(course, user)
        and (course.visible or course.members[user.key].role == "teacher")
        and access.can_enter(call.site, call.caller, course.key)
    ]


def _course(call: Call, user: User, course: Course) -> Json:
    tracked = any(each.completion != "none" for each in call.site.modules_of(course.key))
    own = call.caller.key == user.key
    progress = own and tracked and course.members[user.key].role == "student"
    return {
        "id": course.id,
        "shortname": course.key,
        "fullname": course.fullname,
        "displayname": course.fullname,
        "enrolledusercount": sum(not call.site.users[key].deleted for key in course.members),
        "idnumber": course.idnumber,
        "visible": int(course.visible),
        "summary": course.summary,
        "summaryformat": 1,
        "format": "topics",
        "courseimage": course_picture(call.url, course.id),
        "showgrades": True,
        "lang": "",
        "enablecompletion": tracked,
        "completionhascriteria": False,
        "completionusertracked": progress,
        "category": 1,
        "progress": _progress(call, user, course) if progress else None,
        "completed": False if own and tracked else None,
        "startdate": course.starts,
        "enddate": course.ends,
        "marker": 0,
        "lastaccess": None,
        "isfavourite": False,
        "hidden": False,
        "overviewfiles": [],
        "showactivitydates": False,
        "showcompletionconditions": True,
        "timemodified": call.site.changed,
    }


def _progress(call: Call, user: User, course: Course) -> float:
    tracked = [
        each
        for each in call.site.modules_of(course.key)
        if each.completion != "none" and access.can_see(call.site, user, each)
    ]
    done = sum(user.key in each.completed for each in tracked)
    share = 100 * done / len(tracked) if tracked else 0
    return int(share) if share == int(share) else share


def _is_active(course: Course, user: User) -> bool:
    enrolment = course.members.get(user.key)
    return enrolment is not None and enrolment.active


def _number(options: Mapping[str, str], name: str) -> int:
    text = options.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise invalid_parameter()
    return int(text)


FUNCTIONS = {
    "core_enrol_get_enrolled_users": Function(
        (Parameter("courseid", "int"), Parameter("options", "options", required=False, default={})),
        _enrolled_users,
    ),
    "core_user_get_users_by_field": Function(
        (Parameter("field", "text"), Parameter("values", "texts")), _users_by_field
    ),
    "core_enrol_get_users_courses": Function(
        (Parameter("userid", "int"), Parameter("returnusercount", "flag", required=False, default=True)),
        _users_courses,
    ),
}
