"""The appliance: cameras and buttons, the table they belong to, its journal, its configuration, its command line.

The only package that knows all the others. The way in:

- :func:`device.cli.main` — the command ``quarterdeck``,
- :class:`device.table.Table` — the state machine between readings, presses and the game,
- :func:`device.loop.attend` — the loop that runs it,
- :class:`device.journal.Journal` — what was confirmed, kept.
"""

import os

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(50_000_000))
# OpenCV reads this limit when it is loaded: a picture that would take more memory than a Pi can spare is refused unread
