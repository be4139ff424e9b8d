"""Calibration: where the tray lies under the camera, and a trial that shows how well its dice are read.

It holds no conversation of its own: :mod:`device.commands.calibrate` asks on a terminal, and a page can ask the same.
"""
