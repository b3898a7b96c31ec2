"""The book as data: the samples run, and the page of tables has the downloads of each."""

import csv
import re
import subprocess
import sys

import pytest
from book_site import DESK, DOCS, PHONE
from faults import faults
from nights import by_day

pytestmark = pytest.mark.browser
_SAMPLE = re.compile(r"^```(python|js|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAMPLES = _SAMPLE.findall((DOCS / "data.md").read_text(encoding="utf-8"))
SITE = "https://example.org/square-fireballs/"


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
    assert said == ["51"] * 3


@pytest.mark.parametrize("width", by_day([PHONE, DESK]))
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
