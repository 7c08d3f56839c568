"""Statistics and learning as textbooks write them."""

import numpy as np
import math
from dataclasses import dataclass, field
from collections import namedtuple
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


X = wave(12).reshape(4, 3)
Y = floats(0, 1, 1, 0)
YI = ints(0, 1, 1, 0)


def sigmoid(z):
    if z >= 0:
        return 1 / (1 + np.exp(-z))
    e = np.exp(z)
    return e / (1 + e)


def logreg_sgd(X, y, lr, epochs):
    w, b = np.zeros(X.shape[1]), 0.0
    losses = []
    for ep in range(epochs):
        loss = 0.0
        for xi, yi in zip(X, y):
            p = sigmoid(w @ xi + b)
            g = p - yi
            w -= lr * g * xi
            b -= lr * g
            loss -= yi * np.log(p) + (1 - yi) * np.log(1 - p)
        losses.append(loss / len(X))
        if len(losses) > 1 and abs(losses[-1] - losses[-2]) < 1e-4:
            break
    return w, b, losses


add(
    logreg_sgd,
    (X, Y, 0.1, 3),
    (X, YI, np.float64(0.5), np.int64(2)),
    (X.astype(f32), Y, 0.1, 2),
    (X, [0, 1, 1, 0], 0.1, 1),
)


def ridge_gd(X, y, lam, lr=0.05, tol=1e-4, max_iter=40):
    n, d = X.shape
    w = np.zeros(d)
    for it in range(max_iter):
        grad = 2 / n * X.T @ (X @ w - y) + 2 * lam * w
        w_new = w - lr * grad
        if np.linalg.norm(w_new - w) < tol:
            break
        w = w_new
    return w_new, it + 1


add(ridge_gd, (X, Y, 0.1), (X, YI, np.float64(0)), (X, Y, 1, 0.1, np.float64(1e-1), 5))


def lasso_ista(X, y, lam, n):
    def soft(v, t):
        return np.sign(v) * np.maximum(np.abs(v) - t, 0)

    L = np.linalg.eigvalsh(X.T @ X).max()
    w = z = np.zeros(X.shape[1])
    t = 1.0
    for _ in range(n):
        w_old = w
        w = soft(z - X.T @ (X @ z - y) / L, lam / L)
        t_new = (1 + math.sqrt(1 + 4 * t * t)) / 2
        z = w + (t - 1) / t_new * (w - w_old)
        t = t_new
    return w, (w != 0).sum()


add(lasso_ista, (X, Y, 0.1, 5), (X, YI, 1, np.int64(2)))


def adam_step(params, grads, state, lr=0.01, b1=0.9, b2=0.999, eps=1e-8):
    state["t"] += 1
    for k in params:
        state["m"][k] = b1 * state["m"][k] + (1 - b1) * grads[k]
        state["v"][k] = b2 * state["v"][k] + (1 - b2) * grads[k] ** 2
        mh = state["m"][k] / (1 - b1 ** state["t"])
        vh = state["v"][k] / (1 - b2 ** state["t"])
        params[k] -= lr * mh / (np.sqrt(vh) + eps)
    return params


def _adam():
    return (
        {"w": X.copy(), "b": floats(1, 2)},
        {"w": X * 2, "b": floats(0.1, 0.2)},
        {
            "t": 0,
            "m": {"w": np.zeros_like(X), "b": np.zeros(2)},
            "v": {"w": np.zeros_like(X), "b": np.zeros(2)},
        },
    )


add(
    adam_step,
    _adam,
    lambda: _adam() + (np.float64(0.1),),
    lambda: (
        {"b": floats(1)},
        {"b": np.float64(2)},
        {"t": np.int64(3), "m": {"b": 0.0}, "v": {"b": 0.0}},
    ),
)


def momentum_loop(grad, w, lr, mu, n, nesterov=False):
    v = np.zeros_like(w)
    path = [w.copy()]
    for i in range(n):
        g = grad(w + mu * v) if nesterov else grad(w)
        v *= mu
        v -= lr * g
        w += v
        path.append(w.copy())
        if not np.all(np.isfinite(w)):
            raise FloatingPointError("diverged")
    return np.array(path)


