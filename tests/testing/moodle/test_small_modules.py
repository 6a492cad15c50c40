"""The small pieces that answers are made of."""

import pytest

from fidedigno.testing.moodle.call import no_access_to, warning
from fidedigno.testing.moodle.exceptions import not_accessible
from fidedigno.testing.moodle.handed_in import active_groups, requires_grading, submission_of
from fidedigno.testing.moodle.listing import file_entry, file_totals
from fidedigno.testing.moodle.marks import is_hidden, is_hidden_by_date, plain
from fidedigno.testing.moodle.pictures import course_picture, module_icon, user_picture
from fidedigno.testing.moodle.scenario import Grade, Scenario, Submission
from fidedigno.testing.moodle.xml_answer import answer_as_xml, refusal_as_xml

URL = "http://127.0.0.1:1"


def test_a_warning_names_what_it_is_about() -> None:
    assert no_access_to("course", 4, "course") == warning(
        "course", 4, "1", "No access rights in course context"
    )


def test_a_mark_is_hidden_by_its_flag_or_until_its_date() -> None:
    assert is_hidden(Grade(1, 5, "", 0, hidden=True), 10)
    held = Grade(1, 5, "", 0, hidden_until=20)
    assert is_hidden(held, 10)
    assert is_hidden_by_date(held, 19)
    assert not is_hidden(held, 20)


def test_numbers_are_written_as_php_writes_them() -> None:
    assert repr(plain(78.0)) == "78"
    assert repr(plain(78.5)) == "78.5"


def test_a_mark_is_due_when_something_was_handed_in_since() -> None:
    row = Submission(1, "submitted", 0, "", 10)
    assert requires_grading(row, None)
    assert requires_grading(row, Grade(1, 5, "", 10))
    assert not requires_grading(row, Grade(1, 5, "", 11))
    assert not requires_grading(Submission(1, "draft", 0, "", 10), None)
    assert not requires_grading(None, None)


def test_activities_do_not_know_of_a_hidden_group(site: Scenario) -> None:
    groups = active_groups(site, site.modules["a5"], site.users["dave"])
    assert [each.key for each in groups] == ["B"]
    assert submission_of(site, site.modules["a5"], site.users["dave"]) is None


def test_a_file_is_listed_with_the_address_that_serves_it(site: Scenario) -> None:
    entry = file_entry(URL, site.modules["syllabus"], with_author=True)
    assert entry["fileurl"] == (
        f"{URL}/webservice/pluginfile.php/37/mod_resource/content/0/syllabus.txt?forcedownload=1"
    )
    assert file_totals(site.modules["syllabus"])["filessize"] == entry["filesize"] == 23
    with pytest.raises(TypeError):
        file_entry(URL, site.modules["a1"], with_author=False)


def test_pictures_are_of_the_site() -> None:
    for address in (user_picture(URL, 1), module_icon(URL, "page"), course_picture(URL, 2)):
        assert address.startswith(f"{URL}/")


def test_xml_escapes_what_it_holds() -> None:
    text = answer_as_xml([{"a<": None, "b": [True, 1, "<&"]}])
    assert '<KEY name="a&lt;"><VALUE null="null"/>' in text
    assert "<VALUE>1</VALUE>" in text
    assert "<VALUE>&lt;&amp;</VALUE>" in text
    assert "<ERRORCODE>requireloginerror</ERRORCODE>" in refusal_as_xml(not_accessible())
