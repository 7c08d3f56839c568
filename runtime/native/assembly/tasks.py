"""The computation of large arrays: without Python's lock, and by several threads."""

from __future__ import annotations

from runtime.native.assembly.emit import FAULT, RAISED, Writer

HEAD = 16
"""The words of a task before the values; `autograph_shared` fills them."""
LONG = 2**18
"""How many operations are worth letting other threads run Python in the meantime."""
SHARED = 2**20
"""How many operations are worth the help of other threads."""
# A task begins with these words: its function, the next part, the threads at work, the
# number of parts, how many are taken at once, the flags that threads have set, and
# from the 64th byte on how floats are rounded. Whoever helps takes parts until there
# are none left, so that nobody waits for a thread that never comes.
TEXT = """
@autograph_share = external global i8
@autograph_lock = external global i8
declare ptr @PyByteArray_FromStringAndSize(ptr, i64)
declare ptr @PyLong_FromLongLong(i64)
declare i32 @PyThread_acquire_lock_timed(ptr, i64, i32)
declare i32 @fegetenv(ptr)
declare i32 @fesetenv(ptr)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)

define void @autograph_take_part(ptr %task) {
  %next = getelementptr i64, ptr %task, i64 1
  %parts.at = getelementptr i64, ptr %task, i64 3
  %parts = load i64, ptr %parts.at
  %step.at = getelementptr i64, ptr %task, i64 4
  %step = load i64, ptr %step.at
  %function = load ptr, ptr %task
  br label %again
again:
  %begin = atomicrmw add ptr %next, i64 %step seq_cst
  %some = icmp ult i64 %begin, %parts
  br i1 %some, label %compute, label %end
compute:
  %far = add i64 %begin, %step
  %stop = call i64 @llvm.umin.i64(i64 %far, i64 %parts)
  call void %function(ptr %task, i64 %begin, i64 %stop)
  br label %again
end:
  ret void
}

define void @autograph_help(ptr %task) {
  %working = getelementptr i64, ptr %task, i64 2
  %one = atomicrmw add ptr %working, i64 1 seq_cst
  %rounding = getelementptr i64, ptr %task, i64 8
  %set = call i32 @fesetenv(ptr %rounding)
  call void @autograph_clear()
  call void @autograph_take_part(ptr %task)
  %flags = call i32 @autograph_flags()
  %wide = zext i32 %flags to i64
  %all = getelementptr i64, ptr %task, i64 5
  %two = atomicrmw or ptr %all, i64 %wide seq_cst
  %three = atomicrmw sub ptr %working, i64 1 seq_cst
  ret void
}

define i32 @autograph_shared(
    ptr %function, ptr %values, i64 %bytes, i64 %parts, i64 %threads) {
  %arguments = alloca [2 x ptr]
  %held = call ptr @PyByteArray_FromStringAndSize(ptr %values, i64 %bytes)
  %lost = icmp eq ptr %held, null
  br i1 %lost, label %fault, label %fill
fault:
  ret i32 1
fill:
  %start.at = getelementptr i8, ptr %held, i64 {bytearray_start}
  %task = load ptr, ptr %start.at
  %next = getelementptr i64, ptr %task, i64 1
  %working = getelementptr i64, ptr %task, i64 2
  %parts.at = getelementptr i64, ptr %task, i64 3
  %step.at = getelementptr i64, ptr %task, i64 4
  %all = getelementptr i64, ptr %task, i64 5
  %rounding = getelementptr i64, ptr %task, i64 8
  store ptr %function, ptr %task
  store i64 0, ptr %next
  store i64 0, ptr %working
  store i64 %parts, ptr %parts.at
  %portions = mul i64 %threads, 8
  %portion = udiv i64 %parts, %portions
  %step = call i64 @llvm.umax.i64(i64 %portion, i64 1)
  store i64 %step, ptr %step.at
  store i64 0, ptr %all
  %got = call i32 @fegetenv(ptr %rounding)
  %others = sub i64 %threads, 1
  %number = call ptr @PyLong_FromLongLong(i64 %others)
  %unnumbered = icmp eq ptr %number, null
  br i1 %unnumbered, label %drop, label %ask
drop:
  call void @Py_DecRef(ptr %held)
  br label %fault
ask:
  store ptr %held, ptr %arguments
  %second = getelementptr ptr, ptr %arguments, i64 1
  store ptr %number, ptr %second
  %answer = call ptr @PyObject_Vectorcall(
      ptr @autograph_share, ptr %arguments, i64 2, ptr null)
  call void @Py_DecRef(ptr %number)
  %thread = call ptr @PyEval_SaveThread()
  call void @autograph_take_part(ptr %task)
  br label %wait
wait:
  %looked = phi i64 [ 0, %ask ], [ %more, %rest ], [ %more, %spin ]
  %still = load atomic i64, ptr %working seq_cst, align 8
  %done = icmp eq i64 %still, 0
  %more = add i64 %looked, 1
  br i1 %done, label %end, label %on
on:
  %patient = icmp ult i64 %looked, 2000
  br i1 %patient, label %spin, label %rest
spin:
  br label %wait
rest:
  %slept = call i32 @PyThread_acquire_lock_timed(
      ptr @autograph_lock, i64 20, i32 0)
  br label %wait
end:
  call void @PyEval_RestoreThread(ptr %thread)
  %flags = load i64, ptr %all
  %own = trunc i64 %flags to i32
  call void @autograph_set(i32 %own)
  call void @Py_DecRef(ptr %held)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %raised, label %told
told:
  call void @Py_DecRef(ptr %answer)
  ret i32 0
raised:
  ret i32 2
}
"""
"""The functions that threads share a task by."""