add(
    momentum_loop,
    (lambda w: 2 * w, floats(1, 2), 0.1, 0.9, 3),
    (lambda w: w**3, floats(1, 2), 0.1, 0.5, np.int64(2), True),
    (lambda w: w * np.inf, floats(1, 2), 0.1, 0.5, 2),
    raises=FloatingPointError,
)

Layer = namedtuple("Layer", "w b act")


def forward(layers, x):
    cache = [x]
    for l in layers:
        z = x @ l.w + l.b
        if l.act == "relu":
            x = np.maximum(z, 0)
        elif l.act == "tanh":
            x = np.tanh(z)
        else:
            x = z
        cache.append(x)
    return x, cache


add(
    forward,
    (
        [
            Layer(X.T[:, :2].copy(), floats(0, 1), "relu"),
            Layer(np.ones((2, 1)), 0.0, "lin"),
        ],
        X,
    ),
    ([], X),
    ((Layer(np.eye(3), floats(1, 1, 1), "tanh"),), X.astype(f32)),
)


def backprop(ws, x, y, lr):
    acts = [x]
    for w in ws:
        acts.append(1 / (1 + np.exp(-(acts[-1] @ w))))
    delta = (acts[-1] - y) * acts[-1] * (1 - acts[-1])
    for i in reversed(range(len(ws))):
        grad = acts[i].T @ delta
        if i > 0:
            delta = (delta @ ws[i].T) * acts[i] * (1 - acts[i])
        ws[i] -= lr * grad
    return ((acts[-1] - y) ** 2).mean()


add(
    backprop,
    ([X.T[:, :2].copy(), np.ones((2, 1))], X, Y[:, None], 0.5),
    ([np.eye(3)], X, X, np.float64(0.1)),
)


def dense_forward_params(p, x):
    h = x
    for i in range(1, p["n"] + 1):
        h = h @ p["W%d" % i] + p["b" + str(i)]
        if i < p["n"]:
            h[h < 0] = 0
    return h


add(
    dense_forward_params,
    (
        {
            "n": 2,
            "W1": np.ones((3, 2)),
            "b1": floats(0, -1),
            "W2": np.ones((2, 1)),
            "b2": floats(1),
        },
        X,
    ),
    ({"n": 1, "W1": np.eye(3), "b1": 0}, X),
)


def batchnorm(x, gamma, beta, running, training, momentum=0.9):
    if training:
        mu, var = x.mean(0), x.var(0)
        running["mean"] = momentum * running["mean"] + (1 - momentum) * mu
        running["var"] = momentum * running["var"] + (1 - momentum) * var
    else:
        mu, var = running["mean"], running["var"]
    return gamma * (x - mu) / np.sqrt(var + 1e-5) + beta


add(
    batchnorm,
    (X, 1.0, 0.0, {"mean": np.zeros(3), "var": np.ones(3)}, True),
    (X, floats(1, 2, 3), 0.5, {"mean": np.zeros(3), "var": np.ones(3)}, False),
    (X, 1, 0, {"mean": 0.0, "var": 1.0}, np.True_),
    (X, 1, 0, {"mean": 0.0, "var": 1.0}, np.False_),
)


def softmax_ce(logits, labels):
    n = logits.shape[0]
    z = logits - logits.max(axis=1, keepdims=True)
    logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    loss = -logp[np.arange(n), labels].mean()
    g = np.exp(logp)
    g[range(n), labels] -= 1
    return loss, g / n


add(softmax_ce, (X, ints(0, 2, 1, 1)), (X.astype(f32), [0, 1, 2, 0]), (X[:1], ints(2)))


def kmeans_pp(X, k, u):
    centers = [X[0]]
    for i in range(1, k):
        d2 = np.array([min([((x - c) ** 2).sum() for c in centers]) for x in X])
        p = np.cumsum(d2 / d2.sum())
        centers.append(X[np.searchsorted(p, u[i])])
    return np.array(centers)


