#!/usr/bin/env python3
"""Has OpenTelemetry's own schema, and a collector, judge the OTLP that the real binary exports and sends.

Every line is parsed by the generated classes of the protocol, unknown members refused, encoded to
bytes and decoded again. GASOLINE_BINARY names the binary; otherwise it is the one cargo built for
debugging, or for release. Exit codes: 0 all passed, 1 something failed, 2 could not look.
"""

import base64
import concurrent.futures
import contextlib
import gzip
import http.server
import json
import pathlib
import queue
import subprocess
import sys
import threading
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "e2e"))

from checks import begin, report, summarize  # noqa: E402
from packages import CannotLook, enter, find_binary  # noqa: E402
from ports import reserve_port  # noqa: E402

CASES = ROOT / "crates" / "gasoline-codegen" / "export-cases"
SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
PATIENCE_SECONDS = 300
#: A server that is told to end does so within its two seconds; a loaded machine takes its time.
END_SECONDS = 60


class Skipped(Exception):
    """What a check needs is not to be had on this machine."""


def requests():
    """The protocol's requests, by the member that tells them apart in JSON."""
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    return {"resourceSpans": ExportTraceServiceRequest, "resourceLogs": ExportLogsServiceRequest}


def with_bytes(value):
    """OTLP/JSON writes ids in hexadecimal, where JSON of protocol buffers wants base64."""
    if isinstance(value, list):
        return [with_bytes(item) for item in value]
    if not isinstance(value, dict):
        return value
    changed = {name: with_bytes(member) for name, member in value.items()}
    for name in ("traceId", "spanId", "parentSpanId"):
        if name in changed:
            identity = bytes.fromhex(changed[name])
            if len(identity) != (16 if name == "traceId" else 8) or not any(identity):
                raise ValueError(f"`{changed[name]}` is no {name}")
            changed[name] = base64.b64encode(identity).decode()
    return changed


def rows(request):
    """Spans or records of a request, as the protocol's classes see them."""
    if hasattr(request, "resource_spans"):
        return [s for r in request.resource_spans for c in r.scope_spans for s in c.spans]
    return [s for r in request.resource_logs for c in r.scope_logs for s in c.log_records]


def decoded(text):
    """A line as a request of the protocol that went through bytes and back; raises if it is none."""
    from google.protobuf import json_format

    members = json.loads(text)
    (name,) = members
    request = json_format.Parse(json.dumps(with_bytes(members)), requests()[name]())
    again = type(request)()
    again.ParseFromString(request.SerializeToString())
    if again != request:
        raise ValueError("it is another after it was encoded")
    (resource,) = members[name]
    (scope,) = resource.get("scopeSpans") or resource.get("scopeLogs")
    written = scope.get("spans") or scope.get("logRecords")
    if len(rows(again)) != len(written):
        raise ValueError(f"{len(written)} rows were written, {len(rows(again))} are read")
    if SECRET in text:
        raise ValueError("it has a secret inside")
    return again


def is_refused(text):
    try:
        decoded(text)
    except Exception:
        return True
    return False


def judge_the_judge():
    """A schema that takes anything would judge nothing."""
    span = {"traceId": "ab" * 16, "spanId": "cd" * 8, "name": "x"}
    line = lambda span: json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})  # noqa: E731
    broken = [{"kind": "loud"}, {"startTime": 1}, {"traceId": "ab"}, {"spanId": "0" * 16}]
    if is_refused(line(span)) or not all(is_refused(line(span | fault)) for fault in broken):
        raise CannotLook("the schema takes what is no OTLP, or refuses what is")


class Collector(http.server.ThreadingHTTPServer):
    """Takes what is sent to it, unless it `hesitates`: then not before it is closed."""

    daemon_threads = True

    def __init__(self, hesitates=False):
        super().__init__(("127.0.0.1", 0), Handler)
        self.released, self.taken = threading.Event(), queue.Queue()
        if not hesitates:
            self.released.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.released.wait()
        self.server.taken.put((self.path, self.headers["content-type"], body))
        with contextlib.suppress(OSError):
            self.send_response(200)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Server:
    def __init__(self, binary, *flags):
        words = [str(binary), "serve", "--port", "0", *flags]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = self.process.stdout.readline().decode().strip()

    @property
    def port(self):
        return self.url.rsplit(":", 1)[1]

    def post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode())
        request.add_header("content-type", "application/json")
        urllib.request.urlopen(request, timeout=PATIENCE_SECONDS).read()

    def end(self):
        self.process.terminate()
        try:
            return self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def tell(server):
    """A test that fails, with everything that becomes a span or a record, and a visit beside it."""
    test = {"test_id": "shop › pays"}
    server.post("/test-boundary", test | {"action": "start", "title": "pays", "file": "a.spec.ts"})
    server.post("/network-bodies", test | {"bodies": [
        {"method": "POST", "url": f"http://localhost/pay?token={SECRET}", "status": 500},
        {"method": "odd", "url": "http://[::1]:8080/", "status": 0, "error": "network"},
    ]})
    server.post("/websocket-events", test | {"events": [{"event": "error", "id": "w", "url": "ws://localhost/"}]})
    server.post("/enhanced-actions", test | {"actions": [{"type": "click", "selectors": {"text": "\u202ePay\0"}}]})
    server.post("/performance-snapshot", test | {"url": "/pay", "timing": {"load": 12.5}})
    server.post("/logs", test | {"entries": [{"level": "error", "message": f"no {SECRET}", "stack": "x"}]})
    server.post("/test-boundary", test | {"action": "end", "status": "failed", "error": {"message": "no"}})
    server.post("/logs", {"entries": [{"level": "warn", "message": "beside", "url": "http://localhost/"}]})


