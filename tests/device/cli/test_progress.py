"""The line that says how far things are."""

from io import StringIO

from device.cli.output import OneLine


class Terminal(StringIO):
    """What a terminal was sent."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_is_written_over_once_a_second_and_wiped_at_the_end() -> None:
    terminal, clock = Terminal(), Clock()
    line = OneLine(terminal, clock)
    for moment in (0.0, 0.4, 0.9, 1.0, 1.9):
        clock.now = moment
        line.show(lambda moment=moment: f"at {moment}")  # type: ignore[misc]
    line.end()
    assert terminal.getvalue() == "\r\x1b[Kat 0.0\r\x1b[Kat 1.0\r\x1b[K"


def test_a_log_file_is_spared() -> None:
    log = StringIO()
    line = OneLine(log, Clock())
    line.show(lambda: "at 0.0")
    line.end()
    assert log.getvalue() == ""
