"""The judges' Python packages: a virtual environment of their own, made when it is not there yet.

`python3 e2e/packages.py` makes it.
"""

import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent
REQUIREMENTS = HOME / "requirements.txt"
#: What some machines cannot have; a check that needs it skips itself there.
OPTIONAL = HOME / "requirements-optional.txt"
VENV = HOME / ".venv"
LOCK = HOME.parent / "target" / "e2e-venv.lock"


class CannotLook(Exception):
    """Something is missing that the check itself needs."""


def install():
    """Makes the virtual environment, unless it is there and up to date; one process at a time."""
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install()


def _install():
    texts = REQUIREMENTS.read_bytes() + OPTIONAL.read_bytes() + sys.version.encode()
    wanted = hashlib.sha256(texts).hexdigest()
    mark = VENV / ".installed"
    if mark.exists() and mark.read_text() == wanted:
        return
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True
    )
    if made.returncode != 0:
        raise CannotLook(f"{made.stdout}{made.stderr}\nhint: apt-get install python3-venv")
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--requirement"]
    subprocess.run([*pip, str(REQUIREMENTS)], check=True)
    subprocess.run([*pip, str(OPTIONAL)], check=False)
    mark.write_text(wanted)


def enter():
    """Goes on in the environment's Python, where the packages can be imported."""
    install()
    if pathlib.Path(sys.prefix) != VENV:
        os.execv(VENV / "bin" / "python", [str(VENV / "bin" / "python"), *sys.argv])


def find_binary(root):
    """`GASOLINE_BINARY`, or the one cargo built last for debugging, or for release."""
    named = os.environ.get("GASOLINE_BINARY")
    candidates = (
        [pathlib.Path(named)]
        if named
        else [root / "target" / profile / "gasoline" for profile in ("debug", "release")]
    )
    for path in candidates:
        if path.exists():
            return path.resolve()
    raise CannotLook(f"there is no {candidates[0]}\nhint: run cargo build first")


if __name__ == "__main__":
    try:
        install()
    except CannotLook as reason:
        print(f"error: {reason}", file=sys.stderr)
        sys.exit(2)