def check_files(binary):
    for case in sorted(path for path in CASES.iterdir() if path.is_dir()):
        words = [str(binary), "export", "otlp", "--from", str(case / "snapshot.json")]
        run = subprocess.run(words, capture_output=True, text=True, check=True)
        lines = [decoded(line) for line in run.stdout.strip().split("\n")]
        assert len(lines) == 2 and all(rows(line) for line in lines), case.name


def check_live(binary):
    server = Server(binary)
    try:
        tell(server)
        words = [str(binary), "export", "otlp", "--port", server.port]
        run = subprocess.run(words, capture_output=True, text=True, check=True)
        traces, logs = (decoded(line) for line in run.stdout.strip().split("\n"))
        names = {span.name for span in rows(traces)}
        assert {"pays", "POST /pay", "HTTP /", "WebSocket /"} <= names, names
        assert len(rows(logs)) == 2, logs
    finally:
        server.end()


def check_sent(binary):
    collector = Collector()
    server = Server(binary, "--otlp", collector.endpoint)
    try:
        tell(server)
        taken = [collector.taken.get(timeout=PATIENCE_SECONDS) for _ in range(4)]
    finally:
        code = server.end()
    assert code == 0, code
    assert {path for path, _, _ in taken} == {"/v1/traces", "/v1/logs"}, taken
    assert {kind for _, kind, _ in taken} == {"application/json"}, taken
    assert len(spans_of(decoded(body.decode()) for _, _, body in taken)) > 5, taken


def spans_of(requests):
    """Ids of spans, and those that records name."""
    return {row.span_id for request in requests for row in rows(request) if row.span_id}


def check_forwarded(binary):
    """A collector takes it, and what it sends on in the protocol's own bytes is what was captured."""
    try:
        import rotel
    except ImportError:
        raise Skipped("there is no collector for this machine") from None
    behind = Collector()
    grpc, http_port = reserve_port(), reserve_port()
    program = pathlib.Path(rotel.__file__).parent / "rotel-agent"
    words = ["start", "--exporter", "otlp", "--otlp-exporter-protocol", "http"]
    words += ["--otlp-exporter-endpoint", behind.endpoint]
    words += ["--otlp-grpc-endpoint", f"127.0.0.1:{grpc}"]
    words += ["--otlp-http-endpoint", f"127.0.0.1:{http_port}"]
    collector = subprocess.Popen(
        [str(program), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    server = Server(binary, "--otlp", f"http://127.0.0.1:{http_port}")
    try:
        tell(server)
        words = [str(binary), "export", "otlp", "--port", server.port]
        run = subprocess.run(words, capture_output=True, text=True, check=True)
        exported = spans_of(decoded(line) for line in run.stdout.strip().split("\n"))
        forwarded = set()
        while not exported <= forwarded:
            path, kind, body = behind.taken.get(timeout=PATIENCE_SECONDS)
            assert kind == "application/x-protobuf", kind
            forwarded |= spans_of([in_bytes(path, body)])
    finally:
        server.end()
        collector.terminate()
        collector.wait(END_SECONDS)
    assert len(exported) > 5, exported


def in_bytes(path, body):
    """A request in the protocol's bytes, packed as collectors send them."""
    name = "resourceSpans" if path == "/v1/traces" else "resourceLogs"
    request = requests()[name]()
    request.ParseFromString(gzip.decompress(body))
    return request


def check_slow(binary):
    """A collector that takes its time keeps nobody waiting."""
    collector = Collector(hesitates=True)
    server = Server(binary, "--otlp", collector.endpoint)
    try:
        tell(server)
        with urllib.request.urlopen(server.url + "/health", timeout=PATIENCE_SECONDS) as answer:
            assert json.load(answer)["otlp"]["sent_spans"] == 0
    finally:
        code = server.end()
        collector.released.set()
    assert code == 0, code


def check_dead(binary):
    """Neither does one that is not there."""
    server = Server(binary, "--otlp", f"http://127.0.0.1:{reserve_port()}")
    try:
        tell(server)
        with urllib.request.urlopen(server.url + "/health", timeout=PATIENCE_SECONDS) as answer:
            assert json.load(answer)["status"] == "ok"
    finally:
        code = server.end()
    assert code == 0, code


def run(check, binary):
    begin()
    name = check.__name__.removeprefix("check_")
    try:
        check(binary)
        report(name)
    except Skipped as reason:
        print(f"skip  {name}: {reason}", flush=True)
    except Exception as fault:
        report(name, repr(fault))


def main():
    enter()
    binary = find_binary(ROOT)
    judge_the_judge()
    checks = (check_forwarded, check_slow, check_sent, check_dead, check_live, check_files)
    # Each has servers of its own, and waits for them most of the time.
    with concurrent.futures.ThreadPoolExecutor(3) as lanes:
        list(lanes.map(run, checks, [binary] * len(checks)))
    return summarize()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotLook as reason:
        print(f"error: {reason}", file=sys.stderr)
        sys.exit(2)
