"""Elements of SVG and HTML. Built as a tree, so that every text and attribute is escaped."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element


def element(name: str, /, *children: Element | str, **attributes: str | float) -> Element:
    """An element; in attribute names `_` stands for `-`, and `class_` for `class`.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(element("text", "5 < 6", class_="drawing-label", x=1.50), encoding="unicode")
    '<text class="drawing-label" x="1.5">5 &lt; 6</text>'
    """
    made = Element(name)
    for key, value in attributes.items():
        text = value if isinstance(value, str) else short(value)
        made.set(key.rstrip("_").replace("_", "-"), text)
    for child in children:
        if isinstance(child, Element):
            made.append(child)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + child
        else:
            made.text = (made.text or "") + child
    return made


def image(
    id: str, said: tuple[str, str], shown: Iterable[Element], size: tuple[int, int], **more: str
) -> Element:
    """A drawing with a title and a description, which is ink without fill unless a class says so.

    `more` are further attributes of it; its `stroke` is the ink where no stylesheet has another.
    """
    (title, words), (width, height), stroke = said, size, more.pop("stroke", "currentColor")
    title_id, words_id = f"{id}-title", f"{id}-desc"
    return element(
        "svg", element("title", title, id=title_id), element("desc", words, id=words_id), *shown,
        role="img", **more, aria_labelledby=f"{title_id} {words_id}",
        viewBox=f"0 0 {width} {height}", width=width, height=height, fill="none", stroke=stroke,
    )  # fmt: skip


def short(number: float) -> str:
    """A coordinate with two decimals at most: as exact as an eye, and the same on every machine.

    >>> short(18), short(4.250), short(-0.001)
    ('18', '4.25', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
