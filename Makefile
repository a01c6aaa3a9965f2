# `make run` for a hall, `make test` for a developer; `make` alone lists the rest.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
ENV_FILE ?= .env
# Browser and property tests keep a core busy each.
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --disable-pip-version-check --constraint constraints.txt
# An install is repeated when these change, and costs nothing otherwise.
PACKAGES := pyproject.toml constraints.txt
STATIC := $(shell find scoring tournament -path '*/static/*' -type f)
CATALOGUES := $(wildcard tournament/locale/*/LC_MESSAGES/*.po)
# Commands that look at the code alone: no key, no database of anybody.
APART := DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py

export ENV_FILE

.PHONY: help run demo-reset static key setup test slow coverage lint check translations screenshots bench
.DELETE_ON_ERROR:

help:
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/run.stamp key ## serve the event on http://127.0.0.1:8000 (HOST=0.0.0.0 for phones, PORT=)
	@$(BIN)/python manage.py serve --host '$(HOST)' --port '$(PORT)' --check
	@$(MAKE) --no-print-directory static
	@echo '== Database'
	@$(BIN)/python manage.py migrate --no-input
	@$(BIN)/python manage.py demo
	@exec $(BIN)/python manage.py serve --host '$(HOST)' --port '$(PORT)'

demo-reset: $(VENV)/run.stamp key ## make the demo event anew (DEMO_PASSWORD= sets its accounts' password)
	@$(BIN)/python manage.py migrate --no-input --verbosity 0
	@$(BIN)/python manage.py demo --reset

static: $(VENV)/run.stamp key var/static/staticfiles.json ## compile translations, collect static files
	@$(BIN)/python manage.py compile_catalogues

var/static/staticfiles.json: $(VENV)/run.stamp $(STATIC)
	@echo '== Static files'
	@STATIC_MANIFEST=1 $(BIN)/python manage.py collectstatic --no-input

# The key is made once, for this machine, in a file that only its owner reads.
key: $(VENV)/run.stamp
	@if [ -z "$$SECRET_KEY" ] && ! grep -qs '^SECRET_KEY=.' '$(ENV_FILE)'; then \
	  echo '== Making a SECRET_KEY in $(ENV_FILE)'; umask 077; \
	  { $(BIN)/python -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(50))'; \
	    grep -sv '^SECRET_KEY=' '$(ENV_FILE)' || true; } > $(VENV)/env.new \
	  && mv $(VENV)/env.new '$(ENV_FILE)'; \
	fi

setup: $(VENV)/setup.stamp ## make .venv with everything for development

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo 'Python 3.11 or newer is needed; name one with PYTHON='; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo 'python3 cannot make virtual environments here: apt-get install python3-venv'; exit 1; }
	@echo '== Making $(VENV)'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(PACKAGES) | $(BIN)/pip
	@echo '== Installing what serving needs (a minute on a slow line)'
	@$(PIP) --editable .
	@touch $@

# Everything of run.stamp is in it.
$(VENV)/setup.stamp: $(PACKAGES) | $(BIN)/pip
	@echo '== Installing everything for development (some minutes on a slow line)'
	@$(PIP) --editable '.[dev,e2e,postgres,oracle]'
	@touch $(VENV)/run.stamp $@

test: setup ## run every test: unit, property, browser (PYTEST= adds options)
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(PYTEST)

slow: setup ## the browser tests with a slow server and a slow browser: what races, shows
	@SLOW_SERVER=$(or $(SLOW_SERVER),100) SLOW_BROWSER=$(or $(SLOW_BROWSER),4) \
	  $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/e2e -m 'not long' $(PYTEST)

coverage: setup ## run the examples of the rules; every branch must be taken
	@$(BIN)/pytest -n $(WORKERS) tests/scoring/rules -m 'not bulk' --cov=scoring.rules --cov-branch \
	  --cov-report=term-missing:skip-covered --cov-fail-under=100

lint: setup ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

check: lint ## lint, types, import contracts, migrations, deployment
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(APART) makemigrations --check --dry-run
	@SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') \
	  ENV_FILE=/dev/null DEBUG=0 HTTPS=1 \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

translations: setup ## bring the catalogue up to date (needs gettext)
	@command -v xgettext >/dev/null || { echo 'no gettext: apt-get install gettext'; exit 1; }
	@$(APART) makemessages --locale zh_Hans --add-location file --no-wrap --no-obsolete \
	  --ignore 'tests/*' --ignore 'var/*' --ignore 'build/*' --ignore '.venv*'

screenshots: setup ## a picture of every page, in var/screenshots (ONLY="hand board", SCALE=2)
	@$(BIN)/python -m tests.screenshots $(ONLY) --scale $(or $(SCALE),1)

bench: setup ## time the engine, draws, rosters, and a hundred tables saving hands
	@$(BIN)/python -m tests.benchmarks.hands
	@$(BIN)/python -m tests.benchmarks.swiss
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.benchmarks.roster
	@$(BIN)/python -m tests.benchmarks.draws
	@$(BIN)/python -m tests.benchmarks.hall
	@if bash .ci/with_postgres --programs > /dev/null 2>&1; then \
	  SYNC=on bash .ci/with_postgres $(BIN)/python -m tests.benchmarks.hall; \
	  else echo 'no PostgreSQL: apt-get install postgresql'; fi
