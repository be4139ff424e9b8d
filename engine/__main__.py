"""Command line interface: ``python -m engine`` reads one JSON object a line and answers each with one."""

import sys
from typing import BinaryIO

from engine.line_protocol import LONGEST, Conversation


def main(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the end of input. Of a line that is too long only the beginning is held in memory."""
    conversation = Conversation()
    while line := lines.readline(4 * LONGEST):
        rest = line
        while rest and not rest.endswith(b"\n") and len(rest) == 4 * LONGEST:
            rest = lines.readline(4 * LONGEST)
        answers.write(conversation.answer(line.decode("utf-8", "replace")).encode("ascii") + b"\n")
        answers.flush()


if __name__ == "__main__":
    try:
        main(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()
