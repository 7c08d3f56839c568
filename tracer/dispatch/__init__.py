"""Where calls, attributes and items met while tracing find their operation."""
