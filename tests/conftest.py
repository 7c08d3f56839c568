"""Goldens: texts that tests expect, rewritten by ``pytest --golden``."""


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="rewrite expected texts")
