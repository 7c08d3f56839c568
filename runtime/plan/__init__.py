"""The plan: readable Python source made from a graph."""

from runtime.plan.make import Plan, make_plan

__all__ = ["Plan", "make_plan"]
