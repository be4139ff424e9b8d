"""Every finding of the doctor that is amber or red says what to do; an error's own sentence does so itself."""

import ast
from pathlib import Path

import device.doctor

SOURCE = Path(device.doctor.__file__).parent
ADVICE = {"Diagnosis": 2, "graded": 4}
"""Which argument the advice is."""


def test_what_is_not_green_has_advice() -> None:
    calls = [
        call
        for module in SOURCE.glob("*.py")
        for call in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ADVICE
    ]
    assert len(calls) > 60
    silent = [
        ast.unparse(call)
        for call in calls
        if ast.unparse(call.args[0]) not in ("'green'", "'grey'")
        and len(call.args) <= ADVICE[ast.unparse(call.func)]
        and "error" not in ast.unparse(call.args[1])
    ]
    assert silent == []
