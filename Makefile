# `make run` and `make test` are all a new machine needs: Python 3.11+, venv, make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DATA ?= boardhub-data

.PHONY: run test check bench soak clean

run: $(READY)
	@echo 'boardhub: watch a demo match with'
	@echo "    (printf 'ZUSCHAUEN demo1\\nNAME me\\n'; sleep 600) | nc 127.0.0.1 15001"
	@echo 'boardhub: ask what there is with'
	@echo "    printf 'VERSION\\nLISTE\\nABMELDEN\\n' | nc 127.0.0.1 15001"
	@echo 'boardhub: end it with Ctrl-C'
	$(BIN)/twistd -n --pidfile= boardhub --demo --grace 0 --data $(DATA)

test: $(READY)
	$(BIN)/pytest -q

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python -m bench

soak: $(READY)
	BOARDHUB_SOAK=20 $(BIN)/pytest -q -m 'not daemon'

# Everything the targets above need, in an environment of its own.
$(READY): setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,check,bench]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info