add(kmeans_pp, (X, 2, floats(0.1, 0.5)), (X, 3, [0.1, 0.9, 0.4]))


def kmeans_empty(X, c, iters):
    for _ in range(iters):
        lab = ((X[:, None] - c[None]) ** 2).sum(2).argmin(1)
        new = c.copy()
        for j in range(len(c)):
            pts = X[lab == j]
            if len(pts) == 0:
                continue
            new[j] = pts.mean(axis=0)
        if np.allclose(new, c):
            break
        c = new
    return c, lab


add(
    kmeans_empty,
    (X, X[:2].copy(), 5),
    (X, np.vstack([X[0], X[0] + 100]), 3),
    (X, X[1:3].copy(), np.int64(1)),
)


def kmedoids(D, med):
    med = list(med)
    cost = D[:, med].min(axis=1).sum()
    improved = True
    while improved:
        improved = False
        for i in range(len(med)):
            for h in range(D.shape[0]):
                if h in med:
                    continue
                trial = med.copy()
                trial[i] = h
                c = D[:, trial].min(axis=1).sum()
                if c < cost - 1e-12:
                    med, cost, improved = trial, c, True
    return sorted(med), cost


_D = np.abs(np.subtract.outer(floats(0, 1, 2, 10, 11), floats(0, 1, 2, 10, 11)))
add(kmedoids, (_D, [0, 1]), (_D, (4,)), (_D.astype(int), [3, 4]))


def dbscan(D, eps, minpts):
    n = len(D)
    labels = np.full(n, -2)
    cluster = 0
    for p in range(n):
        if labels[p] != -2:
            continue
        nb = list(np.flatnonzero(D[p] <= eps))
        if len(nb) < minpts:
            labels[p] = -1
            continue
        labels[p] = cluster
        i = 0
        while i < len(nb):
            q = nb[i]
            if labels[q] == -1:
                labels[q] = cluster
            elif labels[q] == -2:
                labels[q] = cluster
                nq = np.flatnonzero(D[q] <= eps)
                if len(nq) >= minpts:
                    nb += list(nq)
            i += 1
        cluster += 1
    return labels, cluster


add(dbscan, (_D, 1.5, 2), (_D, 0.5, np.int64(2)), (_D.astype(int), np.int64(20), 3))


def hierarchical(D):
    D = D.astype(float).copy()
    np.fill_diagonal(D, np.inf)
    merges = []
    for _ in range(len(D) - 1):
        i, j = np.unravel_index(np.argmin(D), D.shape)
        if i > j:
            i, j = j, i
        merges.append((int(i), int(j), D[i, j]))
        D[i] = D[:, i] = np.minimum(D[i], D[j])
        D[i, i] = np.inf
        D[j] = np.inf
        D[:, j] = np.inf
    return merges


add(hierarchical, _D, _D[:3, :3], np.zeros((1, 1)))


def gaussian_nb_fit(X, y):
    classes = np.unique(y)
    mean = np.zeros((len(classes), X.shape[1]))
    var = np.zeros_like(mean)
    prior = []
    for k, c in enumerate(classes):
        Xc = X[y == c]
        mean[k], var[k] = Xc.mean(0), Xc.var(0) + 1e-9
        prior.append(len(Xc) / len(X))
    return classes, mean, var, np.log(prior)


add(gaussian_nb_fit, (X, YI), (X, Y), (X, np.array(["a", "b", "a", "a"])))


def nb_predict(X, classes, mean, var, logprior):
    out = []
    for x in X:
        best, label = -np.inf, None
        for k in range(len(classes)):
            lp = logprior[k] - 0.5 * np.sum(
                np.log(2 * np.pi * var[k]) + (x - mean[k]) ** 2 / var[k]
            )
            if lp > best:
                best, label = lp, classes[k]
        out.append(label)
    return np.array(out)


