"""No file imports, by whatever way, one that imports it: not even for annotations."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("autograph", "tracer")


def test_no_circle_of_files():
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = {
        file: graph.find_modules_directly_imported_by(file) for file in graph.modules
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' <- '.join(error.args[1])}")
