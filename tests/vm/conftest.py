"""Inside the emulated machine the tests are those of `inside`; outside it there is the one that starts it."""

import os

collect_ignore = ["test_machine.py"] if "QUARTERDECK_VM" in os.environ else ["inside"]
