"""No files import each other in a circle, not even for annotations or in functions."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("autograph", "runtime", "tracer")


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle_of_files(package):
    graph = grimp.build_graph(package, cache_dir=None)
    imports = {
        module: graph.find_modules_directly_imported_by(module)
        for module in graph.modules
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
