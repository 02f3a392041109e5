# Everything a person or a CI machine does with a checkout of Graphscope.
# Recipes use relative paths only, so that the checkout may lie in a folder with spaces in its name.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
TEST_PROCESSES ?= 2
PYTEST_OPTIONS ?=
export PYTHON

.PHONY: help setup run test lint picture benchmark package clean

help: ## tell what can be made
	@sed -nE 's/^([a-z]+):.*## (.*)/make \1\t\2/p' Makefile

setup: .venv/setup.stamp ## make .venv with Graphscope, its test tools and what they need of the system

run: setup ## open the window on a sample, or leave a picture of it where there is no display
	@packaging/system_libraries.sh
	@packaging/show_sample.sh build/graphscope.png

test: setup ## run all tests
	.venv/bin/python -m pytest -n $(TEST_PROCESSES) $(PYTEST_OPTIONS)

lint: .venv/lint.stamp ## check style, formatting and types
	.venv/bin/python -m ruff check .
	.venv/bin/python -m ruff format --check .
	.venv/bin/python -m mypy

picture: setup ## make the pictures of the docs again
	@packaging/show_sample.sh --picture docs/window.png
	.venv/bin/python -m graphscope samples/clip_loop.py --function clip_loop --signature 'float32[8, 4], 3, False' \
		--select line:39 --screenshot docs/linked_texts.png
	.venv/bin/python -m graphscope samples/tensor_control_flow.py --function collatz --signature 'int32[]' \
		--signature 7 --select line:47 --screenshot docs/linked_signatures.png
	.venv/bin/python -m graphscope samples/tensor_control_flow.py --function absolute --signature 'float32[]' \
		--view A=after --select op:cond --screenshot docs/linked_after.png
	.venv/bin/python -m graphscope samples/grappler_playground.py --function fuse --signature 'float32[8, 4]' \
		--view A=pass:8 --screenshot docs/passes.png

benchmark: setup ## measure the eight graphs of docs/performance.md (they are traced once, which takes minutes)
	.venv/bin/python -m tests.benchmarks.table

package: .venv/package.stamp ## build wheel and sdist into dist/ and prove them in a fresh environment
	@packaging/build_and_prove.sh

clean: ## remove everything that was made here
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/setup.stamp: pyproject.toml packaging/make_environment.sh packaging/system_libraries.sh
	@packaging/make_environment.sh test
	@packaging/system_libraries.sh
	@touch $@

.venv/lint.stamp .venv/package.stamp: .venv/%.stamp: .venv/setup.stamp
	@packaging/make_environment.sh $*
	@touch $@
