"""Each cell of the guide that has something an author may write is read as what it claims to be.

A line of a proof is checked in the shipped book, beside a sentence of lines_of_the_guide.md, which
has it as the guide has it; a macro and a filter are expanded; a text is held against numbers.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from command import sfrules
from judging import judged
from mkdocs.utils import meta

from sfrules.book import BOOK
from sfrules.press.proving.claims import said
from sfrules.press.site.weave import page_of

GUIDE = BOOK.root / "docs" / "authoring"
PAGES = ("index.md", "macros.md", "reference.md", "commands.md")
TABLE = re.compile(r"^\|(.+)\|\n\| ---.*\n((?:\|.*\n)+)", re.MULTILINE)
FENCES = re.compile(r"^(`{3,})\w*\n.*?^\1$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
# Tables whose cells are no whole thing that could be read, each with the reason.
SCHEMAS = {
    "word | is": "words of the first page, which test_samples_of_the_docs.py holds to their order",
    "which | words": "words of the list, which test_number_words.py reads",
    "what | because": "kinds of numbers in words, of which the corpus of false pages has cases",
}


def cells(row: str) -> list[str]:
    """The cells of a row; a bar within code has no blanks around it, or is escaped."""
    return [each.strip().replace(r"\|", "|") for each in row.strip().strip("|").split(" | ")]


def tables() -> Iterator[tuple[str, str, list[list[str]]]]:
    """Each table of the guide: its page, its headings, and its rows."""
    for name in PAGES:
        text = FENCES.sub("", (GUIDE / name).read_text(encoding="utf-8"))
        for head, rows in TABLE.findall(text):
            yield name, " | ".join(cells(head)), [cells(row) for row in rows.splitlines()]


def wrong(text: str) -> list[str]:
    """What is wrong with a page of the shipped book."""
    page = page_of("docs/core/page.md", text, meta.get_data(text)[0])
    return [each.message for each in judged(BOOK, page).problems]


def sentences() -> dict[str, tuple[str, list[str]]]:
    """The cases of lines_of_the_guide.md by name, each with its prose and the lines below it."""
    file = Path(__file__).with_name("lines_of_the_guide.md")
    _, *cases = file.read_text(encoding="utf-8").split("\n▶ ")
    found = {}
    for case in cases:
        name, *rest = case.strip().split("\n")
        prose = "\n".join(line for line in rest if not line.startswith("│"))
        found[name] = prose, [line[2:] for line in rest if line.startswith("│")]
    return found


def proof_is_wrong(prose: str, lines: list[str]) -> list[str]:
    fence = "\n".join(["```proof", *lines, "```", ""])
    return wrong(f"{prose}\n\n" + (indent(fence, "    ") if prose.startswith("!!!") else fence))


def line_of_a_proof(row: list[str]) -> list[str]:
    (line,) = SPAN.findall(row[0])
    beside = [case for case in sentences().values() if line in case[1]]
    return proof_is_wrong(*beside[0]) if beside else ["has no sentence in lines_of_the_guide.md"]


def macro(row: list[str]) -> list[str]:
    """Each macro of a row, by itself; what is printed beside it is the same."""
    spans = [span for cell in row for span in SPAN.findall(cell) if "{{" in span]
    printed = [cell for cell in row if cell.startswith("{{")]
    found = [each for span in spans for each in wrong(f"---\nrules: core\n---\n{span}\n")]
    return found + [f"prints {each}" for each in printed if each not in spans]


def way_to_fix(row: list[str]) -> list[str]:
    """What a row says to write, as a paragraph, in a box where it says so."""
    spans = SPAN.findall(row[1])
    text = "\n\n".join(span for span in spans if not span.startswith("!!!"))
    boxes = [span for span in spans if span.startswith("!!!")]
    return wrong(f'{boxes[0]} "A box"\n\n{indent(text, "    ")}\n' if boxes else f"{text}\n")


def text_of_a_number(row: list[str]) -> list[str]:
    texts = re.findall(r'`"([^`]+)"`', row[0])
    return [f"{text} says no number" for text in texts if not said(text).is_number]


def command(row: list[str]) -> list[str]:
    """A command of sfrules with its options; the others are those of make and pytest."""
    (said,) = SPAN.findall(row[0])
    program, name, *words = said.split()
    if program != "sfrules":
        return []
    options = re.findall(r"(?<![\w-])--?[a-z-]+", sfrules(name, "--help").stdout)
    return [word for word in words if word.startswith("--") and word not in options]


READ = {
    "a line | when the prose": line_of_a_proof,
    "a text | says": text_of_a_number,
    "in the page | on the page": macro,
    "in the page | prints": macro,
    "macro | prints": macro,
    "fix it by | writing": way_to_fix,
    "command | does": command,
}


def test_each_sample_of_a_page_is_a_page_without_problems():
    for name in ("macros.md", "reference.md"):
        text = (GUIDE / name).read_text(encoding="utf-8")
        for sample in re.findall(r"^`{3,}text\n(.*?)^`{3,}$", text, re.MULTILINE | re.DOTALL):
            assert wrong(sample) == [], sample


def test_each_cell_of_a_table_of_notations_is_what_it_claims_to_be():
    found = [
        f"{page}, {row[0]}: {each}"
        for page, head, rows in tables()
        if head not in SCHEMAS
        for row in rows
        for each in READ[head](row)
    ]
    assert found == []


def test_each_table_of_the_guide_is_read_or_has_a_reason_not_to_be():
    heads = {head for _, head, _ in tables()}
    assert heads == READ.keys() | SCHEMAS.keys()


def test_each_sentence_is_proved_by_its_lines_and_each_has_a_line_of_the_guide():
    listed = {
        SPAN.findall(row[0])[0]
        for _, head, rows in tables()
        if READ.get(head) is line_of_a_proof
        for row in rows
    }
    cases = sentences()
    assert {name: told for name, case in cases.items() if (told := proof_is_wrong(*case))} == {}
    assert [name for name, (_, lines) in cases.items() if not listed & {*lines}] == []
