#!/bin/sh
# Builds the fuzz targets with the stable toolchain and runs each for some seconds (20 unless told).
set -eu
cd "$(dirname "$0")"

seconds=${1:-20}
targets="ingest timestamp mask mcp_arguments"

if ! command -v c++ >/dev/null; then
    echo "error: there is no C++ compiler, and libFuzzer is written in C++" >&2
    echo "hint: apt-get install g++" >&2
    exit 2
fi

export RUSTC_WRAPPER="$PWD/instrument.sh"
export CARGO_TARGET_DIR="$PWD/target"
unset CARGO_BUILD_TARGET RUSTFLAGS

started=$(date +%s)
cargo build --quiet --release --locked
echo "built in $(($(date +%s) - started)) s"

crashed=0
for target in $targets; do
    mkdir -p "corpus/$target" "artifacts/$target"
    log="artifacts/$target.log"
    # Slow inputs are faults too: ten seconds for a few kilobytes is a hang.
    if "target/release/$target" "corpus/$target" "corpus-seeds/$target" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=4096 \
        -print_final_stats=1 -artifact_prefix="artifacts/$target/" >"$log" 2>&1; then
        executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        covered=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
        echo "ok    $target: $executions executions, $covered"
    else
        crashed=$((crashed + 1))
        echo "CRASH $target: see fuzz/$log"
        grep -E -A 2 'panicked at|ERROR: |Test unit written' "$log" | head -n 20
    fi
done

echo "$(($(echo "$targets" | wc -w) - crashed)) passed, $crashed failed"
[ "$crashed" -eq 0 ]
