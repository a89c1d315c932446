#!/usr/bin/env python3
"""Runs the steps of the GitHub actions as a runner would, and has others judge how they are written.

GASOLINE_BINARY names the binary; otherwise it is the one cargo built for debugging, or for release.
Exit codes: 0 all passed, 1 something failed, 2 could not look.
"""

import base64
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "e2e"))

from checks import begin, report, summarize  # noqa: E402
from packages import VENV, CannotLook, enter, find_binary  # noqa: E402
from ports import reserve_port  # noqa: E402

EXAMPLE = ROOT / "docs" / "examples" / "sharded.yml"
ACTIONS = [ROOT / "actions" / name / "action.yml" for name in ("setup", "report")]
# A shell would run it, were it ever part of a script.
HOSTILE = "`touch pwned`$(touch pwned)\"; touch pwned; '"

#: A server that is ended does so within seconds; a loaded machine takes its time.
END_SECONDS = 60


class Runner:
    """As much of a job as a composite action sees."""

    def __init__(self, scratch, environment=None):
        self.scratch = scratch
        self.environment = environment or {}
        self.path = []
        self.groups = []
        self.urls = []
        self.summary = scratch / "summary.md"

    def use(self, name, **inputs):
        """Runs an action; the exit code of its last step, its outputs, and what it said."""
        import yaml

        action = yaml.safe_load((ROOT / "actions" / name / "action.yml").read_text())
        given = {key.strip("_").replace("_", "-"): value for key, value in inputs.items()}
        unknown = set(given) - set(action["inputs"])
        assert not unknown, unknown
        values = {key: given.get(key, one["default"]) for key, one in action["inputs"].items()}
        steps, said, code = {}, "", 0
        for step in action["runs"]["steps"]:
            code, text, outputs = self.step(step, values)
            said += text
            steps[step.get("id")] = outputs
            if code != 0:
                break
        outputs = {
            key: expand(one["value"], {"steps": {k: {"outputs": v} for k, v in steps.items()}})
            for key, one in action["outputs"].items()
        }
        self.urls += filter(None, [outputs.get("url")])
        return code, outputs, said

    def step(self, step, inputs):
        assert step["shell"] == "bash"
        files = {name: self.scratch / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH")}
        for file in files.values():
            file.write_text("")
        script = self.scratch / "step.sh"
        script.write_text(step["run"])
        environment = {
            **os.environ,
            **self.environment,
            **{key: expand(value, {"inputs": inputs}) for key, value in step["env"].items()},
            **{name: str(file) for name, file in files.items()},
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.scratch),
        }
        base = environment["PATH"]
        environment["PATH"] = os.pathsep.join([*self.path, base])
        # What a step leaves running is a group of its own, to be ended with the job.
        said = self.scratch / "said"
        with said.open("w") as out:
            run = subprocess.Popen(
                ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
                cwd=self.scratch,
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self.groups.append(run.pid)
            code = run.wait(timeout=600)
        self.path[:0] = files["GITHUB_PATH"].read_text().split()
        outputs = dict(
            line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines()
        )
        return code, said.read_text(), outputs

    def end(self):
        """Ends what the steps left running; nothing of it answers afterwards."""
        self._signal(signal.SIGTERM)
        deadline = time.monotonic() + END_SECONDS
        while any(map(is_reached, self.urls)) and time.monotonic() < deadline:
            time.sleep(0.05)
        self._signal(signal.SIGKILL)

    def _signal(self, number):
        for group in self.groups:
            try:
                os.killpg(group, number)
            except ProcessLookupError:
                pass


def is_reached(url):
    host, port = url.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), END_SECONDS).close()
    except OSError:
        return False
    return True


def expand(text, scope):
    """`${{ inputs.port }}` → its value; nothing else is used in the actions."""

    def value(match):
        found = scope
        for name in match[1].split("."):
            found = found.get(name, "") if isinstance(found, dict) else ""
        return str(found)

    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, str(text))


def judged(words, cwd):
    command = [str(VENV / "bin" / words[0]), *words[1:]]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    return None if run.returncode == 0 else f"{run.returncode} {run.stdout}{run.stderr}"


