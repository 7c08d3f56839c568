"""LLVM, by the package llvmlite: from assembly language to functions in memory."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from runtime.errors import InternalError
from runtime.forked_locks import new_lock
from runtime.ir.unbound import Unbound
from runtime.native.assembly import direct_calls, tasks
from runtime.native.assembly.layout import SCALARS, check_layout, numpy_functions
from runtime.native.assembly.support import NAMES, filled_in, support_text
from runtime.native.loading import helpers, straight_calls, tested_call_text
from runtime.native.loading.object_cache import ObjectCache, cache_folder
from runtime.native.objects import random_streams
from runtime.native.objects.objects import dtype_symbol, type_symbol
from runtime.types import NumpyScalar

_METH_FASTCALL, _METH_KEYWORDS = 0x0080, 0x0002
_PYTHON = (
    "PyContextVar_Get PyDict_GetItemWithError PyErr_CheckSignals PyErr_Clear "
    "PyErr_Fetch PyErr_NormalizeException PyErr_Restore "
    "PyException_GetTraceback PyException_SetTraceback "
    "PyEval_RestoreThread PyEval_SaveThread "
    "PyDict_New PyDict_SetItem PySet_Add PySet_New "
    "PyFloat_FromDouble PyList_Append PyList_GetSlice PyList_Insert PyList_New "
    "PyList_Reverse PyList_SetSlice PyLong_AsLongLongAndOverflow PyLong_FromLongLong "
    "PyByteArray_FromStringAndSize PyByteArray_Resize PyComplex_FromDoubles "
    "PyErr_Occurred PyIter_Next PyObject_CallNoArgs PyObject_CallOneArg "
    "PyObject_Vectorcall "
    "PySequence_Concat PySequence_Repeat PyTuple_New PyTuple_SetItem "
    "PyThread_acquire_lock_timed PyType_GenericAlloc Py_DecRef Py_IncRef"
).split()
"""The functions of Python's C interface in use."""

_LOCK = new_lock()


if hasattr(os, "register_at_fork"):  # not on Windows, which cannot fork
    # A child would wait for ever for a lock of LLVM that another thread had.
    os.register_at_fork(
        before=_LOCK.acquire,
        after_in_parent=_LOCK.release,
        after_in_child=_LOCK.release,
    )


class _MethodDef(ctypes.Structure):
    """PyMethodDef of CPython."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("document", ctypes.c_char_p),
    )


_VIEW = ctypes.PYFUNCTYPE(
    ctypes.py_object,
    ctypes.py_object,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
)


@dataclass(frozen=True)
class Compiled:
    """A module in memory; its functions live as long as it."""

    engine: Any
    address: int

    @property
    def calls(self) -> int:
        """How often ``entry`` was called."""
        address = self.engine.get_global_value_address("calls")
        return int(ctypes.c_int64.from_address(address).value)


EFFORT = 3
"""How hard LLVM tries to choose good instructions, from 0 to 3; tests change it."""
SPEED = 2
"""How much LLVM's passes do to the code before, from 0 to 3; tests change it."""


