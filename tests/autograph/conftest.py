"""What tests of several files share."""

import pytest


@pytest.fixture
def jax():
    """Return JAX with numbers of 64 bits, on the processor; skip where it is not."""
    found = pytest.importorskip("jax")
    found.config.update("jax_platforms", "cpu")
    found.config.update("jax_enable_x64", True)
    return found
