"""NetworkX: graphs of Python dicts."""

SETUP = """
import random

import networkx as nx

def path(n=5):
    return nx.path_graph(n)

def weighted():
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        [(0, 1, 4.0), (0, 2, 1.0), (2, 1, 2.0), (1, 3, 5.0), (2, 3, 8.0)]
    )
    return graph

def directed():
    return nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])

def acyclic():
    return nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")])

def flow():
    graph = nx.DiGraph()
    graph.add_edge("x", "a", capacity=3.0)
    graph.add_edge("x", "b", capacity=1.0)
    graph.add_edge("a", "c", capacity=3.0)
    graph.add_edge("b", "c", capacity=5.0)
    graph.add_edge("c", "y", capacity=2.0)
    return graph

def tree():
    return nx.balanced_tree(2, 3)
"""
DRIVERS = """
networkx. density is_connected number_connected_components diameter radius center
networkx. periphery eccentricity is_bipartite average_clustering transitivity
networkx. square_clustering triangles clustering degree_centrality closeness_centrality
networkx. betweenness_centrality harmonic_centrality load_centrality core_number
networkx. degree_assortativity_coefficient find_cliques articulation_points bridges
networkx. biconnected_components connected_components is_tree is_forest is_eulerian
networkx. greedy_color average_neighbor_degree is_chordal wiener_index degree_histogram
networkx. global_efficiency local_efficiency complement number_of_selfloops is_empty
networkx. isolates is_distance_regular is_regular non_edges max_weight_matching
networkx. average_shortest_path_length floyd_warshall all_pairs_shortest_path_length
networkx. maximal_matching is_biconnected is_at_free constraint
networkx. effective_size chain_decomposition find_asteroidal_triple dominating_set
    path()
    path(7)
networkx. minimum_spanning_edges minimum_spanning_tree johnson s_metric is_weighted
networkx. all_pairs_dijkstra_path_length floyd_warshall_predecessor_and_distance
networkx. stoer_wagner
    weighted()
    path(4)
networkx. is_directed_acyclic_graph strongly_connected_components transitive_closure
networkx. weakly_connected_components is_strongly_connected condensation simple_cycles
networkx. is_weakly_connected number_strongly_connected_components is_semiconnected
networkx. in_degree_centrality out_degree_centrality attracting_components
networkx. overall_reciprocity flow_hierarchy kosaraju_strongly_connected_components
    directed()
    acyclic()
networkx. topological_sort topological_generations lexicographical_topological_sort
networkx. all_topological_sorts dag_longest_path dag_longest_path_length antichains
networkx. transitive_reduction
    acyclic()
    nx.DiGraph([(0, 1), (0, 2)])
networkx. barycenter
    tree()
    path(4)
networkx.shortest_path
    path(), 0, 3
    weighted(), 0, 3, weight="weight"
networkx.dijkstra_path
    weighted(), 0, 3
    weighted(), 1, 2
networkx.dijkstra_path_length
    weighted(), 0, 3
    path(), 0, 9
networkx.bellman_ford_path
    weighted(), 0, 3
networkx.single_source_shortest_path
    path(), 0
networkx.single_source_shortest_path_length
    path(), 0, cutoff=2
networkx.astar_path
    weighted(), 0, 3, lambda a, b: abs(a - b)
    path(), 0, 3
networkx.all_simple_paths
    weighted(), 0, 3
    path(), 0, 3, cutoff=2
networkx.all_shortest_paths
    weighted(), 0, 3
networkx.has_path
    path(), 0, 3
    directed(), 4, 0
networkx.bfs_edges
    tree(), 0
    path(), 2
networkx.bfs_tree
    tree(), 0
networkx.bfs_layers
    tree(), [0]
networkx.bfs_predecessors
    tree(), 0
networkx.dfs_edges
    tree(), 0
networkx.dfs_preorder_nodes
    tree(), 0
networkx.dfs_postorder_nodes
    tree(), 0
networkx.dfs_labeled_edges
    path(3), 0
networkx.edge_bfs
    directed(), 0
networkx.edge_dfs
    directed(), 0
networkx.maximum_flow
    flow(), "x", "y"
networkx.maximum_flow_value
    flow(), "x", "y"
networkx.minimum_cut
    flow(), "x", "y"
networkx.node_connectivity
    path()
networkx.ancestors
    acyclic(), "c"
networkx.descendants
    acyclic(), "a"
networkx.lowest_common_ancestor
    nx.DiGraph([(0, 1), (0, 2), (1, 3)]), 3, 2
networkx.jaccard_coefficient
    path(), [(0, 2), (0, 3)]
networkx.adamic_adar_index
    path(), [(0, 2)]
networkx.preferential_attachment
    path(), [(0, 2)]
networkx.common_neighbors
    path(), 0, 2
networkx.is_path
    path(), [0, 1, 2]
    path(), [0, 2]
networkx.path_weight
    weighted(), [0, 2, 1], "weight"
networkx.relabel_nodes
    path(3), {0: "a", 1: "b"}
    path(3), str
networkx.compose
    path(3), weighted()
networkx.disjoint_union
    path(3), path(2)
networkx.cartesian_product
    path(3), path(2)
networkx.power
    path(4), 2
networkx.union
    path(2), nx.Graph([("a", "b")])
networkx.difference
    path(3), nx.empty_graph(3)
networkx.path_graph
    4
    ["a", "b"]
networkx.cycle_graph
    (4, range(4))
networkx.complete_graph
    (4, range(4))
networkx.star_graph
    (3, range(3))
networkx.grid_2d_graph
    (2, range(2)), (3, range(3))
    (2, range(2)), (2, "ab"), periodic=True
networkx.balanced_tree
    2, 2
networkx.hypercube_graph
    2
networkx.barbell_graph
    3, 1
networkx.ladder_graph
    3
networkx.wheel_graph
    (4, range(4))
networkx.turan_graph
    5, 2
networkx.havel_hakimi_graph
    [2, 2, 2, 1, 1]
networkx.is_graphical
    [2, 2, 2, 1, 1]
    [3, 1]
networkx.is_valid_degree_sequence_havel_hakimi
    [2, 2, 2, 1, 1]
networkx.gnp_random_graph
    6, 0.5, seed=random.Random(3)
networkx.barabasi_albert_graph
    8, 2, seed=random.Random(3)
networkx.watts_strogatz_graph
    8, 2, 0.3, seed=random.Random(2)
networkx.random_labeled_tree
    6, seed=random.Random(3)
networkx.to_dict_of_lists
    path(3)
networkx.from_dict_of_lists
    {0: [1, 2], 1: [2]}
networkx.to_edgelist
    path(3)
networkx.adjacency_data
    path(3)
networkx.node_link_data
    path(3)
networkx.generate_edgelist
    weighted()
networkx.generate_adjlist
    path(3)
networkx.parse_edgelist
    ["1 2", "2 3"], nodetype=int
networkx.parse_adjlist
    ["1 2 5", "2 3"], nodetype=int
networkx.to_prufer_sequence
    path(4)
networkx.from_prufer_sequence
    [3, 3, 3, 4]
networkx.subgraph
    path(), [0, 1]
networkx.ego_graph
    path(), 2
networkx.contracted_nodes
    path(), 0, 4
networkx.k_core
    nx.complete_graph(4), 2
networkx.k_shell
    nx.complete_graph(4)
networkx.is_isomorphic
    path(), path()
    path(), nx.star_graph(4)
networkx.could_be_isomorphic
    path(), path(4)
networkx.weisfeiler_lehman_graph_hash
    path()
networkx.minimum_cycle_basis
    nx.cycle_graph(4)
networkx.cycle_basis
    nx.complete_graph(4), 0
networkx.find_cycle
    directed()
    acyclic()
networkx.girth
    nx.cycle_graph(5)
networkx.eulerian_circuit
    nx.cycle_graph(4)
networkx.is_dominating_set
    path(), {1, 3}
networkx.is_matching
    path(), {(0, 1), (2, 3)}
networkx.is_perfect_matching
    path(4), {(0, 1), (2, 3)}
networkx.community.label_propagation_communities
    nx.barbell_graph(3, 0)
networkx.community.modularity
    nx.barbell_graph(3, 0), [{0, 1, 2}, {3, 4, 5}]
networkx.community.kernighan_lin_bisection
    nx.barbell_graph(3, 0), seed=random.Random(2)
networkx.community.k_clique_communities
    nx.complete_graph(4), 3
networkx.community.girvan_newman
    nx.barbell_graph(3, 0)
networkx.community.louvain_communities
    nx.barbell_graph(3, 0), seed=random.Random(2)
networkx.community.greedy_modularity_communities
    nx.barbell_graph(3, 0)
networkx.bipartite.sets
    path(4)
networkx.bipartite.color
    path(4)
networkx.bipartite.projected_graph
    path(4), [0, 2]
networkx.bipartite.maximum_matching
    nx.complete_bipartite_graph(2, 3)
networkx.bipartite.density
    path(4), [0, 2]
networkx.voronoi_cells
    path(), [0, 4]
networkx.tournament.is_tournament
    nx.DiGraph([(0, 1), (1, 2), (0, 2)])
networkx.tournament.hamiltonian_path
    nx.DiGraph([(0, 1), (1, 2), (0, 2)])
networkx.triadic_census
    directed()
networkx.immediate_dominators
    nx.DiGraph([(0, 1), (0, 2), (1, 3), (2, 3)]), 0
networkx.dominance_frontiers
    nx.DiGraph([(0, 1), (0, 2), (1, 3), (2, 3)]), 0
networkx.is_k_edge_connected
    path(), 1
networkx.k_edge_components
    nx.complete_graph(4), 2
networkx.utils.pairwise
    [1, 2, 3]
    [1, 2, 3], cyclic=True
networkx.utils.flatten
    [1, [2, [3]]]
networkx.utils.UnionFind.union
    nx.utils.UnionFind([1, 2, 3]), 1, 2
networkx.utils.groups
    {"a": 1, "b": 2, "c": 1}
networkx.Graph.add_edges_from
    path(3), [(0, 5), (1, 2, {"w": 3})]
networkx.Graph.remove_node
    path(3), 1
    path(3), 9
networkx.Graph.subgraph
    path(3), [0, 1]
networkx.Graph.number_of_edges
    path(3)
    path(3), 0, 1
networkx.Graph.has_edge
    path(3), 0, 1
networkx.Graph.copy
    path(3)
networkx.Graph.to_directed
    path(3)
networkx.DiGraph.reverse
    directed()
"""
