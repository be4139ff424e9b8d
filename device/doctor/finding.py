"""What the doctor found: one thing, its light, and what to do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Light = Literal["green", "amber", "red"]
LIGHTS: tuple[Light, ...] = ("green", "amber", "red")
"""From well to ill."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line: what was looked at, whether that is well, how it is, and what to do where it is not."""

    name: str
    light: Light
    words: str
    advice: str = ""


def worst(findings: Sequence[CheckResult]) -> Light:
    """The light of them all."""
    return max((one.light for one in findings), key=LIGHTS.index, default="green")


def graded(name: str, value: float, amber: float, red: float, words: str, advice: str) -> CheckResult:
    """A measure that is the better the smaller it is: amber from one bound on, red from another."""
    light: Light = "red" if value >= red else "amber" if value >= amber else "green"
    return CheckResult(name, light, words, "" if light == "green" else advice)