def post(url, path, body):
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{url}{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def png(width, height):
    """The bytes of a grey picture, which is all that a test needs to be seen."""

    def chunk(kind, data):
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    rows = b"".join(b"\x00" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def fail_a_test(url, name, message):
    """What the fixture tells the server of a test that failed."""
    post(url, "/test-boundary", {"test_id": name, "action": "start", "title": name})
    entry = {"level": "error", "message": message, "source": "exception"}
    post(url, "/logs", {"test_id": name, "entries": [entry]})
    pixels = f"data:image/png;base64,{base64.b64encode(png(20, 10)).decode()}"
    shot = {"test_id": name, "dataUrl": pixels, "url": "http://localhost/", "trigger": "failure"}
    post(url, "/screenshots", shot)
    end = {"action": "end", "status": "failed", "error": {"message": "expected 1, got 2"}}
    post(url, "/test-boundary", {"test_id": name, "title": name, **end})


def how_they_are_written(scratch, binary):
    schema = ["check-jsonschema", "--quiet", "--builtin-schema"]
    actions = [str(path) for path in ACTIONS]
    report(
        "GitHub's schema of actions", judged([*schema, "vendor.github-actions", *actions], ROOT)
    )
    report(
        "GitHub's schema of workflows",
        judged([*schema, "vendor.github-workflows", str(EXAMPLE)], ROOT),
    )
    zizmor = ["zizmor", "--offline", "--quiet", "--persona", "pedantic"]
    report("zizmor on the actions", judged([*zizmor, "--no-config", *actions], ROOT))
    policy = str(ROOT / "e2e" / "actions" / "zizmor.yml")
    report("zizmor on the example", judged([*zizmor, "--config", policy, str(EXAMPLE)], ROOT))


def a_job(scratch, binary):
    """Setup, a failed test, report; then the report of two saved shards."""
    runner = Runner(scratch)
    folder = scratch / "binary"
    folder.mkdir()
    (folder / "gasoline").symlink_to(binary)
    port = str(reserve_port())
    try:
        code, outputs, said = runner.use("setup", path=str(folder), port=port)
        is_up = code == 0 and outputs["url"] == f"http://127.0.0.1:{port}"
        report("setup starts the server", None if is_up else f"{code} {outputs} {said}")
        if not is_up:
            return
        url = outputs["url"]
        fail_a_test(url, "pays", "TypeError: total of nothing")

        code, outputs, said = runner.use("report", port=port, snapshot="shard 1.json")
        text = read(scratch / "gasoline-report.md")
        is_told = code == 0 and "## Test Failure: pays" in text and "total of nothing" in text
        report("report tells why, and does not fail", None if is_told else f"{code} {said} {text}")
        report("report says that tests failed", differs(outputs, {"failed": "true"}))
        summary = read(runner.summary)
        is_told = "total of nothing" in summary
        report("the summary of the job tells it", None if is_told else f"it says: {summary}")

        code, _, said = runner.use("report", port=port, fail="true", summary="false")
        report("report fails when it is asked to", None if code == 1 else f"{code} {said}")

        post(url, "/clear", {})
        fail_a_test(url, "searches", "ReferenceError: nobody is here")
        runner.use("report", port=port, snapshot="shard 2.json", summary="false")
        code, _, said = runner.use("report", from_="shard *.json", format="json", output="all.json")
        tests = [one["test_id"] for one in json.loads(read(scratch / "all.json"))["tests"]]
        is_whole = {"pays", "searches"} <= set(tests) and len(set(tests)) == len(tests)
        report("shards are merged", None if is_whole else f"{code} {said} {tests}")

        code, _, said = runner.use("report", from_="none.json", output="none.md")
        is_told = code == 2 and "none.json" in said
        report("a missing shard is told", None if is_told else f"{code} {said}")

        runner.use("setup", port=port, path=HOSTILE)
        runner.use("setup", port=HOSTILE, path=str(folder))
        runner.use("report", port=HOSTILE, test_id=HOSTILE, severity=HOSTILE)
        runner.use("report", from_=HOSTILE, format=HOSTILE, output="hostile.md")
        is_safe = not list(scratch.glob("**/pwned"))
        report("inputs are never run", None if is_safe else "an input was run")

        code, _, said = runner.use("setup", path=str(scratch), port=port)
        is_told = code == 2 and "hint: " in said
        report("a folder without the binary is told", None if is_told else f"{code} {said}")
    finally:
        runner.end()


def the_example(scratch, binary):
    """Our steps of the example: each shard on a machine of its own, and the report of what they left."""
    import yaml

    jobs = yaml.safe_load(EXAMPLE.read_text())["jobs"]
    folder = scratch / "binary"
    folder.mkdir()
    (folder / "gasoline").symlink_to(binary)

    def uses(job, name):
        """What the example gives to one of our actions."""
        found = [step for step in jobs[job]["steps"] if f"/actions/{name}@" in step.get("uses", "")]
        return dict(found[0].get("with", {}))

    def named(values, matrix):
        told = {key: expand(value, {"matrix": matrix}) for key, value in values.items()}
        return {key.replace("-", "_").replace("from", "from_"): one for key, one in told.items()}

    together = scratch / "report"
    together.mkdir()
    names = []
    for shard in jobs["test"]["strategy"]["matrix"]["shard"]:
        machine = scratch / f"machine {shard}"
        machine.mkdir()
        runner, port, matrix = Runner(machine), str(reserve_port()), {"shard": shard}
        try:
            setup = named(uses("test", "setup"), matrix)
            # The binary of this checkout stands for the released one.
            del setup["version"]
            code, outputs, said = runner.use("setup", path=str(folder), port=port, **setup)
            if code != 0:
                return report("the example sets each shard up", f"{code} {said}")
            names.append(f"test of shard {shard}")
            fail_a_test(outputs["url"], names[-1], f"TypeError: shard {shard} is broken")
            code, _, said = runner.use("report", port=port, **named(uses("test", "report"), matrix))
            if code != 0:
                return report("the example saves each shard", f"{code} {said}")
        finally:
            runner.end()
        # What the artifacts carry from one job to the other, merged into one folder.
        upload = [step for step in jobs["test"]["steps"] if "upload-artifact" in step.get("uses", "")]
        for file in machine.glob(upload[0]["with"]["path"]):
            shutil.copy(file, together / file.name)
    runner = Runner(together)
    runner.path.append(str(folder))
    given = named(uses("report", "report"), {})
    code, outputs, said = runner.use("report", **given)
    page = read(together / given["output"])
    missing = [name for name in names if name not in page]
    is_whole = code == 0 and outputs == {"failed": "true"} and not missing
    report("the example merges its shards", None if is_whole else f"{code} {said} {missing}")
    shown = page.count('<img src="data:image/png;base64,')
    report("the example's report shows each screenshot", differs(shown, len(names)))


def a_taken_port(scratch, binary):
    runner = Runner(scratch)
    try:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = str(other.getsockname()[1])
            code, _, said = runner.use("setup", path=str(binary.parent), port=port)
        is_told = code == 2 and "hint: " in said
        report("a port that another holds is told", None if is_told else f"{code} {said}")
    finally:
        runner.end()


def a_job_by_npm(scratch, binary):
    """The same by the package, from a registry on loopback."""
    pack = ["node", str(ROOT / "e2e" / "packs.mjs")]
    environment = {**os.environ, "GASOLINE_BINARY": str(binary)}
    made = subprocess.run(pack, capture_output=True, text=True, env=environment)
    if made.returncode != 0:
        raise CannotLook(f"the packages cannot be made: {made.stderr}")
    registry = subprocess.Popen(
        ["node", str(ROOT / "e2e" / "npm" / "registry.mjs"), *made.stdout.splitlines()],
        stdout=subprocess.PIPE,
        text=True,
    )
    prefix = scratch / "prefix"
    settings = {
        "npm_config_registry": registry.stdout.readline().strip(),
        "npm_config_prefix": str(prefix),
        "npm_config_cache": str(scratch / "cache"),
        "GASOLINE_BINARY": "",
        "PATH": os.pathsep.join([str(prefix / "bin"), os.environ["PATH"]]),
    }
    runner = Runner(scratch, settings)
    try:
        code, outputs, said = runner.use("setup", port=str(reserve_port()), version="0.1.0")
        report("setup installs the package", None if code == 0 else f"{code} {said}")
        if code == 0:
            answer = urllib.request.urlopen(f"{outputs['url']}/health", timeout=300)
            report("and starts its server", differs(json.load(answer)["name"], "gasoline"))
    finally:
        runner.end()
        registry.terminate()
        registry.wait()


def differs(found, wanted):
    return None if found == wanted else f"{found}, not {wanted}"


def read(path):
    return path.read_text() if path.exists() else ""


def run(job, binary):
    begin()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="gasoline-actions-"))
    try:
        job(scratch, binary)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main():
    enter()
    binary = find_binary(ROOT)
    jobs = (a_taken_port, a_job_by_npm, a_job, the_example, how_they_are_written)
    # Each is a machine of its own; the first waits most of the time.
    with concurrent.futures.ThreadPoolExecutor(3) as lanes:
        list(lanes.map(run, jobs, [binary] * len(jobs)))
    return summarize()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotLook as reason:
        print(f"error: {reason}", file=sys.stderr)
        sys.exit(2)
