# Everything goes through cargo; this file names the usual ways to call it. `make help` lists them.
# Target flags: .cargo/config.toml asks for the machine at hand; RUSTFLAGS="-C target-cpu=x86-64-v3" make build
# replaces that, for every crate.

CARGO ?= cargo
BINARY = $(or $(CARGO_TARGET_DIR),target)/release/rocada

# OpenBench calls `make EXE=name` and expects the engine there.
ifdef EXE
.DEFAULT_GOAL := executable
else
.DEFAULT_GOAL := build
endif

.PHONY: build page run xboard test lint bench clean help executable

build: page ## build the binary: target/release/rocada
	$(CARGO) build --release

# Without npm the binary has no page; everything but `rocada serve` works.
page: ## build the page of the browser board, if npm is there
	@if command -v npm > /dev/null 2>&1; then \
	    set -e; cd web; \
	    [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund; \
	    npm run --silent build; \
	else \
	    echo "npm is missing: building without the page of 'rocada serve'"; \
	fi

run: ## run the engine quietly, as xboard -fcp "make run" needs it
	@$(CARGO) build --release --quiet
	@exec $(BINARY)

xboard: build ## open XBoard with the engine
	@PATH="$$PATH:/usr/games" command -v xboard > /dev/null || \
	    { echo "xboard is missing; on Debian: sudo apt install xboard" >&2; exit 1; }
	PATH="$$PATH:/usr/games" xboard -fcp "$(abspath $(BINARY))"

lint: ## check the format, the lints and the documentation
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items

test: ## set up what the tests need, lint, and run all tests
	scripts/setup-tests.sh
	$(MAKE) page
	$(MAKE) lint
	$(CARGO) test --workspace --doc
	@if $(CARGO) nextest --version > /dev/null 2>&1; then \
	    set -x; $(CARGO) nextest run --workspace; \
	else \
	    set -x; $(CARGO) test --workspace --lib --bins --tests; \
	fi
	ROCADA=$(or $(CARGO_TARGET_DIR),target)/debug/rocada scripts/test-web.sh

bench: ## race the peers in counting moves
	$(CARGO) bench --package rocada-rules --bench perft

clean: ## remove all that was built
	$(CARGO) clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  make EXE=name  build the binary and copy it to that name (OpenBench)"

# OpenBench tests the engine; its workers need no page.
executable:
	$(CARGO) build --release
	cp $(BINARY) $(EXE)
