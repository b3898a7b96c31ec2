"""A formula as HTML: a group with a name, that breaks well and can be read aloud."""

from sfrules.press.things.formulas.formula import Words, read_formula
from sfrules.press.things.formulas.html import formula_html


def postage(weight, zone=1):
    step = weight // 20
    return step * 2 + zone


def test_a_formula_is_a_group_with_the_name_of_its_rule():
    assert formula_html(read_formula(postage, Words(names={"postage": "postage due"}))) == (
        '<div class="formula" role="group" aria-label="Formula: Postage due">\n'
        '<p class="formula__line"><span class="formula__name">Postage due</span>'
        ' <span class="formula__sign">=</span>&nbsp;<span class="formula__term">step</span>'
        ' <span class="formula__sign">×</span>&nbsp;2'
        ' <span class="formula__sign">+</span>&nbsp;<span class="formula__term">zone</span></p>\n'
        '<p class="formula__where">where <span class="formula__name">step</span>'
        ' <span class="formula__sign">=</span>&nbsp;<span class="formula__term">weight</span>'
        ' <span class="formula__sign">÷</span>&nbsp;20, rounded down</p>\n'
        "</div>"
    )


def test_an_exponent_is_raised_and_can_be_heard():
    def area(side, n):
        return -(side ** (n + 1))

    assert (
        '<span class="formula__sign">−</span><span class="formula__term">side</span>'
        '<span class="formula__aloud"> to the power of </span>'
        '<sup><span class="formula__term">n</span>'
        ' <span class="formula__sign">+</span>&nbsp;1</sup></p>'
    ) in formula_html(read_formula(area, Words()))


def test_words_are_escaped_in_html():
    def fee(weight):
        return weight

    html = formula_html(read_formula(fee, Words(names={"weight": 'a<b>&"c"', "fee": '<"x">'})))
    assert "a&lt;b&gt;&amp;&quot;c&quot;" in html
    assert 'aria-label="Formula: &lt;&quot;x&quot;&gt;"' in html
    assert "<b>" not in html
