"""Signals that end the program, whatever it does at that moment."""

import signal
import subprocess
import sys

import pytest

from device.cli.main import INTERRUPTED, TERMINATED

IN_A_DESTRUCTOR = """
import time
import click
from device.cli.main import main

class Slow:
    def __del__(self):
        print("destroyed", flush=True)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            pass

@click.command()
def busy():
    slow = Slow()
    del slow
    print("still running", flush=True)
    time.sleep(30)

main.get_command = lambda context, name: busy
main(["busy"])
"""
"""Python drops an exception in a destructor, that of an interrupt too."""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)])
def test_a_signal_in_a_destructor_ends_the_program(number: signal.Signals, status: int) -> None:
    with subprocess.Popen([sys.executable, "-c", IN_A_DESTRUCTOR], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "destroyed\n"
        program.send_signal(number)
        assert program.wait(20) == status
        assert program.stdout.read() == "still running\n"
