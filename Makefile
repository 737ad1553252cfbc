# Every target runs in a virtual environment that is created from requirements.lock.
# A new machine only needs Python 3.11 or newer and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
SITE   := .venv-site
LIST   ?= data/lists/aof-3.5-the-iron-vale.yaml

.PHONY: site man quick languages proof mutants sbom run test check lint types layers data index docs gallery picture bench lock wheel clean walks prose house

run: $(READY)  ## open the builder with a sample list
	@$(BIN)/listbuilder run-sample $(LIST)

test: $(READY)  ## run all tests
	$(BIN)/pytest -q -n auto --dist loadgroup

check: lint types layers test data  ## run every check that a change must pass

quick: lint types $(READY)  ## run lint, types and the tests for the files changed since the last commit
	$(BIN)/python -m tests.quick

lint: prose $(READY)  ## check format, code and prose
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

prose: $(READY)  ## find phrases that docs/style.md bans
	$(BIN)/python -m tools.prose_lint

house: $(READY)  ## count modules, names and phrases that docs/style.md limits
	$(BIN)/python -m tools.house

types: $(READY)  ## run mypy --strict, tests included
	$(BIN)/mypy

layers: $(READY)  ## check that imports point downwards only
	$(BIN)/lint-imports

data: $(READY)  ## check all bundled data
	$(BIN)/listbuilder data check

index: $(READY)  ## rebuild data/index.json
	$(BIN)/python -m tools.build_index

docs: $(READY)  ## rebuild docs/codes, its examples and the output shown in the guides
	$(BIN)/python -m tests.cases.make_examples
	$(BIN)/python -m listbuilder.library.code_pages docs/codes
	$(BIN)/python -m tools.refresh_guides

languages: $(READY)  ## list the missing translations
	$(BIN)/python -m tools.languages

man: $(READY)  ## write the manual page to dist/listbuilder.1
	@mkdir -p dist
	$(BIN)/listbuilder help --man > dist/listbuilder.1

gallery: $(READY)  ## rebuild the samples in exports/
	$(BIN)/python -m tools.gallery exports

picture: $(READY)  ## retake the screenshot of the builder for the README
	$(BIN)/python -m tools.screenshot docs/builder.svg

bench: $(READY)  ## measure speed and memory as ratios (SHORT=1: few repeats, to check that they work)
	$(BIN)/python -m benchmarks $(if $(SHORT),--short)

proof: $(READY)  ## inject faults, fuzz and crash the program; writes docs/proof.md (COUNT=10000: long run)
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r proof/requirements.txt 2>/dev/null
	$(BIN)/python -m proof $(if $(COUNT),--count $(COUNT)) $(if $(KILLS),--kills $(KILLS)) --write docs/proof.md

mutants: $(READY)  ## run mutation tests; writes docs/mutants.md
	$(BIN)/python -m proof.mutants $(if $(COUNT),--count $(COUNT)) --write docs/mutants.md

walks: $(READY)  ## press 200 random keys in every game, size and language
	LISTBUILDER_WALKS=all $(BIN)/pytest -q -n auto tests/tui/test_random_keys.py

sbom: $(READY)  ## write the bill of materials to dist/sbom.json
	@mkdir -p dist
	$(BIN)/python -m proof.sbom > dist/sbom.json

site: $(READY) $(SITE)/.ready  ## build the documents as an offline site: dist/site/index.html
	$(BIN)/python -m docs.site build/site
	$(SITE)/bin/zensical build --strict --config-file build/site/mkdocs.yml
	@mkdir -p dist && rm -rf dist/site && mv build/site/site dist/site

lock:  ## update the lock files (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  pyproject.toml --group dev -o requirements.lock
	echo zensical | uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  - -o docs/site/requirements.txt

wheel: $(READY)  ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean:  ## remove all generated files
	rm -rf $(VENV) $(SITE) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(READY): requirements.lock pyproject.toml
	@echo "Setting up $(VENV) from requirements.lock" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q listbuilder
	@touch $(READY)

$(SITE)/.ready: docs/site/requirements.txt
	@echo "Setting up $(SITE) from docs/site/requirements.txt" >&2
	@$(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r docs/site/requirements.txt
	@touch $@
