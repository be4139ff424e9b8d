"""Inside the room the tests are those of `inside`; outside it there is the one that furnishes it."""

import os

collect_ignore = ["test_room.py"] if "QUARTERDECK_ROOM" in os.environ else ["inside"]
