#!/usr/bin/env bash
# Drives the page in a real Chromium. Builds it, and the binary that carries it, first, unless ROCADA names a binary:
# `make test` has built one by then. Arguments are test files of tests/web; all of them if none is given.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in npm chromium cargo; do
    command -v "$program" > /dev/null && continue
    if [ "${CI:-}" = true ]; then
        echo "$program is missing: scripts/setup-tests.sh installs it" >&2
        exit 1
    fi
    echo "note: the tests of the page are skipped; install $program to run them" >&2
    exit 0
done

# Installs what package-lock.json names, if that has changed since.
install() {
    [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ] ||
        npm --prefix "$1" ci --no-audit --no-fund --loglevel=error
}
install tests/web
if [ -z "${ROCADA:-}" ]; then
    make --no-print-directory page
    cargo build --profile test --package rocada
    ROCADA="${CARGO_TARGET_DIR:-target}/debug/rocada"
fi
npm --prefix web run --silent check

ROCADA=$(realpath "$ROCADA")
CHROMIUM=$(command -v chromium)
export ROCADA CHROMIUM
cd tests/web
if [ $# = 0 ]; then set -- *.test.mjs; fi
exec node --test --test-concurrency=1 "$@"
