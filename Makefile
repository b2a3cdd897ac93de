# The two commands: `make play` and `make test`. Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BABEL = $(BIN)/pybabel -q

.DEFAULT_GOAL := help
.PHONY: help play demo test test-live setup lint types rooms unit bench lock catalogues check-scenarios recordings clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

play: setup ## set everything up and play a scenario
	@$(BIN)/physassist play

demo: setup ## watch sessions that play themselves; no key, no network
	@$(BIN)/physassist demo

test: setup lint types rooms unit ## set everything up and run every check and test

setup: $(VENV)/.ready ## make .venv with the pinned, hashed packages

# The stamp is newer than what it was made from; a changed lock makes the environment anew.
$(VENV)/.ready: requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "physassist needs Python 3.11 or newer; this is `$(PYTHON) --version`. Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "Python has no venv here. On Debian: apt-get install python3-venv" >&2; exit 2; }
	@echo "Installing the pinned packages into $(VENV) (once) ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

rooms: setup
	$(BIN)/lint-imports

# One process more than cores: a third of the time of the screens' tests is waiting.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else os.cpu_count() + 1)')

unit: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-live: setup ## play with a real, small model (docs/models.md says what it needs)
	PHYSASSIST_LIVE=1 $(BIN)/python -m pytest -rs tests/real_model

bench: setup ## measure; writes bench/results.json
	$(BIN)/python -m bench

recordings: setup ## make the recordings that ship anew, after a change of their scenarios
	$(BIN)/python recordings/make.py

check-scenarios: setup ## prove the shipped scenarios fit to use
	$(BIN)/physassist scenarios check --mutate

catalogues: setup ## gather the strings to translate into locales/
	$(BABEL) extract --no-default-keywords -k _ -k msg -k nmsg:1,2 --no-location --sort-output \
	  --project physassist --copyright-holder 'the physassist authors' -o locales/physassist.pot physassist_tui
	$(BABEL) update -D physassist -i locales/physassist.pot -d locales -l zh --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

lock: ## pin anew (needs uv)
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command 'make lock' -o requirements.lock
	uv pip compile -q pyproject.toml --group dev -c requirements.lock --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command 'make lock' -o requirements-dev.lock
	uv pip compile -q tests/fhir_real/requirements.in --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command 'make lock' -o tests/fhir_real/requirements.lock

clean: ## remove the environments and what was built
	rm -rf $(VENV) .venv-fhir build dist *.egg-info bench/results.json
