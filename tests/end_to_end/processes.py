"""What a program and its children take, by Linux's own books."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a program with all its children: memory that is theirs (kB, shared pages in their share), open files."""

    kilobytes: int
    files: int
    seconds: float
    """Of processor time so far."""


def family_of(process: int) -> list[int]:
    """The process and its children, and theirs."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in family_of(int(child)))]


def figures_of(process: int) -> Figures:
    """What it takes now, with its children."""
    family = family_of(process)
    return Figures(
        sum(map(_kilobytes, family)),
        sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in family),
        sum(map(_seconds, family)),
    )


def _kilobytes(process: int) -> int:
    rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
