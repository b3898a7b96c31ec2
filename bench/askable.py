"""Count the numbers in the prose of the game, and those that answer: `bench/askable.py site`.

A number is a word with a digit in a paragraph or a list; figures, forms, links and code are none.
One answers if it shows that it can be asked, and its card says at least a line when it is.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from book_site import APART, ARGUMENTS, DESK, GAME, ROOT, find_chromium

# The numbers of a page, those that show they can be asked, and those that answer; and the others.
ASK = """async (none) => {
    document.querySelectorAll("article details").forEach((each) => { each.open = true; });
    const article = document.querySelector("article");
    const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
    const found = new Set();
    const silent = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement } = text;
        if (parentElement.closest(none) || !parentElement.closest("p, li, dd")) continue;
        if (!/\\d/.test(text.data)) continue;
        const own = parentElement.closest(".number");
        if (own) found.add(own);
        else silent.push(...text.data.match(/.{0,24}\\d\\S*.{0,24}/g));
    }
    const isMarked = (each) => {
        const { textDecorationLine, borderBottomStyle, backgroundImage } = getComputedStyle(each);
        return `${textDecorationLine} ${borderBottomStyle} ${backgroundImage}` !== "none none none";
    };
    const marked = [...found].filter(isMarked);
    const answers = async (number) => {
        number.click();
        for (let tries = 0; tries < 500 && !number.matches("[data-asked]"); tries++)
            await new Promise((done) => setTimeout(done));
        return document.querySelector("#sf-card:popover-open .card__line") !== null;
    };
    let answered = 0;
    for (const number of marked) answered += await answers(number);
    return [found.size, marked.length, answered, silent];
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", default=ROOT / "site")
    parser.add_argument("pages", nargs="*", default=GAME)
    parser.add_argument("--show", action="store_true", help="print the numbers that do not answer")
    given = parser.parse_args()
    sums = [0, 0, 0, 0]
    print("| page | numbers | marked | answer | others |\n| --- | ---: | ---: | ---: | ---: |")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS])
        page = browser.new_page(viewport={"width": DESK, "height": 844})
        for name in given.pages:
            page.goto((given.site / name).resolve().as_uri())
            *counts, silent = page.evaluate(ASK, APART)
            sums = [one + more for one, more in zip(sums, [*counts, len(silent)], strict=True)]
            print(f"| `{name}` |", " | ".join(map(str, [*counts, len(silent)])), "|", flush=True)
            if given.show:
                print(*(f"    {each}" for each in silent), sep="\n")
    print("| all |", " | ".join(map(str, sums)), "|")


if __name__ == "__main__":
    main()
