"""Errors raised by vision."""


class VisionError(Exception):
    """Base of every error that vision raises."""


class BadImage(VisionError, ValueError):
    """The input is not a picture that can be read."""


class BadTray(VisionError, ValueError):
    """The given corners or measures cannot be a tray's."""


class BadModel(VisionError, RuntimeError):
    """A network's file is missing or damaged."""
