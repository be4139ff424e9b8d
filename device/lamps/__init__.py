"""Lamps: four strips at the camera's height, one brighter at a time. Begin with `capture`.

May import `cameras`, `config` and `recording`.
"""
