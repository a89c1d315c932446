#!/usr/bin/env python3
"""Has schemathesis send the real binary what its OpenAPI description allows, and what it does not.

GASOLINE_BINARY names the binary; otherwise it is the one cargo built for debugging, or for release.
The work is a number of examples and not a time, so that equal seeds send equal requests on any machine.
`--examples N` and `--seed N` (or `--seed random`, which prints the seed) search longer or elsewhere.
Exit codes: 0 all passed, 1 something failed, 2 could not look.
"""

import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "e2e"))

from checks import report, summarize  # noqa: E402
from packages import VENV, CannotLook, find_binary, install  # noqa: E402

DESCRIPTION = ROOT / "docs" / "openapi.json"

SEED = 20260728
# For each operation, besides the cases that follow from its schema.
EXAMPLES = 60
# A stream is never answered in full; a door test reads it.
ENDLESS = ["/events/stream", "/live"]
# A run that hangs is ended: a hundred times what an example takes.
HANGS_AFTER_SECONDS_PER_EXAMPLE = 15
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
]
# The whole process stays below this under any load, on any machine.
RSS_MAX_KB = 100_000

# One grey pixel.
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def post(url, body):
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def judge(url, scratch, seed, examples):
    """Runs schemathesis; the operations tested, and what it found."""
    report = pathlib.Path(scratch) / "report.json"
    # An empty file, so that no settings from elsewhere apply.
    settings = pathlib.Path(scratch) / "schemathesis.toml"
    settings.write_text("")
    run = subprocess.run(
        [
            *[str(VENV / "bin" / "schemathesis"), "--config-file", str(settings)],
            *["run", str(DESCRIPTION), "--url", url, "--no-color"],
            *[word for path in ENDLESS for word in ("--exclude-path", path)],
            *["--checks", ",".join(CHECKS), "--mode", "all", "--continue-on-failure"],
            *["--phases", "examples,coverage,fuzzing", "--seed", str(seed)],
            *["--max-examples", str(examples), "--workers", "1"],
            *["--generation-database", "none", "--request-timeout", "60"],
            *["--report-json-path", str(report)],
        ],
        cwd=scratch,
        capture_output=True,
        text=True,
        timeout=300 + examples * HANGS_AFTER_SECONDS_PER_EXAMPLE,
    )
    return run


def operations(description):
    methods = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
    return [
        f"{method.upper()} {path}"
        for path, item in description["paths"].items()
        for method in item
        if method in methods and path not in ENDLESS
    ]


def resident_kb(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    peak, now = (int(re.search(rf"{name}:\s+(\d+)", status)[1]) for name in ("VmHWM", "VmRSS"))
    return peak, now


def seed(text):
    return random.SystemRandom().randrange(2**32) if text == "random" else int(text)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--examples", type=int, default=EXAMPLES, metavar="N")
    parser.add_argument("--seed", type=seed, default=SEED, metavar="N|random")
    return parser.parse_args()


def main():
    options = arguments()
    binary = find_binary(ROOT)
    if not DESCRIPTION.exists():
        raise CannotLook(f"there is no {DESCRIPTION}\nhint: run cargo xtask generate")
    install()
    # In a hurry, because a driver that asks for an errand is held until there is one.
    server = subprocess.Popen(
        [str(binary), "serve", "--port", "0", "--hurry", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        url = server.stdout.readline().strip()
        # So that the routes of pictures have one to answer with.
        picture = {"dataUrl": f"data:image/png;base64,{PNG}", "url": "http://localhost:3000/"}
        post(f"{url}/screenshots", picture)
        with tempfile.TemporaryDirectory() as scratch:
            run = judge(url, scratch, options.seed, options.examples)
        said = run.stdout + run.stderr
        if run.returncode not in (0, 1) or "SUMMARY" not in said:
            raise CannotLook(f"schemathesis ended with {run.returncode}:\n{said[-4000:]}")
        # Each operation with a fault has a heading of its own.
        faulty = re.findall(r"^_{3,} ([A-Z]+ /\S*) _{3,}$", said, re.MULTILINE)
        for operation in operations(json.loads(DESCRIPTION.read_text())):
            report(operation, "see below" if operation in faulty else None)
        tested = re.search(r"Tested: (\d+)", said)
        selected = re.search(r"Selected: (\d+)/(\d+)", said)
        is_whole = tested and selected and tested[1] == selected[1]
        is_whole = is_whole and int(selected[2]) - int(selected[1]) == len(ENDLESS)
        report("every operation was tested", None if is_whole else f"{selected} {tested}")
        unnamed = run.returncode == 1 and not faulty
        report("nothing else went wrong", said[-4000:] if unnamed else None)

        with urllib.request.urlopen(f"{url}/health", timeout=300) as answer:
            health = json.load(answer)
        report("the server is alive", None if health.get("status") == "ok" else health)
        peak, now = resident_kb(server.pid)
        is_small = peak < RSS_MAX_KB
        report(f"RSS {now} kB, at most {peak} kB", None if is_small else f"over {RSS_MAX_KB} kB")
        if faulty:
            print(said[said.find("FAILURES") :])
        cases = re.search(r"(\d+) generated", said)
        print(f"{cases[1] if cases else 'no'} test cases, seed {options.seed}")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=300)
    return summarize()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotLook as reason:
        print(f"error: {reason}", file=sys.stderr)
        sys.exit(2)
