"""Settings that all tests share."""

import hypothesis

hypothesis.settings.register_profile("mahjong_fast", deadline=None, derandomize=True)
hypothesis.settings.load_profile("mahjong_fast")
