#!/bin/sh
# Builds the fuzz targets with the stable toolchain and runs each for some seconds (20 unless told).
set -eu
cd "$(dirname "$0")"

seconds=${1:-20}

if ! command -v c++ >/dev/null; then
    echo "error: there is no C++ compiler, and libFuzzer is written in C++" >&2
    echo "hint: apt-get install g++" >&2
    exit 2
fi

started=$(date +%s)
unset CARGO_BUILD_TARGET RUSTFLAGS
export RUSTC_WRAPPER="$PWD/instrument.sh"
export CARGO_TARGET_DIR="$PWD/target"
cargo build --quiet --release --locked
echo "built in $(($(date +%s) - started)) s"

# Fuzzes one target and prints what became of it. A slow input is a fault too: ten seconds for four
# kilobytes is a hang.
fuzz() {
    mkdir -p "corpus/$1" "artifacts/$1"
    log="artifacts/$1.log"
    if "target/release/$1" "corpus/$1" "corpus-seeds/$1" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=4096 \
        -print_final_stats=1 -artifact_prefix="artifacts/$1/" >"$log" 2>&1; then
        executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        covered=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
        echo "ok    $1: $executions executions, $covered"
    else
        echo "CRASH $1: see fuzz/$log"
        grep -E -A 2 'panicked at|ERROR: |Test unit written' "$log" | head -n 20
        return 1
    fi
}

# Two at a time: each takes one core.
crashed=0
fuzz ingest & first=$!
fuzz mask & second=$!
wait "$first" || crashed=$((crashed + 1))
wait "$second" || crashed=$((crashed + 1))
fuzz timestamp & first=$!
fuzz mcp_arguments & second=$!
wait "$first" || crashed=$((crashed + 1))
wait "$second" || crashed=$((crashed + 1))
fuzz sources || crashed=$((crashed + 1))

echo "$((5 - crashed)) passed, $crashed failed"
[ "$crashed" -eq 0 ]
