# Everything runs in a virtual environment of its own, made from requirements.lock.
# A fresh machine needs Python 3.11 or newer and make, nothing else.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
SITE   := .venv-site
LIST   ?= data/lists/aof-3.5-the-iron-vale.yaml

.PHONY: site man quick languages proof mutants sbom run test check lint types layers data index docs gallery picture bench lock wheel clean walks

run: $(READY)  ## open the builder with a sample list
	@$(BIN)/listbuilder run-sample $(LIST)

test: $(READY)  ## run all tests
	$(BIN)/pytest -q -n auto --dist loadgroup

check: lint types layers test data  ## everything a change must pass

quick: lint types $(READY)  ## lint, types and the tests that are about what changed since the last commit
	$(BIN)/python -m tests.quick

lint: $(READY)  ## format and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)  ## mypy --strict, over tests too
	$(BIN)/mypy

layers: $(READY)  ## imports point downwards only
	$(BIN)/lint-imports

data: $(READY)  ## check all bundled data
	$(BIN)/listbuilder data check

index: $(READY)  ## rebuild data/index.json
	$(BIN)/python -m listbuilder.library

docs: $(READY)  ## rebuild the pages of docs/codes and their examples
	$(BIN)/python -m tests.cases.make_examples
	$(BIN)/python -m listbuilder.library.explain docs/codes

languages: $(READY)  ## tell what the languages lack
	$(BIN)/python -m listbuilder.i18n

man: $(READY)  ## write the manual page to dist/listbuilder.1
	@mkdir -p dist
	$(BIN)/listbuilder help --man > dist/listbuilder.1

gallery: $(READY)  ## rebuild the samples in exports/
	$(BIN)/python -m listbuilder.exporters.gallery exports

picture: $(READY)  ## take the README's picture of the builder anew
	$(BIN)/python -m listbuilder.tui.picture docs/builder.svg

bench: $(READY)  ## measure speed and memory, as ratios
	$(BIN)/python -m benchmarks

proof: $(READY)  ## sown faults, fuzzers, injections and crashes; writes docs/proof.md (COUNT=10000 for the long run)
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r proof/requirements.txt 2>/dev/null
	$(BIN)/python -m proof $(if $(COUNT),--count $(COUNT)) $(if $(KILLS),--kills $(KILLS)) --write docs/proof.md

mutants: $(READY)  ## change the code in small ways and see whether the tests notice; writes docs/mutants.md
	$(BIN)/python -m proof.mutants $(if $(COUNT),--count $(COUNT)) --write docs/mutants.md

walks: $(READY)  ## random sessions of 200 keys in every game, size and language
	LISTBUILDER_WALKS=all $(BIN)/pytest -q -n auto tests/tui/test_random_keys.py

sbom: $(READY)  ## write the bill of materials to dist/sbom.json
	@mkdir -p dist
	$(BIN)/python -m proof.sbom > dist/sbom.json

site: $(READY) $(SITE)/.ready  ## build the documents as a site that is read offline: dist/site/index.html
	$(BIN)/python -m docs.site build/site
	$(SITE)/bin/zensical build --strict --config-file build/site/mkdocs.yml
	@mkdir -p dist && rm -rf dist/site && mv build/site/site dist/site

lock:  ## work the lock files out anew (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  pyproject.toml --group dev -o requirements.lock
	echo zensical | uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  - -o docs/site/requirements.txt

wheel: $(READY)  ## build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

clean:  ## remove everything that was made
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
