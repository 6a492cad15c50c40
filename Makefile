# The commands of the house. Everything runs in .venv, which the first command makes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DOCS := $(VENV)/.installed-docs
INSTALLED_BENCH := $(VENV)/.installed-bench
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
JOBS ?= 2

export PIP_NO_INPUT := 1
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help venv demo boundaries test lint format bench docs constraints clean

help: ## Show these commands
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

venv: $(INSTALLED) ## Make .venv with everything pinned

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fidedigno needs Python 3.11 or later: make PYTHON=python3.12 venv")'
	@echo "Making $(VENV) (once; a minute or two) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable '.[dev]'
	@touch $@

$(INSTALLED_DOCS): $(INSTALLED)
	@$(PIP) --editable '.[docs]'
	@touch $@

$(INSTALLED_BENCH): $(INSTALLED)
	@$(PIP) --editable '.[bench]'
	@touch $@

demo: $(INSTALLED) ## The pilot with its seven exit criteria, then the whole campus as ten people
	@$(BIN)/python examples/pilot/pilot.py
	@$(BIN)/python examples/demo.py

boundaries: $(INSTALLED) ## Test the permission boundaries of a made-up company; no violation is allowed
	@rm -rf .demo/company && mkdir -p .demo/company
	@$(BIN)/fidedigno init .demo/company --admin sara
	@$(BIN)/fidedigno users load examples/company/directory.yaml --workspace .demo/company
	@$(BIN)/fidedigno ingest examples/company --quiet --workspace .demo/company
	@for name in board hr legal; do \
	  $(BIN)/fidedigno corpora approve $$name --by sara --role security --until 2099-12-31 --workspace .demo/company; \
	  $(BIN)/fidedigno corpora approve $$name --by tomas --role legal --until 2099-12-31 --workspace .demo/company; \
	done
	@$(BIN)/fidedigno ingest examples/company --quiet --workspace .demo/company
	@$(BIN)/fidedigno boundaries --workspace .demo/company --report .demo/boundaries.html

test: $(INSTALLED) ## Run the tests
	@$(BIN)/python -m pytest -n $(JOBS) -q

lint: $(INSTALLED) ## Check style, types and the direction of imports
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(INSTALLED) ## Put the code in the house's format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(INSTALLED_BENCH) ## Measure; the figures go to docs/benchmarks.md
	@$(BIN)/python -m benchmarks

docs: $(INSTALLED_DOCS) ## Build the documentation into site/
	@$(BIN)/mkdocs build --strict --quiet
	@echo "Built site/index.html"

constraints: ## Refresh constraints.txt from a fresh environment
	@rm -rf $(VENV)-fresh
	@$(PYTHON) -m venv $(VENV)-fresh
	@$(VENV)-fresh/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs,bench]'
	@sed -n '/^#/p' constraints.txt > $(VENV)-fresh/header
	@$(VENV)-fresh/bin/python -m pip freeze --exclude-editable | cat $(VENV)-fresh/header - > constraints.txt
	@rm -rf $(VENV)-fresh

clean: ## Remove what the commands made
	@rm -rf $(VENV) .demo site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: live-systems
live-systems: ## install DokuWiki, slapd and setfacl, against which some connectors are tested (Debian, as root)
	apt-get install -y --no-install-recommends dokuwiki php-cli php-cgi php-xml slapd ldap-utils acl
