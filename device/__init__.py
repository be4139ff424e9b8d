"""The appliance: cameras and buttons, the table they belong to, its journal, its configuration, its command line.

The only package that knows all the others. The way in:

- :func:`device.cli.main.main` — the command ``quarterdeck``,
- :class:`table.table.Table` — the state machine between readings, presses and the game,
- :func:`device.runtime.loop.attend` — the loop that runs it,
- :class:`device.journal.journal.Journal` — what was confirmed, kept.
"""

import os

# OpenCV reads these when it is loaded: a picture that would take more memory than a Pi can spare is refused unread, and
# what its warnings and FFmpeg's are about is said in our own words.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(50_000_000))
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

# NumPy's linear algebra reads this. Our matrices are small: a second thread would only wait, at full load.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
