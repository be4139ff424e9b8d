"""Calibration: locating the tray, and measuring how accurately its dice are read. May import `cameras`.

It has no user interface: :mod:`device.commands.calibrate` asks on a terminal, and a page can do the same.
"""