add(
    nb_predict,
    (X, ints(0, 1), X[:2], np.ones((2, 3)), floats(-0.7, -0.7)),
    (X, [3, 4], X[:2], np.ones((2, 3)), [-0.7, -0.7]),
)


def best_split(x, y):
    order = np.argsort(x)
    xs, ys = x[order], y[order]
    best = (np.inf, None)
    for i in range(1, len(xs)):
        if xs[i] == xs[i - 1]:
            continue
        l, r = ys[:i], ys[i:]
        score = ((l - l.mean()) ** 2).sum() + ((r - r.mean()) ** 2).sum()
        if score < best[0]:
            best = (score, (xs[i] + xs[i - 1]) / 2)
    return best


add(
    best_split,
    (floats(3, 1, 2), floats(1, 0, 0)),
    (ints(1, 1), ints(0, 1)),
    (floats(1, 2, 3, 4), ints(0, 0, 5, 5)),
)


def gini(groups):
    total = sum(len(g) for g in groups)
    g = 0.0
    for grp in groups:
        if len(grp) == 0:
            continue
        p = np.bincount(grp) / len(grp)
        g += (1 - (p**2).sum()) * len(grp) / total
    return g


add(
    gini,
    [ints(0, 1, 1), ints(0)],
    [ints(0), ints()],
    (ints(1, 1),),
    raises=("TypeError",),
)


class Node:
    def __init__(self, feature=None, threshold=None, left=None, right=None, value=None):
        self.feature, self.threshold, self.left, self.right, self.value = (
            feature,
            threshold,
            left,
            right,
            value,
        )


def tree_predict(node, x):
    while node.value is None:
        if x[node.feature] <= node.threshold:
            node = node.left
        else:
            node = node.right
    return node.value


_T = Node(0, 0.5, Node(value=1.0), Node(1, 0.0, Node(value=2.0), Node(value=3.0)))
add(
    tree_predict,
    (_T, floats(0, 1)),
    (_T, floats(1, 1)),
    (_T, ints(1, -1)),
    (Node(value=5), floats(1)),
)


def adaboost_weights(w, errs, preds, y):
    alphas = []
    for t in range(len(preds)):
        miss = preds[t] != y
        e = w[miss].sum() / w.sum()
        if e >= 0.5:
            break
        a = 0.5 * np.log((1 - e) / max(e, 1e-10))
        alphas.append(a)
        w *= np.exp(np.where(miss, a, -a))
        w /= w.sum()
    return alphas, w


add(
    adaboost_weights,
    (np.full(3, 1 / 3), None, ints(1, -1, 1, 1, 1, -1).reshape(2, 3), ints(1, 1, 1)),
    (np.full(3, 1 / 3), None, [ints(-1, -1, 1)], ints(1, 1, 1)),
)


