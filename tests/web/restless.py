"""A table that goes on and on, with its page, in a process of its own: it prints its port."""

import sys
import threading
import time
from dataclasses import replace
from itertools import cycle

from tests.web import moments
from tests.web.scripted import ScriptedTable
from web.app import create_app
from web.http.server import create_server


def go_on(table: ScriptedTable, every: float) -> None:
    """Another moment so many seconds after each; its sentence is when it was."""
    for moment in cycle((moments.HELD, moments.CARGO, moments.MIDGAME, moments.TWENTY_PLAYERS, moments.SHOWN)):
        time.sleep(every)
        table.show(replace(moment, prompt=f"at {time.time()}"))


if __name__ == "__main__":
    restless = ScriptedTable(moments.WAITING)
    server = create_server(create_app(restless), "127.0.0.1", 0)
    print(server.port, flush=True)
    threading.Thread(target=go_on, args=[restless, float(sys.argv[1])], daemon=True).start()
    server.run()
