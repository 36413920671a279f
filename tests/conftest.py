"""Settings that all tests share."""

import os
from pathlib import Path

import hypothesis

import mahjong_fast

# The interpreters that tests start import the tested package, not the folder they start in.
os.environ["PYTHONSAFEPATH"] = "1"
os.environ["PYTHONPATH"] = str(Path(mahjong_fast.__file__).parent.parent)

# A build under sanitizers is slow at drawing, too.
hypothesis.settings.register_profile(
    "mahjong_fast",
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("mahjong_fast")
