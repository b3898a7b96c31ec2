"""What a reader sees of some HTML is read as a browser shows it."""

from __future__ import annotations

import pytest

from sfrules.press.audit.second_entry import visible, visible_beside

READS = [
    ("<p>3<b>3</b></p>", "33"),
    ("<p>3<!-- -->3</p>", "33"),
    ("<p>3<wbr>3</p>", "33"),
    ('<p>3<a href="x"></a>3</p>', "33"),
    ("<p>3\N{ZERO WIDTH SPACE}3\N{WORD JOINER}3</p>", "333"),
    ("<p>3<br>3</p>", "3 3"),
    ("<p>10<sup>2</sup></p>", "10^2"),
    ("<p>&#55;&#x37; &half; &#8550;</p>", "77 ½ Ⅶ"),
    ("<p><!--> 7 --> seats</p>", "7 --> seats"),
    ("<p>a<!-- x --!> 7 --></p>", "a 7 -->"),
    ("<ul><li>3</li><li>4</li></ul>", "3 4"),
    ("<p>a</p><script>7</script><style>7</style><template>7</template>", "a"),
    ('<p>a<sup><a class="footnote-ref">7</a></sup></p>', "a^"),
    ('<h2>a<a class="headerlink">7</a></h2>', "a 7"),
    ("<textarea>7 seats</textarea>", "7 seats"),
]
SAYS = [
    ('<img alt="7 seats">', "7 seats"),
    ('<b title="7 seats">a</b>', "7 seats"),
    ('<p aria-label="7 seats">a</p>', "7 seats"),
    ('<input placeholder="7 seats">', "7 seats"),
    ('<progress value="7"></progress>', "7"),
    ('<ol start="7"><li>a</li></ol>', "7"),
    ('<ol><li>a</li><li value="7">b</li></ol>', "7"),
    ("<ol reversed><li>a</li><li>b</li></ol>", "2"),
    ('<a class="headerlink" title="7 seats">a</a>', "7 seats"),
]
SILENT = [
    '<ol start="1"><li value="1">a</li><li value="2">b</li></ol>',
    '<ol><li>a</li><li>b</li></ol><ol start="3"><li>c</li></ol>',
    '<input type="hidden" value="7"><input type="checkbox" value="7">',
    '<a href="page7.html" id="s7" class="x7">a</a>',
    '<p class="flavour" title="7">a</p>',
]
UNREAD = [
    ('<script>document.write("7")</script>', "script"),
    ("<style>p::after { content: '7' }</style>", "style"),
    ('<iframe src="seven.html"></iframe>', "iframe"),
    ("<canvas></canvas>", "canvas"),
    ('<img src="x" onerror="write(7)">', "onerror"),
    ('<ol style="counter-reset: list-item 6"><li>a</li></ol>', "style"),
    ('<a href="javascript:write(7)">a</a>', "javascript:"),
]


@pytest.mark.parametrize(("html", "text"), READS)
def test_text_is_read_as_it_is_shown(html: str, text: str) -> None:
    assert " ".join(visible(html).text.split()) == text


@pytest.mark.parametrize(("html", "said"), SAYS)
def test_what_attributes_and_lists_say_is_read(html: str, said: str) -> None:
    assert visible(html).said == (said,)


@pytest.mark.parametrize("html", SILENT)
def test_what_no_reader_sees_or_only_counts_on_says_nothing(html: str) -> None:
    assert visible(html).said == ()


@pytest.mark.parametrize(("html", "name"), UNREAD)
def test_what_cannot_be_read_is_named(html: str, name: str) -> None:
    assert visible(html).unread == (name,)


def test_data_and_a_frame_that_says_no_rule_may_stand_on_a_page() -> None:
    data = '<script type="application/json">{"seats": 7}</script>'
    assert visible(data + '<iframe class="flavour" src="song.html"></iframe>').unread == ()


def test_code_is_read_where_it_is_asked_for() -> None:
    html = "<p>a <code>7</code></p><pre><code>8</code></pre>"
    assert visible(html).text.split() == ["a", "7", "8"]
    assert visible(html, with_code=False).text.split() == ["a"]


def test_the_faces_of_a_die_in_a_table_are_structure() -> None:
    rows = "".join(f"<tr><td>{face}</td><td>{face} days</td></tr>" for face in range(1, 5))
    table = f"<table><tr><th>d4</th><th>Rain</th></tr>{rows}</table>"
    assert visible(table, dice=[4]).text.split() == ["Rain", "1", "days", "2", "days", "3", "days",
                                                     "4", "days"]  # fmt: skip
    assert "d4" in visible(table, dice=[6]).text


def test_of_a_thing_only_what_it_does_not_work_out_is_read() -> None:
    html = "<table><caption>Boats of 7</caption><tbody><tr><td>8</td></tr></tbody></table>"
    assert visible_beside(html, "tbody").text.split() == ["Boats", "of", "7"]
    assert visible_beside(html, "").text.split() == ["Boats", "of", "7", "8"]
