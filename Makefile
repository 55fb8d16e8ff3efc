# The project's tasks. `make` alone lists them; PYTHON is the interpreter that they use.
PYTHON ?= $(if $(wildcard .venv/bin/python),.venv/bin/python,python3)
CORPUS ?= ../shared/corpus/cards.jsonl.gz
AGREED ?= ../shared/agreed/agreed.jsonl

.PHONY: help install test browser lint format types site check atlas catalogue index limits coverage agreed readme python-docs pictures messages schema snapshots verify mutants bench ci

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

install: ## make .venv and install the package with its tools into it
	python3 -m venv .venv
	.venv/bin/pip install --quiet --editable ".[dev,fast]"
	.venv/bin/python -m striate.boards.describing

test: ## run the tests
	$(PYTHON) -m pytest -n auto

browser: ## try the page in a real browser (Debian's Chromium)
	$(PYTHON) -m pytest -rs tests/test_page_in_a_browser.py tests/test_site_in_a_browser.py

lint: ## look for mistakes of style
	$(PYTHON) -m ruff check .

format: ## lay the code out
	$(PYTHON) -m ruff format .

site: ## build the docs as a site and check their links and spelling
	$(PYTHON) -m codespell_lib README.md CHANGELOG.md CONTRIBUTING.md docs
	$(PYTHON) -m mkdocs build --strict

types: ## check the types, with both checkers
	$(PYTHON) -m mypy
	$(PYTHON) -m pyright --pythonpath $$(command -v $(PYTHON))

check: lint types test ## lint, types and tests

catalogue: ## compile cards/catalogue/catalogue.sqlite, which the package ships, from CORPUS
	$(PYTHON) -m striate.cards.catalogue.shipping $(CORPUS)
	$(PYTHON) -m striate.search.indexing
	$(PYTHON) -m striate.cards.catalogue.shipping limits

limits: ## work out cards/limits.index anew, from the shipped catalogue
	$(PYTHON) -m striate.cards.catalogue.shipping limits

atlas: ## make queries/atlas/atlas.sqlite, which the package ships, of its best-known cards
	STRIATE_CATALOGUE=none.sqlite STRIATE_ATLAS=queries/atlas/atlas.sqlite $(PYTHON) -m striate.app.cli atlas build --best 100 -j 2

index: ## work out search/cards.index anew, from the shipped catalogue
	$(PYTHON) -m striate.search.indexing

coverage: ## measure how much of CORPUS is understood
	$(PYTHON) -m striate.app.cli cards coverage $(CORPUS)

agreed: ## check all boards on which XMage's hand-written cards gave the same answer
	$(PYTHON) -m striate.app.cli check $(AGREED)

readme: ## write into README.md what its commands print now
	$(PYTHON) tests/test_readme.py

python-docs: ## write the reference of docs/python.md from the docstrings
	$(PYTHON) -m tests.test_python_docs

pictures: ## take the pictures of the page in docs/pictures anew
	$(PYTHON) -m tests.page_pictures docs/pictures

messages: ## write all messages into tests/messages.txt, to be read through
	$(PYTHON) -m tests.messages

schema: ## write what is made of steps and boards: part of docs/boards.md, the schema, the index by rule
	$(PYTHON) -m striate.boards.describing
	$(PYTHON) -m striate.queries.rulesindex tests/boards

snapshots: ## write into tests/snapshots what outcome and explain print now
	$(PYTHON) -m tests.test_snapshots

verify: ## prove or refute the whole library of theorems
	$(PYTHON) -m striate.app.cli verify -j 2

mutants: ## plant 20 small faults and say which of them nothing notices
	$(PYTHON) bench/mutants.py 20

bench: ## measure the solver layer
	$(PYTHON) bench/solver_bench.py

ci: ## everything from scratch, as on a fresh machine
	.ci/run
