"""Odds and advice as the page tells them."""

from engine import i18n


def percent(share: float) -> str:
    """A chance or another share in whole percent."""
    return i18n.percent(share)


def decimal(points: float) -> str:
    """A mean of points."""
    return i18n.number(points, 1)


def points(mean: float) -> str:
    """A mean of points as help shows it: in whole points once there are thousands of them."""
    return i18n.number(mean, 1 if abs(mean) < 1000 else 0)
