# What a person or a machine does with this repository. `make` lists it.

# What one works with: as fast as the release, built in a third of the time.
PROFILE := bench-server
TARGET := $(or $(CARGO_TARGET_DIR),target)
PREFIX := $(HOME)/.local
PROGRAM := $(TARGET)/$(PROFILE)/wireclip

.PHONY: help run demo install test check conformance bench screenshots pages tools

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

# For a first look the quick build is fast enough, and there in half the time.
run: tools pages ## build the server and start it (ARGS="--port 3200" passes flags on)
	cargo build --package wireclip-server
	$(TARGET)/debug/wireclip serve $(ARGS)

demo: tools ## build, and watch a small company do a task
	cargo build --package wireclip-server
	$(TARGET)/debug/wireclip demo $(ARGS)

install: tools pages ## build it optimised, and put it on the path (PREFIX=/usr/local)
	cargo build --profile $(PROFILE) --package wireclip-server
	install -D $(PROGRAM) $(PREFIX)/bin/wireclip

test: tools ## every check there is; what CI runs
	scripts/test

check: tools ## the quick part of it: format, lints, house rules
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo xtask tidy

conformance: tools ## replay the recorded cases (CASES="issues runs/one-run-at-a-time")
	cargo build --package wireclip-server
	conformance/run $(TARGET)/debug/wireclip $(CASES)

bench: tools pages ## measure start, memory, wake-ups, lists, events and sandboxes
	cargo build --profile $(PROFILE) --package wireclip-server
	bench/run $(PROGRAM) $(ARGS)
	$(if $(ARGS),,bench/sandboxes $(PROFILE))

screenshots: tools pages ## make a company, and pictures of the board for the documents; needs Chromium
	cargo build --package wireclip-server
	scripts/board-in-browser $(TARGET)/debug/wireclip screenshots

# The board's pages go into the program; without Node it is built without them.
pages:
	@scripts/pages

tools:
	@command -v cargo >/dev/null || { \
	  echo "cargo is missing: install Rust 1.95 or newer, see https://rustup.rs"; exit 1; }
	@command -v cc >/dev/null || { \
	  echo "a C compiler is missing (SQLite is built in): apt-get install gcc libc6-dev"; exit 1; }
