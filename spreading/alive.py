"""Whether a process of this machine is there."""

import os
import sys


def is_running(process: int) -> bool | None:
    """Whether there is a process of that number; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
