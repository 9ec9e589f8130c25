#!/usr/bin/env bash
# Builds the page, and the binary that carries it, and drives both in a real Chromium; `make test` calls it.
# Arguments are test files of tests/web; all of them if none is given.
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
    if ! cmp --silent "$1/package-lock.json" "$1/node_modules/.lock"; then
        npm --prefix "$1" ci --no-audit --no-fund --loglevel=error
        cp "$1/package-lock.json" "$1/node_modules/.lock"
    fi
}
install web
install tests/web

npm --prefix web run --silent check
npm --prefix web run --silent build
cargo build --package rocada
CHROMIUM=$(command -v chromium)
export CHROMIUM
cd tests/web
exec node --test --test-concurrency=1 "${@:-.}"
