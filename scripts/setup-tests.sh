#!/usr/bin/env bash
# Installs what the tests need beyond cargo and make; `make test` calls it.
set -euo pipefail

if ! command -v cargo > /dev/null; then
    echo "cargo is missing: install Rust from https://rustup.rs" >&2
    exit 1
fi
# The formatter and the linter come with rustup's default profile; a minimal one lacks them.
if ! cargo fmt --version > /dev/null 2>&1 || ! cargo clippy --version > /dev/null 2>&1; then
    rustup component add rustfmt clippy
fi

# The clients and opponents that Rocada is tested with. Debian calls its packages by these names; elsewhere the tests that need a
# missing program are skipped with a note, unless CI=true.
packages=()
need() { # need PROGRAM PACKAGE...
    local program=$1
    shift
    PATH="$PATH:/usr/games" command -v "$program" > /dev/null || packages+=("$@")
}
need xboard xboard
need xvfb-run xvfb xauth
for engine in fairymax sjeng hoichess phalanx stockfish toga2 glaurung fairy-stockfish gnuchess; do
    need "$engine" "$engine"
done
need polyglot polyglot
need import imagemagick
need python3 python3 python3-venv
# The page is driven in a real browser.
need npm nodejs npm
need chromium chromium

if [ ${#packages[@]} -gt 0 ]; then
    root=()
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    if command -v apt-get > /dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2> /dev/null; }; then
        install=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends)
        "${install[@]}" "${packages[@]}" > /dev/null 2>&1 ||
            { "${root[@]}" apt-get update -qq && "${install[@]}" "${packages[@]}" > /dev/null; }
    elif [ "${CI:-}" = true ]; then
        echo "these packages are missing and cannot be installed: ${packages[*]}" >&2
        exit 1
    else
        echo "note: tests with real clients are skipped; install ${packages[*]} to run them" >&2
    fi
fi

# python-chess, in an environment of its own beside the other things that are built.
venv="${CARGO_TARGET_DIR:-target}/test-venv"
if command -v python3 > /dev/null && ! "$venv/bin/python" -c 'import chess.engine' 2> /dev/null; then
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'chess==1.11.*'; }; then
        [ "${CI:-}" != true ] || exit 1
        echo "note: tests with python-chess are skipped; pip could not install 'chess==1.11.*'" >&2
    fi
fi
