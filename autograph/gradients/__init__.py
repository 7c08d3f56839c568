"""Derivatives of functions: gradients, and products with Jacobians.

>>> import numpy as np
>>> import autograph as ag
>>> def cost(weights, x):
...     total = 0.0
...     for each in x:
...         if each > 0:
...             total += weights[0] * each
...         else:
...             total += weights[1] * each * each
...     return total
>>> ag.grad(cost)(np.array([2.0, 3.0]), np.array([1.0, -2.0, 4.0]))
array([5., 4.])
"""

from autograph.gradients.batches import vmap
from autograph.gradients.checking import check_gradients
from autograph.gradients.customs import custom_gradient, recompute
from autograph.gradients.faces import grad, jvp, value_and_grad, vjp
from autograph.gradients.matrices import hessian, hvp, jacobian
from autograph.gradients.recording import GradientTape
from autograph.gradients.stopping import stop_gradient

__all__ = [
    "GradientTape",
    "check_gradients",
    "custom_gradient",
    "grad",
    "hessian",
    "hvp",
    "jacobian",
    "jvp",
    "recompute",
    "stop_gradient",
    "value_and_grad",
    "vjp",
    "vmap",
]
