"""Result of a check: subject, light and advice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Light = Literal["grey", "green", "amber", "red"]
LIGHTS: tuple[Light, ...] = ("grey", "green", "amber", "red")
"""Lights from best to worst; grey is a check that was skipped."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One result: the subject, its light, its state, and advice if it is amber or red."""

    name: str
    light: Light
    words: str
    advice: str = ""


def worst(findings: Sequence[CheckResult]) -> Light:
    """Return the worst light of the findings."""
    return max((one.light for one in findings), key=LIGHTS.index, default="green")


def graded(name: str, value: float, amber: float, red: float, words: str, advice: str) -> CheckResult:
    """Return the result of a measure, where smaller is better: amber from one bound on, red from another."""
    light: Light = "red" if value >= red else "amber" if value >= amber else "green"
    return CheckResult(name, light, words, "" if light == "green" else advice)
