"""Descriptors without ``__get__``: they keep a value in the dict of the object."""

from tests.corpus.case import case, floats


class Kept:
    """Counts what is set, and forgets what was computed of it."""

    def __set__(self, instance, value):
        own = vars(instance)
        own["count"] = own.get("count", 0) + 1
        own["nodes"] = value
        if "size" in own:
            del own["size"]


class Graph:
    nodes = Kept()

    def __init__(self, nodes=None):
        self.nodes = {} if nodes is None else nodes

    def clear(self):
        self.nodes.clear()


class Bare:
    nodes = Kept()


def set_and_read(graph, x):
    graph.nodes = {0: x.sum()}
    first = graph.nodes
    graph.nodes = {1: x[0]}
    return first, graph.nodes, graph.count


def set_in_branches_and_loops(graph, x):
    if x[0] > 0:
        graph.nodes = {2: x[0]}
    else:
        graph.nodes = {3: x[1]}
    for value in x:
        graph.nodes[int(value)] = value
    return graph.nodes, graph.count, hasattr(graph, "size")


def changed_between_calls_back(graph, x):
    graph.nodes = {5: x[0]}
    before = sorted(graph.nodes, key=str)
    graph.nodes[6] = x[1]
    graph.size = len(graph.nodes)
    graph.nodes = {}
    graph.nodes[7] = x[0]
    return before, graph.nodes, vars(graph).copy()


def made_here(x):
    graph = Graph()
    graph.nodes[1] = x.sum()
    found = dict(graph.nodes)
    graph.clear()
    graph.nodes = found
    return graph, graph.nodes, Graph({2: x[0]}).nodes


def begun_again(graph, x):
    graph.__init__({4: x[0]})
    graph.nodes[5] = x[1]
    found = dict(graph.nodes)
    Graph.clear(graph)
    return found, graph.nodes


def every(kind):
    return [(kind(), floats(1, 2)), (kind(), floats(-1, 2, 3)), (kind(), floats(0, 4))]


CASES = [
    case(set_and_read, *every(Graph), *every(Bare)),
    case(set_in_branches_and_loops, *every(Graph), *every(Bare)),
    case(changed_between_calls_back, *every(Graph), *every(Bare)),
    case(made_here, floats(1, 2), floats(3)),
    case(begun_again, *every(Graph)),
]