class Library:
    """LLVM for the processor at hand, with the functions that kernels share."""

    def __init__(self) -> None:
        import llvmlite
        import llvmlite.binding as llvm

        self._llvm: Any = llvm
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        llvm.initialize_native_asmparser()
        self._target = llvm.Target.from_default_triple()
        self._processor = {
            "cpu": llvm.get_host_cpu_name(),
            "features": llvm.get_host_cpu_features().flatten(),
        }
        self._machine = self._new_machine()
        versions = (llvmlite.__version__, ".".join(map(str, llvm.llvm_version_info)))
        maker = " ".join((*versions, *self._processor.values()))
        self._cache = ObjectCache(cache_folder(), maker)
        self._objects: list[object] = []
        self._declare()
        check_layout()
        text = support_text() + filled_in(
            tested_call_text.TEXT + straight_calls.TEXT + tasks.TEXT
        )
        self._support = self._engine(text)
        for name in (*NAMES, "autograph_shared"):
            llvm.add_symbol(name, self._support.get_function_address(name))
        helpers.run_by(self._support.get_function_address("autograph_help"))

    def _new_machine(self) -> Any:
        """Return a target machine, which belongs to one engine alone."""
        return self._target.create_target_machine(
            **self._processor, opt=EFFORT, reloc="pic", codemodel="jitdefault", jit=True
        )

    def _declare(self) -> None:
        """Add the symbols of Python's functions, and of objects that kernels name."""
        llvm = self._llvm
        for name in (*_PYTHON, *direct_calls.FUNCTIONS):
            function = getattr(ctypes.pythonapi, name)
            llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
        for name, address in numpy_functions().items():
            llvm.add_symbol(name, address)
        for name, one in _objects().items():
            self._objects.append(one)
            llvm.add_symbol(name, id(one))
        llvm.add_symbol("autograph_lock", helpers.taken_lock())

    def _engine(self, text: str) -> Any:
        """Return the machine code of a module: from the disk, or compiled."""
        llvm = self._llvm
        known = self._cache.load(text)
        made: list[bytes] = []

        try:
            module = llvm.parse_assembly(text)
            module.verify()
        except RuntimeError as error:
            raise InternalError(f"machine code that LLVM refuses: {error}") from error
        self._check_names(module)
        if known is None:
            self._optimize(module)
        engine = llvm.create_mcjit_compiler(module, self._new_machine())
        # Errors of callbacks are lost, those of signal handlers too: nothing is done in
        # them.
        engine.set_object_cache(lambda _, code: made.append(code), lambda _: known)
        engine.finalize_object()
        for code in made:
            self._cache.store(text, code)
        return engine

    def _check_names(self, module: Any) -> None:
        """Check that all of ours is there that a module names: else it would crash."""
        for each in (*module.functions, *module.global_variables):
            if each.is_declaration and each.name.startswith("autograph_"):
                if not self._llvm.address_of_symbol(each.name):
                    raise InternalError(f"machine code that names {each.name}")

    def _optimize(self, module: Any) -> None:
        llvm = self._llvm
        options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
        options.loop_vectorization = SPEED > 1
        options.slp_vectorization = False
        builder = llvm.create_pass_builder(self._machine, options)
        builder.getModulePassManager().run(module, builder)

    def compile(self, text: str, symbols: Mapping[str, int]) -> Compiled:
        """Return the machine code of a module with a function ``entry``.

        Parameters
        ----------
        text : str
            The module.
        symbols : mapping
            The addresses that it names, beside those that all modules may name.
        """
        with _LOCK:
            for name, address in symbols.items():
                self._llvm.add_symbol(name, address)
            engine = self._engine(text)
            return Compiled(engine, engine.get_function_address("entry"))

    def functions(
        self, text: str, names: Sequence[str], symbols: Mapping[str, int]
    ) -> dict[str, int]:
        """Return the addresses of functions of a module, which stays for ever.

        Parameters
        ----------
        text : str
            The module.
        names : sequence of str
            The names of the functions.
        symbols : mapping
            The addresses that it names.
        """
        with _LOCK:
            for name, address in symbols.items():
                self._llvm.add_symbol(name, address)
            engine = self._engine(text)
            self._objects.append(engine)
            return {name: engine.get_function_address(name) for name in names}

    def tested_call(self, name: str, itself: tuple[object, ...]) -> Callable[..., Any]:
        """Return a function that tests its arguments by a table of words.

        Parameters
        ----------
        name : str
            The name of the function.
        itself : tuple
            The table, as bytes, and whatever it refers to.
        """
        address = self._support.get_function_address("autograph_tested")
        definition = _MethodDef(name.encode(), address, _METH_FASTCALL, None)
        return _function(definition, (*itself, definition))

    def straight_call(self, itself: tuple[object, ...]) -> Callable[..., Any]:
        """Return a function that calls the entry of a graph.

        Parameters
        ----------
        itself : tuple
            What the text of `straight_calls` takes from it.
        """
        address = self._support.get_function_address("autograph_straight")
        flags = _METH_FASTCALL | _METH_KEYWORDS
        definition = _MethodDef(b"__call__", address, flags, None)
        return _function(definition, (*itself, definition))

    def view(
        self,
        base: np.ndarray,
        dtype: np.dtype,
        sizes: Sequence[int],
        strides: Sequence[int],
        data: int,
    ) -> np.ndarray:
        """Return a view of an array, given the address of its first element."""
        rank = len(sizes)
        words = [(ctypes.c_ssize_t * max(rank, 1))(*each) for each in (sizes, strides)]
        made: np.ndarray = _VIEW(self._support.get_function_address("autograph_view"))(
            base, rank, *map(ctypes.addressof, words), dtype.num, data
        )
        return made

    def force_faults(self, every: int) -> None:
        """Let kernels come to a fault each time they have looked so often for signals.

        With 0 they do not. It is for tests.
        """
        address = self._support.get_global_value_address("autograph_faults")
        ctypes.c_int64.from_address(address).value = every

    def optimized(self, text: str) -> str:
        """Return a module after LLVM's passes, in assembly language."""
        with _LOCK:
            module = self._llvm.parse_assembly(text)
            self._optimize(module)
            return str(module)


