"""Everything that vision can complain about."""


class VisionError(Exception):
    """Base of every error that vision raises."""


class BadImage(VisionError, ValueError):
    """What was handed over is not a picture that can be read."""


class BadTray(VisionError, ValueError):
    """The corners or measures given cannot belong to a tray."""


class BadModel(VisionError, RuntimeError):
    """A learned network that should have come with Quarterdeck is missing or damaged."""
