"""Graphs as matrices and lists, floods, unions, walks, geometry, images."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    wave,
)

W = np.array([[0, 4, 1, np.inf], [4, 0, 2, 5], [1, 2, 0, 8], [np.inf, 5, 8, 0]])


def floyd_warshall(d):
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
    return d


def floyd_warshall_rows(d):
    d = d.copy()
    for k in range(len(d)):
        d = np.minimum(d, d[:, k : k + 1] + d[k])
    return d


def dijkstra(w, source):
    n = len(w)
    distance = np.full(n, np.inf)
    done = np.zeros(n, dtype=bool)
    distance[source] = 0
    for _ in range(n):
        u = -1
        for v in range(n):
            if not done[v] and (u < 0 or distance[v] < distance[u]):
                u = v
        if distance[u] == np.inf:
            break
        done[u] = True
        for v in range(n):
            if w[u, v] != np.inf and distance[u] + w[u, v] < distance[v]:
                distance[v] = distance[u] + w[u, v]
    return distance


def bellman_ford(edges, n, source):
    distance = [np.inf] * n
    distance[source] = 0.0
    for _ in range(n - 1):
        changed = False
        for u, v, w in edges:
            if distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
                changed = True
        if not changed:
            return distance
    for u, v, w in edges:
        if distance[u] + w < distance[v]:
            raise ValueError("negative cycle")
    return distance


def prim(w):
    n = len(w)
    inside = [0]
    total = 0.0
    while len(inside) < n:
        best = None
        for u in inside:
            for v in range(n):
                if v not in inside and w[u, v] < np.inf:
                    if best is None or w[u, v] < best[0]:
                        best = (w[u, v], v)
        if best is None:
            return None
        total += best[0]
        inside.append(best[1])
    return total


def find(parent, i):
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def union_find(n, pairs):
    parent = np.arange(n)
    groups = n
    for a, b in pairs:
        ra, rb = find(parent, a), find(parent, b)
        if ra != rb:
            parent[ra] = rb
            groups -= 1
    return groups, parent


def kruskal(edges, n):
    parent = list(range(n))
    total = 0
    for w, a, b in sorted(edges):
        ra, rb = find(parent, a), find(parent, b)
        if ra != rb:
            parent[ra] = rb
            total += w
    return total


def breadth_first(adjacency, start):
    n = len(adjacency)
    level = np.full(n, -1)
    level[start] = 0
    queue = [start]
    while queue:
        u = queue.pop(0)
        for v in range(n):
            if adjacency[u, v] and level[v] < 0:
                level[v] = level[u] + 1
                queue.append(v)
    return level


def depth_first_order(adjacency, start):
    seen = np.zeros(len(adjacency), dtype=bool)
    order = []

    def visit(u):
        seen[u] = True
        for v in range(len(adjacency)):
            if adjacency[u, v] and not seen[v]:
                visit(v)
        order.append(u)

    visit(start)
    return order


def topological_order(adjacency):
    incoming = adjacency.sum(axis=0)
    order = []
    ready = [i for i in range(len(incoming)) if incoming[i] == 0]
    while ready:
        u = ready.pop()
        order.append(u)
        for v in range(len(adjacency)):
            if adjacency[u, v]:
                incoming[v] -= 1
                if incoming[v] == 0:
                    ready.append(v)
    if len(order) < len(adjacency):
        raise ValueError("cycle")
    return order


def transitive_closure(adjacency):
    reach = adjacency.astype(bool)
    while True:
        new = reach | (reach.astype(int) @ reach.astype(int) > 0)
        if (new == reach).all():
            return reach
        reach = new


def bipartite(adjacency):
    color = np.zeros(len(adjacency), dtype=int)
    for s in range(len(adjacency)):
        if color[s]:
            continue
        color[s] = 1
        stack = [s]
        while stack:
            u = stack.pop()
            for v in range(len(adjacency)):
                if adjacency[u, v]:
                    if color[v] == 0:
                        color[v] = -color[u]
                        stack.append(v)
                    elif color[v] == color[u]:
                        return False
    return True


def page_rank(links, damping, tolerance):
    n = len(links)
    out = links.sum(axis=1)
    rank = np.ones(n) / n
    turns = 0
    while True:
        new = np.full(n, (1 - damping) / n)
        for i in range(n):
            if out[i] > 0:
                new += damping * rank[i] * links[i] / out[i]
            else:
                new += damping * rank[i] / n
        turns += 1
        if np.abs(new - rank).sum() < tolerance:
            return new, turns
        rank = new


def max_flow(capacity, s, t):
    n = len(capacity)
    flow = 0
    while True:
        parent = [-1] * n
        parent[s] = s
        queue = [s]
        while queue and parent[t] < 0:
            u = queue.pop(0)
            for v in range(n):
                if parent[v] < 0 and capacity[u, v] > 0:
                    parent[v] = u
                    queue.append(v)
        if parent[t] < 0:
            return flow
        push = np.inf
        v = t
        while v != s:
            push = min(push, capacity[parent[v], v])
            v = parent[v]
        v = t
        while v != s:
            capacity[parent[v], v] -= push
            capacity[v, parent[v]] += push
            v = parent[v]
        flow += push


def nearest_neighbour_tour(points):
    n = len(points)
    visited = np.zeros(n, dtype=bool)
    here = 0
    tour = [0]
    visited[0] = True
    length = 0.0
    while len(tour) < n:
        best = -1
        best_distance = np.inf
        for j in range(n):
            if not visited[j]:
                d = np.hypot(*(points[here] - points[j]))
                if d < best_distance:
                    best, best_distance = j, d
        visited[best] = True
        tour.append(best)
        length += best_distance
        here = best
    return tour, length


def two_opt(order, distance):
    improved = True
    while improved:
        improved = False
        for i in range(1, len(order) - 1):
            for j in range(i + 1, len(order)):
                a, b = order[i - 1], order[i]
                c, d = order[j], order[(j + 1) % len(order)]
                gain = distance[a, b] + distance[c, d] - distance[a, c] - distance[b, d]
                if gain > 1e-12:
                    order[i : j + 1] = order[i : j + 1][::-1]
                    improved = True
    return order


def flood_fill(image, i, j, value):
    old = image[i, j]
    if old == value:
        return image
    stack = [(i, j)]
    while stack:
        r, c = stack.pop()
        if 0 <= r < image.shape[0] and 0 <= c < image.shape[1] and image[r, c] == old:
            image[r, c] = value
            stack.extend([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
    return image


def label_components(image):
    labels = np.zeros(image.shape, dtype=np.int64)
    count = 0
    for i in range(image.shape[0]):
        for j in range(image.shape[1]):
            if image[i, j] and labels[i, j] == 0:
                count += 1
                stack = [(i, j)]
                while stack:
                    r, c = stack.pop()
                    if r < 0 or c < 0 or r >= image.shape[0] or c >= image.shape[1]:
                        continue
                    if not image[r, c] or labels[r, c]:
                        continue
                    labels[r, c] = count
                    for d in (-1, 1):
                        stack.append((r + d, c))
                        stack.append((r, c + d))
    return labels, count


def maze_steps(maze):
    distance = np.full(maze.shape, -1)
    distance[0, 0] = 0
    frontier = [(0, 0)]
    while frontier:
        following = []
        for i, j in frontier:
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = i + a, j + b
                inside = 0 <= r < maze.shape[0] and 0 <= c < maze.shape[1]
                if inside and maze[r, c] == 0 and distance[r, c] < 0:
                    distance[r, c] = distance[i, j] + 1
                    following.append((r, c))
        frontier = following
    return distance[-1, -1]


def distance_transform(image):
    d = np.where(image, 0, 99)
    for i in range(d.shape[0]):
        for j in range(d.shape[1]):
            if i > 0:
                d[i, j] = min(d[i, j], d[i - 1, j] + 1)
            if j > 0:
                d[i, j] = min(d[i, j], d[i, j - 1] + 1)
    for i in range(d.shape[0] - 1, -1, -1):
        for j in range(d.shape[1] - 1, -1, -1):
            if i < d.shape[0] - 1:
                d[i, j] = min(d[i, j], d[i + 1, j] + 1)
            if j < d.shape[1] - 1:
                d[i, j] = min(d[i, j], d[i, j + 1] + 1)
    return d


def median_filter(image):
    out = image.copy()
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            out[i, j] = np.median(image[i - 1 : i + 2, j - 1 : j + 2])
    return out


def dilate(image, n):
    for _ in range(n):
        new = image.copy()
        new[1:] |= image[:-1]
        new[:-1] |= image[1:]
        new[:, 1:] |= image[:, :-1]
        new[:, :-1] |= image[:, 1:]
        if (new == image).all():
            break
        image = new
    return image


def otsu(histogram):
    total = histogram.sum()
    weighted = (np.arange(len(histogram)) * histogram).sum()
    below = sum_below = 0.0
    best = -1.0
    threshold = 0
    for t in range(len(histogram)):
        below += histogram[t]
        if below == 0:
            continue
        above = total - below
        if above == 0:
            break
        sum_below += t * histogram[t]
        between = (
            below * above * (sum_below / below - (weighted - sum_below) / above) ** 2
        )
        if between > best:
            best = between
            threshold = t
    return threshold


def bresenham(x0, y0, x1, y1):
    points = []
    dx, dy = abs(x1 - x0), -abs(y1 - y0)
    sx = 1 if x0 < x1 else -1
    sy = 1 if y0 < y1 else -1
    error = dx + dy
    while True:
        points.append((x0, y0))
        if x0 == x1 and y0 == y1:
            return points
        e2 = 2 * error
        if e2 >= dy:
            error += dy
            x0 += sx
        if e2 <= dx:
            error += dx
            y0 += sy


def polygon_area(points):
    area = 0.0
    for i in range(len(points)):
        j = (i + 1) % len(points)
        area += points[i, 0] * points[j, 1] - points[j, 0] * points[i, 1]
    if area < 0:
        return -area / 2
    return area / 2


def point_in_polygon(points, x, y):
    inside = False
    j = len(points) - 1
    for i in range(len(points)):
        xi, yi = points[i]
        xj, yj = points[j]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            inside = not inside
        j = i
    return inside


def convex_hull(points):
    def turn(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    order = sorted((p[0], p[1]) for p in points)
    hull = []
    for p in order:
        while len(hull) >= 2 and turn(hull[-2], hull[-1], p) <= 0:
            hull.pop()
        hull.append(p)
    return hull


def segments_cross(a, b, c, d):
    def side(p, q, r):
        v = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return 0 if v == 0 else 1 if v > 0 else -1

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def closest_pair(points):
    best = np.inf
    pair = None
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            d = ((points[i] - points[j]) ** 2).sum()
            if d < best:
                best = d
                pair = (i, j)
    return pair, np.sqrt(best)


def merge_intervals(intervals):
    merged = []
    for low, high in intervals[np.argsort(intervals[:, 0])]:
        if merged and low <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    return merged


def ray_marching(origin, direction, limit):
    p = origin
    for step in range(limit):
        d = np.sqrt((p * p).sum()) - 1
        if d < 1e-4:
            return step, p
        if d > 50:
            return None
        p = p + d * direction
    return limit, p


LINKS = np.array([[0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
IMAGE = np.array([[1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 1]])
SQUARE = floats(0, 0, 2, 0, 2, 2, 0, 2).reshape(4, 2)

CASES = [
    case(floyd_warshall, W, np.zeros((1, 1)), core=True),
    case(floyd_warshall_rows, W, np.zeros((1, 1))),
    case(dijkstra, (W, 0), (W, i64(3)), (np.full((2, 2), np.inf), 0), core=True),
    case(
        bellman_ford,
        ([(0, 1, f64(4)), (1, 2, f64(-2))], 3, 0),
        ([(0, 1, i64(-1)), (1, 0, -1)], 2, 0),
        raises=ValueError,
    ),
    case(prim, W, np.full((2, 2), np.inf)),
    case(
        union_find,
        (5, ints(0, 1, 1, 2, 3, 4).reshape(3, 2)),
        (3, []),
        (i64(2), [(0, 1), (1, 0)]),
    ),
    case(
        kruskal,
        ([(4, 0, 1), (1, 1, 2), (3, 0, 2)], 3),
        ([], i64(2)),
        ([(f64(0.5), 0, 1)], 2),
    ),
    case(breadth_first, (LINKS, 0), (LINKS, i64(2))),
    case(depth_first_order, (LINKS, 0), (LINKS, i64(2))),
    case(topological_order, LINKS, np.ones((2, 2), int), raises=ValueError),
    case(transitive_closure, LINKS, np.zeros((2, 2))),
    case(bipartite, LINKS + LINKS.T, np.array([[0, 1], [1, 0]]), np.ones((1, 1))),
    case(page_rank, (LINKS, 0.85, 1e-4), (np.ones((2, 2)), f64(0.5), 1e-2)),
    case(
        max_flow,
        (np.array([[0, 3, 2], [0, 0, 2], [0, 0, 0]]), 0, 2),
        (np.zeros((2, 2)), 0, i64(1)),
    ),
    case(nearest_neighbour_tour, SQUARE, wave(10).reshape(5, 2)),
    case(two_opt, ([0, 2, 1, 3], W.clip(0, 9)), (ints(0, 3, 1, 2), W.clip(0, 9))),
    case(
        flood_fill,
        (IMAGE, 0, 0, 7),
        (IMAGE, i64(2), i64(0), i64(0)),
        (grid(2, 2), 1, 1, f64(0.5)),
    ),
    case(label_components, IMAGE, np.zeros((2, 2), bool)),
    case(
        maze_steps,
        IMAGE - IMAGE,
        np.array([[0, 1], [0, 0]]),
        np.array([[0, 1], [1, 0]]),
    ),
    case(distance_transform, IMAGE, np.zeros((2, 2))),
    case(median_filter, grid(4, 4) % 5, grid(2, 2)),
    case(dilate, (IMAGE, 2), (IMAGE.astype(bool), i64(9))),
    case(otsu, ints(5, 3, 0, 0, 4, 6), ints(0, 0, 1), floats()),
    case(bresenham, (i64(0), i64(0), i64(5), i64(2)), (3, i64(1), i64(0), 4)),
    case(polygon_area, SQUARE, SQUARE[::-1], np.zeros((0, 2))),
    case(point_in_polygon, (SQUARE, f64(1), f64(1)), (SQUARE, f64(3), f64(1))),
    case(convex_hull, np.vstack([SQUARE, [[1, 1]]]), wave(8).reshape(4, 2)),
    case(
        segments_cross,
        (floats(0, 0), floats(2, 2), floats(0, 2), floats(2, 0)),
        ((0, 0), (1, 0), ints(0, 1), ints(1, 1)),
    ),
    case(closest_pair, wave(10).reshape(5, 2), np.zeros((1, 2))),
    case(
        merge_intervals,
        floats(1, 3, 2, 6, 8, 10).reshape(3, 2),
        ints(5, 6).reshape(1, 2),
        np.zeros((0, 2)),
    ),
    case(
        ray_marching,
        (floats(-3, 0, 0.5), floats(1, 0, 0), 60),
        (floats(-3, 2, 0), floats(0, 1, 0), i64(20)),
    ),
]
