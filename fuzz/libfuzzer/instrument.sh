#!/bin/sh
# Stands before rustc and adds coverage to our own crates only: instrumenting the hundred others would
# take minutes and lead the fuzzer into parsers that are not ours.
# The pass is in every LLVM, so no nightly compiler is needed.
set -eu
case " $* " in
*" --crate-name build_script_"*) ;;
*" --crate-name gasoline_"*)
    set -- "$@" --cfg fuzzing -Cpasses=sancov-module \
        -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares \
        -Ccodegen-units=1
    ;;
esac
exec "$@"
