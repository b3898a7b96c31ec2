"""The book as data: the catalog is valid and whole, the samples run, and pages read as Markdown."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys

import frictionless
import pytest
from book_site import DESK, DOCS, PAGES, PHONE
from faults import faults

pytestmark = pytest.mark.browser
_SAMPLE = re.compile(r"^```(python|js|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAMPLES = _SAMPLE.findall((DOCS / "authoring/data.md").read_text(encoding="utf-8"))
SITE = "https://example.org/square-fireballs/"


@pytest.fixture(scope="module")
def package(site):
    return json.loads((site / "datapackage.json").read_text(encoding="utf-8"))


def test_frictionless_finds_each_table_as_the_catalog_says_it(site):
    report = frictionless.validate(str(site / "datapackage.json"))
    wrong = [(task.name, error.message) for task in report.tasks for error in task.errors]
    assert (wrong, report.valid) == ([], True)


def test_the_catalog_lists_every_table_and_the_facts_behind_them(site, package):
    paths = {resource["path"] for resource in package["resources"]}
    files = [*site.glob("tables/*.csv"), *site.glob("facts/*.csv")]
    assert paths == {file.relative_to(site).as_posix() for file in files}
    names = {resource["name"] for resource in package["resources"]}
    assert {"cast", "monsters", "powers", "conditions", "terms", "table-hit-points"} <= names
    assert package["version"]
    assert [each["name"] for each in package["licenses"]] == ["CC-BY-NC-4.0"]


def test_a_column_has_its_type_its_unit_and_a_place_where_it_is_printed(package):
    tables = {resource["name"]: resource for resource in package["resources"]}
    fields = {each["name"]: each for each in tables["table-difficulties"]["schema"]["fields"]}
    assert fields["Reach"]["type"] == "integer"
    assert fields["Chance, with a bonus of: +0"]["type"] == "number"
    assert fields["Difficulty"]["type"] == "string"
    assert tables["table-difficulties"]["place"] == "play/gm.html#table-difficulties"
    units = {each.get("unit") for table in tables.values() for each in table["schema"]["fields"]}
    assert "squares" in units


def test_the_samples_say_what_the_book_says(site, served, chromium):
    said = []
    for language, code in SAMPLES:
        if language == "python":
            run = subprocess.run(
                [sys.executable, "-c", code.replace(SITE, served)],
                capture_output=True,
                text=True,
                check=True,
            )
            said.append(run.stdout.strip())
        elif language == "js":
            page = chromium.new_page()
            page.on("console", lambda message: said.append(message.text))
            page.goto(served)
            page.evaluate(f"async () => {{ {code.replace(SITE, served)} }}")
            page.close()
        else:
            path, row, column = re.search(rf'"{SITE}(.*)"\), (\d+), (\d+)', code).groups()
            with (site / path).open(encoding="utf-8", newline="") as file:
                said.append(list(csv.reader(file))[int(row) - 1][int(column) - 1])
    assert said == ["51"] * 4


def test_each_page_stands_beside_itself_as_markdown_that_a_list_links(site):
    listed = (site / "llms.txt").read_text(encoding="utf-8")
    whole = (site / "llms-full.txt").read_text(encoding="utf-8")
    for name in PAGES:
        own = name.removesuffix(".html") + ".md"
        text = (site / own).read_text(encoding="utf-8")
        assert text.startswith("# ") or name == "index.html", own
        assert f"({own})" in listed
        assert text in whole


def test_markdown_of_a_page_has_its_tables_boxes_and_links(site):
    text = (site / "core/turns.md").read_text(encoding="utf-8")
    assert "| Grab | Standard | Roll to hit an adjacent enemy's Reflex," in text
    assert "\n> **Pell goes around**\n>\n> Orrik has the orc in front of him" in text
    assert "(down-and-out.md#rests)" in text
    assert "How we know" not in text


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_list_of_tables_has_pages_downloads_and_a_filter(open_page, width):
    page = open_page("tables.html", width)
    tables = page.locator("ol.index").first
    row = tables.locator("li", has_text="What number to ask for")
    assert "Running the game" in row.inner_text()
    assert row.get_by_role("link", name="JSON").get_attribute("href") == "tables/difficulties.json"
    page.get_by_label("Filter").first.fill("number ask")
    assert tables.locator("li:visible").count() == 1
    assert row.is_visible()
    assert faults(page) == []