def svm_pegasos(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = (t * 7) % len(X)
        eta = 1.0 / (lam * t)
        margin = y[i] * np.dot(w, X[i])
        w *= 1 - eta * lam
        if margin < 1:
            w += eta * y[i] * X[i]
        nrm = np.linalg.norm(w)
        if nrm > 1 / np.sqrt(lam):
            w *= 1 / np.sqrt(lam) / nrm
    return w


add(
    svm_pegasos,
    (X, ints(1, -1, 1, -1), 0.1, 6),
    (X, floats(1, -1, 1, -1), np.float32(0.1), np.int64(4)),
)


def smo_clip(a, L, H):
    if a > H:
        a = H
    if L > a:
        a = L
    return a


add(
    smo_clip,
    (1.5, 0, 1),
    (np.float64(-1), 0, 1.0),
    (np.float32(0.5), 0, 1),
    (2, np.int8(0), np.int8(1)),
)


def perceptron_history(X, y):
    w = np.zeros(X.shape[1] + 1, dtype=X.dtype)
    hist = []
    for ep in range(5):
        errors = 0
        for xi, t in zip(X, y):
            upd = 0.5 * (t - (1 if xi @ w[1:] + w[0] >= 0 else -1))
            w[1:] += upd * xi
            w[0] += upd
            errors += int(upd != 0.0)
        hist.append(errors)
        if errors == 0:
            break
    return w, hist


add(
    perceptron_history,
    (X, ints(1, -1, 1, -1)),
    (X.astype(f32), [1, 1, -1, -1]),
    (np.array([[1.0, 2.0], [3.0, 4.0]]), (1, 1)),
)


def pca_power(X, k):
    Xc = X - X.mean(axis=0)
    comps = []
    for c in range(k):
        v = np.ones(X.shape[1])
        for _ in range(20):
            v = Xc.T @ (Xc @ v)
            for u in comps:
                v -= (v @ u) * u
            v /= np.linalg.norm(v)
        comps.append(v)
    return np.array(comps), Xc @ np.array(comps).T


add(pca_power, (X, 2), (X.astype(f32), 1), (X, np.int64(1)))


def em_gmm_1d(x, mu, sigma, pi, n):
    for it in range(n):
        r = np.array(
            [
                p / s * np.exp(-0.5 * ((x - m) / s) ** 2)
                for m, s, p in zip(mu, sigma, pi)
            ]
        )
        r /= r.sum(axis=0)
        nk = r.sum(axis=1)
        mu = (r @ x) / nk
        sigma = np.sqrt(
            [(r[k] * (x - mu[k]) ** 2).sum() / nk[k] for k in range(len(nk))]
        )
        pi = nk / len(x)
        if sigma.min() < 1e-6:
            break
    return mu, sigma, pi, it


add(
    em_gmm_1d,
    (floats(0, 0.1, 5, 5.1), floats(0, 4), floats(1, 1), floats(0.5, 0.5), 3),
    (floats(0, 0.1, 5, 5.1), [0, 4.0], [1, 1], [0.5, 0.5], np.int64(2)),
)


def markov_stationary(P, tol=1e-10):
    pi = np.full(len(P), 1 / len(P))
    steps = 0
    while (diff := np.abs(pi @ P - pi).sum()) > tol:
        pi = pi @ P
        steps += 1
        if steps > 500:
            return None
    return pi, steps


add(
    markov_stationary,
    np.array([[0.9, 0.1], [0.5, 0.5]]),
    np.eye(2),
    np.array([[0, 1], [1, 0]]),
)


def hmm_baum_gamma(A, B, pi, obs):
    T, N = len(obs), len(pi)
    alpha, beta, scale = np.zeros((T, N)), np.ones((T, N)), np.zeros(T)
    for t in range(T):
        alpha[t] = pi * B[:, obs[0]] if t == 0 else (alpha[t - 1] @ A) * B[:, obs[t]]
        scale[t] = alpha[t].sum()
        alpha[t] /= scale[t]
    for t in range(T - 2, -1, -1):
        beta[t] = A @ (B[:, obs[t + 1]] * beta[t + 1]) / scale[t + 1]
    g = alpha * beta
    return g / g.sum(1, keepdims=True), np.log(scale).sum()


_A = np.array([[0.7, 0.3], [0.4, 0.6]])
_B = np.array([[0.5, 0.5], [0.1, 0.9]])
add(
    hmm_baum_gamma,
    (_A, _B, floats(0.6, 0.4), ints(0, 1, 1)),
    (_A, _B, floats(0.6, 0.4), [1, 0]),
    (_A, _B, [0.5, 0.5], ints(1)),
)


def q_learning(R, gamma, alpha, moves):
    Q = np.zeros(R.shape)
    s = 0
    for a in moves:
        if R[s, a] < 0:
            continue
        s2 = a
        Q[s, a] += alpha * (R[s, a] + gamma * Q[s2].max() - Q[s, a])
        s = s2 if R[s, a] < 100 else 0
    return Q


add(
    q_learning,
    (
        ints(-1, 0, -1, 0, -1, 100, 0, 0, 100).reshape(3, 3),
        0.8,
        0.5,
        ints(1, 2, 0, 1, 2),
    ),
    (grid(2, 2), np.float64(0.9), 1, [0, 1, 1]),
)


def policy_iteration(P, R, gamma):
    nS, nA = R.shape
    pol = np.zeros(nS, dtype=int)
    for outer in range(20):
        Pp = P[np.arange(nS), pol]
        V = np.linalg.solve(np.eye(nS) - gamma * Pp, R[np.arange(nS), pol])
        stable = True
        for s in range(nS):
            q = R[s] + gamma * P[s] @ V
            a = int(q.argmax())
            if a != pol[s]:
                stable = False
                pol[s] = a
        if stable:
            break
    return pol, V, outer


add(
    policy_iteration,
    (
        np.array([[[1.0, 0], [0, 1]], [[1, 0], [0, 1]]]),
        floats(0, 1, 2, 0).reshape(2, 2),
        0.9,
    ),
    (
        np.array([[[0.5, 0.5], [0, 1]], [[1, 0], [0.3, 0.7]]]),
        ints(0, 1, 2, 0).reshape(2, 2),
        np.float64(0.5),
    ),
)


def ucb(rewards, n, c=2.0):
    k = rewards.shape[0]
    counts, values = np.zeros(k, int), np.zeros(k)
    total = 0
    for t in range(1, n + 1):
        if t <= k:
            a = t - 1
        else:
            a = np.argmax(values + np.sqrt(c * np.log(t) / counts))
        r = rewards[a, t % rewards.shape[1]]
        counts[a] += 1
        values[a] += (r - values[a]) / counts[a]
        total += r
    return counts, values, total


add(ucb, (X.T, 7), (grid(2, 3, int), np.int64(5)), (X.T, 2))


def confusion(y, p, k=None):
    if k is None:
        k = max(y.max(), p.max()) + 1
    m = np.zeros((k, k), dtype=int)
    for t, q in zip(y, p):
        m[t, q] += 1
    with np.errstate(divide="ignore", invalid="ignore"):
        prec = np.diag(m) / m.sum(axis=0)
    return m, np.nan_to_num(prec), np.trace(m) / m.sum()


add(
    confusion,
    (ints(0, 1, 1), ints(0, 0, 1)),
    (ints(0, 2), ints(0, 1), 4),
    (ints(0), ints(0), np.int64(2)),
)


def roc_auc(scores, labels):
    order = np.argsort(-scores, kind="stable")
    tp = fp = 0
    auc, prev_fp = 0.0, 0
    pts = [(0.0, 0.0)]
    P = int(labels.sum())
    N = len(labels) - P
    if P == 0 or N == 0:
        return float("nan"), pts
    for i in order:
        if labels[i]:
            tp += 1
        else:
            fp += 1
            auc += tp
        pts.append((fp / N, tp / P))
    return auc / (P * N), pts


add(
    roc_auc,
    (floats(0.9, 0.1, 0.8, 0.3), ints(1, 0, 1, 0)),
    (floats(0.9, 0.1), bools(True, True)),
    (floats(0.5, 0.5, 0.2), bools(False, True, True)),
)


def kfold_scores(X, y, k):
    idx = np.arange(len(X))
    scores = []
    for fold in range(k):
        test = idx[fold::k]
        train = np.setdiff1d(idx, test)
        w, *_ = np.linalg.lstsq(X[train], y[train], rcond=None)
        r = y[test] - X[test] @ w
        scores.append(float(np.mean(r**2)))
    return scores, np.mean(scores)


add(
    kfold_scores,
    (wave(18).reshape(6, 3), floats(0, 1, 1, 0, 2, 1), 2),
    (wave(18).reshape(6, 3), ints(0, 1, 1, 0, 2, 1), 3),
)


def one_hot(labels, k=None, dtype=float):
    k = int(labels.max()) + 1 if k is None else k
    out = np.zeros((labels.size, k), dtype=dtype)
    out[np.arange(labels.size), labels.ravel()] = 1
    return out.reshape(labels.shape + (k,))


add(one_hot, ints(0, 2, 1), (ints(0, 1).reshape(2, 1), 3), (ints(1), 2, np.int8))


def ngram_counts(seq, k):
    counts = np.zeros((k, k), int)
    for a, b in zip(seq[:-1], seq[1:]):
        counts[a, b] += 1
    row = counts.sum(1, keepdims=True)
    return np.divide(counts, row, out=np.full(counts.shape, 1.0 / k), where=row > 0)


add(ngram_counts, (ints(0, 1, 1, 2), 3), ([0, 1, 0], 2), (ints(), 2))


def huber_irls(x, y, delta, n):
    A = np.c_[np.ones_like(x), x]
    w = np.ones(len(y))
    for _ in range(n):
        W = A * w[:, None]
        beta = np.linalg.solve(W.T @ A, W.T @ y)
        r = np.abs(y - A @ beta)
        w = np.where(r <= delta, 1.0, delta / np.maximum(r, 1e-12))
    return beta, w


add(
    huber_irls,
    (floats(0, 1, 2, 3), floats(0, 1, 2, 30), 1.0, 3),
    (ints(0, 1, 2), ints(1, 3, 9), np.float64(0.5), np.int64(2)),
)


def bootstrap_fixed(x, idx):
    means = []
    for row in idx:
        means.append(np.mean(x[row]))
    means.sort()
    lo, hi = means[int(0.1 * len(means))], means[int(0.9 * len(means))]
    return lo, hi


add(
    bootstrap_fixed,
    (floats(1, 2, 3), ints(0, 1, 2, 2, 2, 1, 0, 0, 0).reshape(3, 3)),
    (ints(1, 5), [[0, 1], [1, 1]]),
)


def mann_whitney(a, b):
    u = 0.0
    for x in a:
        for y in b:
            if x > y:
                u += 1
            elif x == y:
                u += 0.5
    return min(u, len(a) * len(b) - u)


add(
    mann_whitney,
    (floats(1, 2, 3), floats(2, 3)),
    (ints(1), ints(5, 1)),
    ([1, 2], [0.5]),
    (floats(), floats(1)),
)


def kolmogorov(x, cdf):
    xs = np.sort(x)
    d = 0
    for i, v in enumerate(xs, 1):
        F = cdf(v)
        d = max(d, abs(i / len(xs) - F), abs((i - 1) / len(xs) - F))
    return d


add(
    kolmogorov,
    (floats(0.1, 0.5, 0.9), lambda v: v),
    (floats(-1, 0, 1), lambda v: 1 / (1 + np.exp(-v))),
    (floats(), lambda v: v),
)


def kendall(x, y):
    n = len(x)
    c = d = t = 0
    for i in range(n):
        for j in range(i):
            s = np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
            if s > 0:
                c += 1
            elif s < 0:
                d += 1
            else:
                t += 1
    return (c - d) / (c + d + t) if n > 1 else None


add(
    kendall,
    (floats(1, 2, 3), floats(1, 3, 2)),
    (ints(1, 1, 2), ints(3, 4, 4)),
    (ints(1), ints(1)),
)


def weighted_median(x, w):
    o = x.argsort()
    cw = np.cumsum(w[o])
    half = cw[-1] / 2
    k = 0
    while cw[k] < half:
        k += 1
    return x[o[k]] if cw[k] > half else (x[o[k]] + x[o[k + 1]]) / 2


add(
    weighted_median,
    (floats(3, 1, 2), floats(1, 1, 1)),
    (ints(3, 1, 2, 4), ints(1, 1, 1, 1)),
    (floats(5, 1), floats(0.1, 0.9)),
)


def welford_merge(parts):
    n, mean, M = 0, 0.0, 0.0
    for p in parts:
        m = len(p)
        if m == 0:
            continue
        pm = p.mean()
        pM = ((p - pm) ** 2).sum()
        d = pm - mean
        mean = (n * mean + m * pm) / (n + m)
        M += pM + d * d * n * m / (n + m)
        n += m
    return n, mean, M


add(welford_merge, [floats(1, 2), floats(), floats(5)], [], [ints(1, 2), floats(0.5)])
