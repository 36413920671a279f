"""Write the table of features in docs/scoring.md from `mahjong_fast.features`, or check it.

python tools/feature_table.py           write it
python tools/feature_table.py --check   fail where the document tells something else
"""

import sys
from pathlib import Path

from mahjong_fast.features import FEATURES

DOCUMENT = Path(__file__).parent.parent / "docs" / "scoring.md"
START = "<!-- features: written by tools/feature_table.py -->\n"
STOP = "<!-- end of features -->\n"


def table():
    """Return the table as Markdown."""
    rows = ["| feature | values | meaning |", "| --- | --- | --- |"]
    for feature in FEATURES.values():
        rows.append(f"| `{feature.name}` | 0 to {feature.most} | {feature.meaning} |")
    return "\n".join(rows) + "\n"


def renewed(document):
    """Return the text of the document with the table of today."""
    before, rest = document.split(START)
    _, after = rest.split(STOP)
    return before + START + "\n" + table() + "\n" + STOP + after


def main():
    """Write or check the document."""
    document = DOCUMENT.read_text("utf8")
    if "--check" in sys.argv[1:]:
        sys.exit(None if renewed(document) == document else f"{DOCUMENT} is out of date")
    DOCUMENT.write_text(renewed(document), "utf8")


if __name__ == "__main__":
    main()
