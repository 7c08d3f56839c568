"""What a graph does with dicts and sets of numbers of its own, in machine code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.native.assembly.table_values import Table
from runtime.native.assembly.values import NOTHING, Buffer, Machine, NotNative, Scalar
from runtime.native.nodes.node_operands import Operands
from runtime.native.objects import buffers, tables
from runtime.native.objects.objects import fitting
from runtime.regions.table_operations import MAKERS, VIEWS, NumberTable, operand_of
from runtime.types import BOOL, INT


class Tables(Operands):
    """Writes what is done with dicts and sets of numbers."""

    def __init__(self, region: Region, trusts: bool, freedom: str) -> None:
        super().__init__(region, trusts, freedom)
        self.tables: Mapping[str, NumberTable] = {}

    def on_table(self, node: Node) -> bool:
        """Write an operation on a dict or set of numbers; whether it is one."""
        if not self.tables:
            return False
        if node.operation.name in MAKERS and node.results[0].name in self.tables:
            self._new_table(node)
            return True
        table = self._table(operand_of(node))
        if table is None:
            return False
        found = self._of_table(node, table)
        if node.results:
            (result,) = node.results
            if not isinstance(found, Table):
                found = fitting(self.w, found, result.type)
            self.values[result.name] = found
        return True

    def as_python(self, value: Machine) -> Machine:
        """Return a value as Python may have it, with objects for what is own."""
        if isinstance(value, Buffer):
            return buffers.as_list(self.w, value, self.w.owner())
        if isinstance(value, Table):
            return tables.as_object(self.w, value, self.w.owner())
        return value

    def _table(self, argument: Argument | None) -> Table | None:
        found = self.values.get(argument.name) if isinstance(argument, Value) else None
        return found if isinstance(found, Table) else None

    def _new_table(self, node: Node) -> None:
        (result,) = node.results
        own = self.tables[result.name]
        types = (own.key, own.item, "", own.missing, own.keeps)
        empty = Table(result.type, *types)
        made = self.values[result.name] = tables.new(self.w, empty, self.w.owner())
        for each in node.args:
            if isinstance(each, Display):  # the items of a dict: a set is empty
                given = list(map(self.argument, each.items))
                for key, item in zip(given[::2], given[1::2], strict=True):
                    tables.setitem(self.w, made, key, item)

    def _of_table(self, node: Node, table: Table) -> Machine:
        w = self.w
        match node.operation.name:
            case "getitem":
                key = self.argument(node.args[1])
                if table.missing is None:
                    return tables.getitem(w, table, key)
                of = node.results[0].type if node.results else table.item
                return tables.or_zero(w, table, key, of)
            case "setitem":
                key, item = map(self.argument, node.args[1:])
                tables.setitem(w, table, key, item)
                return NOTHING
            case "contains":
                found = tables.contains(w, table, self.argument(node.args[0]))
                return Scalar(BOOL, found)
            case "contains_not":
                found = tables.contains(w, table, self.argument(node.args[0]))
                return Scalar(BOOL, w.put(f"xor i1 {found}, true"))
            case "len":
                return Scalar(INT, tables.length(w, table))
            case "call_method":
                return self._by_method(node, table)
        raise NotNative(f"the operation {node.operation.name} of a dict")

    def _by_method(self, node: Node, table: Table) -> Machine:
        _, method, *given = node.args
        assert isinstance(method, Constant)
        if method.value in VIEWS:
            return replace(table, part=method.value)
        if method.value == "add":
            tables.setitem(self.w, table, self.argument(given[0]), NOTHING)
            return NOTHING
        key = self.argument(given[0])
        of = node.results[0].type if node.results else table.item

        def default() -> Machine:
            return self.argument(given[1]) if given[1:] else NOTHING

        return tables.get(self.w, table, key, of, default)
