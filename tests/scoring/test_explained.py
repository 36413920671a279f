"""What `Score.explain` tells, whole: the texts of golden/explained.txt, in both languages."""

import pytest
from golden_hands import GOLDEN, of_the_deal, read_situation


def read_explained():
    """Yield the rules, hand, deal and situation of each hand, and its two texts."""
    _, *blocks = (GOLDEN / "explained.txt").read_text("utf8").split("\n== ")
    for block in blocks:
        head, _, texts = block.strip().partition("\n")
        english, _, chinese = texts.partition("\n--\n")
        yield [part.strip() for part in head.split("|")], english, chinese


EXPLAINED = list(read_explained())


def test_there_are_twenty_hands():
    assert len(EXPLAINED) >= 20


@pytest.mark.parametrize(
    ("told", "english", "chinese"),
    EXPLAINED,
    ids=[f"{told[0]} {told[1]}" for told, *_ in EXPLAINED],
)
def test_the_whole_text(told, english, chinese):
    name, hand, deal, situation = told
    score = of_the_deal(name, deal).score(hand, read_situation(situation))
    assert score.explain().split("\n") == english.split("\n")
    assert score.explain("zh").split("\n") == chinese.split("\n")
