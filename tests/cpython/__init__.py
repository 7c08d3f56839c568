"""CPython's own tests on converted modules: see `python -m tests.cpython --help`."""
