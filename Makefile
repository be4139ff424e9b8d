# Two commands matter: `make demo` and `make test`. Both set up what they need in .venv.

PYTHON ?= python3
PORT ?= 8000
BOARD_PORT ?= 8100
# So many tests at a time, each with one thread for pictures and sums.
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo venue setup test lint types check messages bench performance docs pictures lock deb release-key audit bare fixtures fixtures-sheets model clean

demo: $(VENV)/ready
	@$(BIN)/quarterdeck demo --port $(PORT)

# Simulated tables, and the board of their venue. It needs Debian's postgresql and mosquitto.
venue: $(VENV)/ready
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[venue]'
	@$(BIN)/python -m fixtures.venue --port $(BOARD_PORT)

setup: $(VENV)/ready

test: lint types check

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready-to-test
	$(BIN)/mypy

# Bytecode is written even where the environment forbids it: the tests start the program dozens of times.
check: $(VENV)/ready-to-test
	PYTHONDONTWRITEBYTECODE= OPENCV_FOR_THREADS_NUM=1 OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal

bench: $(VENV)/ready-to-test
	$(BIN)/pytest -m benchmark -s tests/benchmarks

performance: $(VENV)/ready-to-test
	$(BIN)/python -m tests.documents.performance

# After a text was added or changed: what is new in the message files stands there without a translation.
messages: $(VENV)/ready-to-test
	$(BIN)/pybabel -q extract -F babel.cfg -k _ -k ngettext:1,2 -k pgettext:1c,2 --no-location --sort-output \
		--project Quarterdeck -o engine/i18n/locale/quarterdeck.pot engine vision table device web venue
	sed -i '/^"POT-Creation-Date/d' engine/i18n/locale/quarterdeck.pot
	@# en_US has only what is spelled otherwise: its test names what is missing there
	for language in $(filter-out en_US %.pot,$(notdir $(wildcard engine/i18n/locale/*))); do \
		$(BIN)/pybabel -q update -D quarterdeck -i engine/i18n/locale/quarterdeck.pot -d engine/i18n/locale -l $$language \
			--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date || exit 1; \
	done

docs: $(VENV)/ready-to-test
	$(BIN)/python -m tests.documents

pictures: $(VENV)/ready-to-test
	$(BIN)/python -m tests.end_to_end.pictures
	$(BIN)/python -m fixtures.evaluation fixtures/stills/abnormal --split check --calibrated --sheet docs/pictures/not-read.jpg

# Asks the package index for the newest wheels, and writes their hashes down.
lock: $(VENV)/ready-to-test
	$(BIN)/python -m release.lock

# Both machine types, on one x86 machine; KEY=~/.config/quarterdeck/release_key for a release.
deb: $(VENV)/ready-to-test
	@command -v dh >/dev/null || { echo 'Packages are built with debhelper: apt install debhelper openssh-client.'; exit 1; }
	$(BIN)/python -m release.build $(if $(KEY),--key $(KEY))

release-key: $(VENV)/ready
	$(BIN)/python -m release.key

audit: $(VENV)/ready-to-test
	$(BIN)/pip install --quiet --editable '.[audit]'
	$(BIN)/python -m tests.packaging.audit

bare:
	tests/packaging/bare_machine.sh bookworm
	tests/packaging/bare_machine.sh trixie

fixtures: $(VENV)/ready
	$(BIN)/pip install --quiet --editable '.[fixtures]'
	$(BIN)/python -m fixtures.generator stills
	$(BIN)/python -m fixtures.generator recordings
	$(BIN)/python -m fixtures.generator sheets

fixtures-sheets: $(VENV)/ready
	$(BIN)/python -m fixtures.generator sheets

model: $(VENV)/ready
	$(BIN)/pip install --quiet --editable '.[model]'
	OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 $(BIN)/python -m fixtures.training

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The Pi's libraries for camera and pins come from the system: where one is there, the environment may see it. What the
# camera's is built on was compiled for the system's numpy, and is loaded beside one of the same major version only.
FROM_SYSTEM := 'from importlib.util import find_spec; assert find_spec("picamera2") or find_spec("lgpio")'
NUMPY := 'import picamera2, numpy; print("numpy<%d" % (int(numpy.__version__.partition(".")[0]) + 1))'

$(VENV)/ready: pyproject.toml setup.py $(wildcard engine/i18n/locale/*/LC_MESSAGES/*.po)
	@command -v $(PYTHON) >/dev/null || \
		{ echo 'Quarterdeck needs Python 3.11 or newer: install it (apt install python3 python3-venv).'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Quarterdeck needs Python 3.11 or newer, this is $$($(PYTHON) --version): name another with PYTHON=…"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'Python cannot make an environment here: install its venv module (apt install python3-venv).'; exit 1; }
	@echo 'Setting up in $(VENV), once …'
	@$(PYTHON) -m venv $$($(PYTHON) -c $(FROM_SYSTEM) 2>/dev/null && echo --system-site-packages) $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable . $$($(PYTHON) -c $(NUMPY) 2>/dev/null) || \
		{ echo 'The set-up could not be finished: see above; it needs a way to a Python package index.'; exit 1; }
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]' || \
		{ echo 'The set-up could not be finished: see above; it needs a way to a Python package index.'; exit 1; }
	@touch $@
