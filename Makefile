# The book, and everything that is checked about it. `make help` lists what can be made.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help book pdf published serve test fix diff lock audit bom bench torture nightly clean style types layers
# A recipe that fails leaves no half-made file behind to be taken for a whole one.
.DELETE_ON_ERROR:

# Any Python from 3.11 on makes the environment: `make book PYTHON=/path/to/python`.
is_new = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,python3 python3.11 python3.12 python3.13 python3.14,\
	$(shell $(name) -c '$(is_new)' 2>/dev/null && echo $(name))))

BIN := .venv/bin
READY := .venv/ready
SITE := $(CURDIR)/site
BOOK := square-fireballs
ADDRESS ?= 127.0.0.1:8000

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The theme's notice on the future of MkDocs would stand above every message of ours; the versions are pinned.
export NO_MKDOCS_2_WARNING := 1
# What is built comes from the environment made here, and from no other.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8

# What is installed follows from these two files alone, so they say when it is out of date.
$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or later found: make $(MAKECMDGOALS) PYTHON=/path/to/python"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv \
		|| { rm -rf .venv; echo "$(PYTHON) cannot make a virtual environment: on Debian, install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

book: $(READY) ## build the site; the last line is where it is
	$(BIN)/mkdocs build --strict
	@echo "$(SITE)"

pdf: $(READY) ## make the players' book as a PDF, which takes a Chromium; ARGS='--paper letter'
	$(BIN)/sfrules export pdf $(ARGS)

published: pdf ## build the site, with the PDF to take away from its cover
	DOWNLOADS="$(BOOK).pdf" $(BIN)/mkdocs build --strict
	cp dist/$(BOOK).pdf $(SITE)/

serve: $(READY) ## preview the book, rebuilt as you write
	$(BIN)/sfrules serve --dev-addr $(ADDRESS)

PYTEST := pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder
test nightly: export BUILT_SITE := $(SITE)

test: $(READY) style types layers book ## check everything that can be wrong
	@# The tests start some hundred programs, also where Python is told to keep no compiled code.
	@$(BIN)/python -m compileall -q sfrules
	$(BIN)/sfrules check
	$(BIN)/python -m $(PYTEST)

nightly: $(READY) .venv/coverage book ## run the tests with what takes long, and tell how much of the press they ran
	rm -f .cache/coverage.*
	NIGHTLY=1 $(BIN)/coverage run -m $(PYTEST)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

.venv/coverage: $(READY)
	$(BIN)/python -m pip install --quiet coverage
	@touch $@

style: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

fix: $(READY) ## lay the code out, and fix what the linter can fix
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# The two parted at their merge base: what the other branch has changed since is no change of this one.
BASE ?= main

diff: $(READY) ## the printed numbers that differ from the main branch, as Markdown; or BASE=branch
	@base=$$(git merge-base HEAD "$(BASE)" 2>/dev/null || git merge-base HEAD "origin/$(BASE)" 2>/dev/null) \
		|| { echo "no branch $(BASE) to compare with: make diff BASE=branch"; exit 1; }; \
	$(BIN)/sfrules diff "$$base"

# Made for every Python from 3.11 on, and for every platform; a fork of versions only where none serves all.
# Versions stay as they are unless they must change: `make lock UPGRADE=--upgrade` takes the newest.
COMPILE = .cache/lock/bin/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --custom-compile-command 'make lock' \
	--no-emit-index-url --no-emit-find-links --no-emit-index-annotation

lock: .cache/lock/bin/uv ## remake requirements.lock, and requirements-peers.lock beside it
	$(COMPILE) pyproject.toml --extra book --extra paper --group test --output-file requirements.lock
	$(COMPILE) --group peers --constraint requirements.lock --output-file requirements-peers.lock

.cache/lock/bin/uv:
	$(PYTHON) -m venv .cache/lock
	.cache/lock/bin/python -m pip install --quiet uv

AUDIT = .cache/audit/bin

audit: $(AUDIT)/pip-audit ## ask the public list of known holes for each package of requirements.lock
	$(AUDIT)/pip-audit --no-deps --disable-pip --requirement requirements.lock

bom: $(AUDIT)/pip-audit ## write what a release consists of to dist/bom.json
	mkdir -p dist
	$(AUDIT)/cyclonedx-py requirements requirements.lock --output-file dist/bom.json

$(AUDIT)/pip-audit:
	$(PYTHON) -m venv .cache/audit
	$(AUDIT)/python -m pip install --quiet pip-audit cyclonedx-bom

# The peers are installed beside the book, where they change no version that it has.
.venv/peers: requirements-peers.lock $(READY)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements-peers.lock
	@touch $@

bench: .venv/peers ## measure everything beside its peers, and write the table in bench/README.md; ARGS='--small'
	$(BIN)/python bench $(ARGS)

torture: $(READY) ## try to break the book and the press, and print what came of it; ARGS='--share 0.1'
	$(BIN)/python bench/torture $(ARGS)

clean: ## remove everything that is made, the environment with it
	rm -rf .venv .cache site .site-* build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find sfrules tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