BEGIN, END = "%begin", "%finish"
"""The parameters of the function of a task: which parts to compute."""


class Task:
    """A function that computes some of many parts, and its values in memory.

    Parameters
    ----------
    w : Writer
        The function that has the values.
    name : str
        The name of the new one.

    Attributes
    ----------
    w : Writer
        The new function.
    """

    def __init__(self, w: Writer, name: str) -> None:
        self._outer = w
        self._name = name
        self._values: list[tuple[str, str]] = []
        self.w = Writer()

    def take(self, kind: str, code: str) -> str:
        """Return a value of the outer function in the new one."""
        if code in ("true", "false") or code.lstrip("-").isdigit():
            return code
        place = 8 * (HEAD + len(self._values))
        self._values.append((kind, code))
        at = self.w.at("%task", place)
        if kind == "i1":
            return self.w.put(f"icmp ne i8 {self.w.load('i8', at)}, 0")
        return self.w.load(kind, at)

    def run(self, parts: str, work: str, threads: int) -> None:
        """Write the computation of all parts, once all values are taken.

        Parameters
        ----------
        parts : str
            How many there are.
        work : str
            How many operations they are together.
        threads : int
            How many threads may compute them.
        """
        w = self._outer
        words = HEAD + len(self._values)
        task = w.slot(f"[{words} x i64]")
        for place, (kind, code) in enumerate(self._values, HEAD):
            if kind == "i1":
                kind, code = "i8", w.put(f"zext i1 {code} to i8")
            w.store(kind, code, w.at(task, 8 * place))
        long, short, done = map(w.label, ("long", "short", "computed"))
        least = LONG if threads == 1 else SHARED
        w.branch(w.put(f"icmp ugt i64 {work}, {least}"), long, short)
        w.begin(long)
        if threads == 1:
            thread = w.call("ptr", "PyEval_SaveThread")
            self._call(task, parts)
            w.act("PyEval_RestoreThread", ("ptr", thread))
        else:
            self._share(task, parts, words, threads)
        w.jump(done)
        w.begin(short)
        self._call(task, parts)
        w.jump(done)
        w.begin(done)

    def _call(self, task: str, parts: str) -> None:
        self._outer.do(f"call void @{self._name}(ptr {task}, i64 0, i64 {parts})")

    def _share(self, task: str, parts: str, words: int, threads: int) -> None:
        w = self._outer
        given = ("ptr", f"@{self._name}"), ("ptr", task), ("i64", str(8 * words))
        numbers = ("i64", parts), ("i64", str(threads))
        status = w.call("i32", "autograph_shared", *given, *numbers)
        on, failed = w.label("on"), w.label("failed")
        w.branch(w.put(f"icmp eq i32 {status}, 0"), on, failed)
        w.begin(failed)
        w.fault_if(w.put(f"icmp eq i32 {status}, {FAULT}"))
        w.leave(RAISED)
        w.begin(on)

    def text(self) -> str:
        """Return the new function."""
        self.w.end("ret void")
        head = f"define internal void @{self._name}(ptr %task, i64 {BEGIN}, i64 {END})"
        return self.w.function(f"{head} noinline", "ret void")
