.PHONY: setup build test lint generated

setup:
	pip install -e ".[test,lint]"

build:
	pip install -e .

test:
	pytest -n auto

lint:
	ruff check .
	ruff format --check .
	cython-lint src
	mypy --strict mahjong_fast

generated:
	python tools/generate_tables.py
	python tools/generate_docs.py
