# `make run` and `make test` are all a new machine needs: Python 3.11+, venv, make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
DATA ?= boardhub-data

.PHONY: run test check bench soak clean

run: $(INSTALLED)
	@printf '%s\n' 'boardhub: watch at http://127.0.0.1:15080/, or a demo match in the terminal, for a' \
	  'minute or until Ctrl-C, with' \
	  "    (printf 'ZUSCHAUEN demo1\\nNAME me\\n'; sleep 60; echo ABMELDEN) | nc 127.0.0.1 15001" \
	  "    (printf 'WATCH demo1\\nNAME me\\n'; while sleep 5; do echo PLAN; done) | nc 127.0.0.1 15002" \
	  "    (printf 'ZUSCHAUEN demo1\\nNAME me\\n'; sleep 60; echo ABMELDEN) | nc 127.0.0.1 15000" \
	  "    (printf 'ZUSCHAUEN demo1\\nNAME me\\n'; sleep 60; echo ABMELDEN) | nc 127.0.0.1 15003" \
	  'boardhub: ask what there is with' \
	  "    printf 'VERSION\\nLISTE\\nABMELDEN\\n' | nc 127.0.0.1 15001" \
	  'boardhub: end it with Ctrl-C'
	$(BIN)/twistd -n --pidfile= boardhub --demo --grace 0 --data $(DATA)

test: $(READY)
	$(BIN)/pytest -q --numprocesses=2 --dist=loadfile

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench

soak: $(READY)
	BOARDHUB_SOAK=20 $(BIN)/pytest -q -m 'not daemon'

# The package alone, in an environment of its own: enough to run it.
$(INSTALLED): setup.cfg pyproject.toml
	@echo 'boardhub: setting up $(VENV), this takes a moment the first time'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

# What tests, checks and benchmarks need beside it.
$(READY): $(INSTALLED)
	@echo 'boardhub: installing what tests and checks need'
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,check,bench]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info
