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

# Opponents for the tests of the arena. Without them those tests pass by doing nothing, except where CI is set.
engines=(fairymax sjeng hoichess phalanx stockfish toga2 glaurung fairy-stockfish gnuchess)
missing=()
for engine in "${engines[@]}"; do
    PATH="$PATH:/usr/games" command -v "$engine" > /dev/null || missing+=("$engine")
done
if [ "${#missing[@]}" -gt 0 ] && command -v apt-get > /dev/null; then
    sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        sudo=(sudo -n)
    fi
    if ! { "${sudo[@]}" apt-get update -qq && "${sudo[@]}" apt-get install -qq -y --no-install-recommends "${missing[@]}"; }; then
        echo "not installed: ${missing[*]}; the tests that play against them are skipped" >&2
    fi
fi
