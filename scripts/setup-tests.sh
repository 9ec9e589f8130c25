#!/usr/bin/env bash
# Installs what the tests need beyond cargo and make; `make test` calls it. Nothing so far.
set -euo pipefail

if ! command -v cargo > /dev/null; then
    echo "cargo is missing: install Rust from https://rustup.rs" >&2
    exit 1
fi
# The formatter and the linter come with rustup's default profile; a minimal one lacks them.
if ! cargo fmt --version > /dev/null 2>&1 || ! cargo clippy --version > /dev/null 2>&1; then
    rustup component add rustfmt clippy
fi