def as_function(
    compiled: Compiled, name: str, instead: Callable[..., Any]
) -> tuple[Callable[..., Any], object]:
    """Return the entry of a module as a function of Python, and what it stands on.

    Parameters
    ----------
    compiled : Compiled
        The module.
    name : str
        The name of the function.
    instead : callable
        What is called with the same arguments where the machine code does not do. The
        function holds it, so it should hold in turn what the function stands on, and
        the module: Python does not.
    """
    definition = _MethodDef(name.encode(), compiled.address, _METH_FASTCALL, None)
    return _function(definition, instead), definition


def _function(definition: _MethodDef, itself: object) -> Callable[..., Any]:
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
    function = make(ctypes.addressof(definition), itself, None)
    return cast(Callable[..., Any], function)


def _objects() -> dict[str, object]:
    """Return the objects that kernels name, by their symbols."""
    found: dict[str, object] = {
        **direct_calls.CLASSES,
        "PyLong_Type": int,
        "PyFloat_Type": float,
        "PyComplex_Type": complex,
        "PyList_Type": list,
        "PyTuple_Type": tuple,
        "autograph_ndarray": np.ndarray,
        "autograph_true": True,
        "autograph_false": False,
        "autograph_np_true": np.True_,
        "autograph_np_false": np.False_,
        "_Py_NoneStruct": None,
        "_Py_NotImplementedStruct": NotImplemented,
        "autograph_underflow": _warns_of_underflow,
        "autograph_stop": object(),
        "autograph_unbound": Unbound,
        "autograph_share": helpers.share,
        "autograph_address_of": random_streams.address_of,
        "autograph_kept": random_streams.kept,
    }
    for kind in SCALARS:
        dtype = np.dtype(kind)
        found[type_symbol(NumpyScalar(dtype))] = kind
        found[dtype_symbol(dtype)] = dtype
    return found


def _warns_of_underflow() -> bool:
    """Whether an underflow is not ignored."""
    return np.geterr()["under"] != "ignore"


@functools.cache
def _library() -> Library | str:
    try:
        return Library()
    except (ImportError, OSError, RuntimeError) as error:
        return str(error)


def library() -> Library:
    """Return LLVM.

    Raises
    ------
    RuntimeError
        If there is no machine code here: see `why_not`.
    """
    found = _made()
    if isinstance(found, str):
        raise RuntimeError(found)
    return found


def _made() -> Library | str:
    with _LOCK:
        return _library()


def why_not() -> str | None:
    """Return why there is no machine code here; None if there is."""
    found = _made()
    return found if isinstance(found, str) else None
