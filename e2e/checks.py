"""The checks of a step: a line each, their number at the end, and a file for other programs.

GASOLINE_TEST_RESULTS names the file: a line of JSON per check is added, {"name", "ok", "seconds"}.
"""

import json
import os
import threading
import time

_counts = {True: 0, False: 0}
_lock = threading.Lock()
_thread = threading.local()
_BEGINNING = time.monotonic()


def report(name, fault=None):
    """Prints one check; `fault` says what is wrong with it. It took the time since the thread's last."""
    seconds = time.monotonic() - getattr(_thread, "since", _BEGINNING)
    begin()
    ok = not fault
    with _lock:
        _counts[ok] += 1
        print(f"ok    {name}" if ok else f"FAIL  {name}: {fault}", flush=True)
        file = os.environ.get("GASOLINE_TEST_RESULTS")
        if file:
            line = {"name": name, "ok": ok, "seconds": round(seconds, 3)}
            with open(file, "a") as results:
                results.write(json.dumps(line) + "\n")


def begin():
    """The thread's next check begins now."""
    _thread.since = time.monotonic()


def summarize():
    """Prints how many passed; the exit code of the step."""
    print(f"{_counts[True]} passed, {_counts[False]} failed", flush=True)
    return 1 if _counts[False] else 0
