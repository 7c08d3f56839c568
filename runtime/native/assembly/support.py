"""The functions that all kernels share, in LLVM's assembly language.

They look for signals and warnings, and take arrays apart.
"""

from __future__ import annotations

from runtime.native.assembly import hash_tables, undo_log
from runtime.native.assembly.layout import OFFSETS, WRITEABLE
from runtime.native.assembly.processor_flags import flags_text

_COMMON = """
@autograph_ndarray = external global i8
@PyTuple_Type = external global i8
@autograph_true = external global i8
@autograph_underflow = external global i8
declare i32 @PyErr_CheckSignals()
declare void @PyErr_Clear()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyObject_CallNoArgs(ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)
declare ptr @autograph_array_new(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr)
declare i32 @autograph_set_base(ptr, ptr)
declare ptr @malloc(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @autograph_warns() {
  %flags = call i32 @autograph_flags()
  %severe = and i32 %flags, 13
  %some = icmp ne i32 %severe, 0
  br i1 %some, label %yes, label %more
more:
  %none = icmp eq i32 %flags, 0
  br i1 %none, label %no, label %ask
ask:
  %answer = call ptr @PyObject_CallNoArgs(ptr @autograph_underflow)
  %failed = icmp eq ptr %answer, null
  br i1 %failed, label %lost, label %told
lost:
  call void @PyErr_Clear()
  br label %yes
told:
  %told.yes = icmp eq ptr %answer, @autograph_true
  call void @Py_DecRef(ptr %answer)
  br i1 %told.yes, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}

; Some of NumPy's loops clear the flags, which tell of what was computed before.
define i32 @autograph_loop(
    ptr %loop, ptr %context, ptr %data, ptr %sizes, ptr %steps, ptr %auxiliary) {
  %before = call i32 @autograph_flags()
  %status = call i32 %loop(
      ptr %context, ptr %data, ptr %sizes, ptr %steps, ptr %auxiliary)
  %none = icmp eq i32 %before, 0
  br i1 %none, label %end, label %set
set:
  call void @autograph_set(i32 %before)
  br label %end
end:
  ret i32 %status
}

@autograph_polls = global i64 0
@autograph_faults = global i64 0

; For tests, a kernel may come to a fault where there is none.
define i1 @autograph_forced() {
  %every = load i64, ptr @autograph_faults
  %forced = icmp ne i64 %every, 0
  br i1 %forced, label %count, label %no
count:
  %before = load i64, ptr @autograph_polls
  %polls = add i64 %before, 1
  store i64 %polls, ptr @autograph_polls
  %rest = urem i64 %polls, %every
  %now = icmp eq i64 %rest, 0
  ret i1 %now
no:
  ret i1 false
}

define i32 @autograph_poll() {
  %forced = call i1 @autograph_forced()
  br i1 %forced, label %undo, label %begin
begin:
  %warns = call i32 @autograph_warns()
  %fault = icmp ne i32 %warns, 0
  br i1 %fault, label %undo, label %look
undo:
  ret i32 1
look:
  %signal = call i32 @PyErr_CheckSignals()
  %raised = icmp ne i32 %signal, 0
  br i1 %raised, label %error, label %others
error:
  ret i32 2
others:
  %thread = call ptr @PyEval_SaveThread()
  call void @PyEval_RestoreThread(ptr %thread)
  ret i32 0
}

; The flags tell of what was computed before: what Python computes has told of it.
define ptr @autograph_call(ptr %function, ptr %arguments, i64 %count) {
  %before = call i32 @autograph_flags()
  %clear = icmp eq i32 %before, 0
  br i1 %clear, label %run, label %hide
hide:
  call void @autograph_clear()
  br label %run
run:
  %result = call ptr @PyObject_Vectorcall(
      ptr %function, ptr %arguments, i64 %count, ptr null)
  call void @autograph_clear()
  %none = icmp eq i32 %before, 0
  br i1 %none, label %end, label %set
set:
  call void @autograph_set(i32 %before)
  br label %end
end:
  ret ptr %result
}

define i32 @autograph_take_array(
    ptr %object, ptr %dtype, i32 %rank, i32 %flags, ptr %place) {
  %at = getelementptr i8, ptr %object, i64 {type}
  %kind = load ptr, ptr %at
  %is.array = icmp eq ptr %kind, @autograph_ndarray
  br i1 %is.array, label %looks, label %no
looks:
  %dtype.at = getelementptr i8, ptr %object, i64 {descr}
  %own.dtype = load ptr, ptr %dtype.at
  %same.dtype = icmp eq ptr %own.dtype, %dtype
  %rank.at = getelementptr i8, ptr %object, i64 {nd}
  %own.rank = load i32, ptr %rank.at
  %same.rank = icmp eq i32 %own.rank, %rank
  %flags.at = getelementptr i8, ptr %object, i64 {flags}
  %own.flags = load i32, ptr %flags.at
  %having = and i32 %own.flags, %flags
  %has.flags = icmp eq i32 %having, %flags
  %two = and i1 %same.dtype, %same.rank
  %fits = and i1 %two, %has.flags
  br i1 %fits, label %yes, label %no
yes:
  %data.at = getelementptr i8, ptr %object, i64 {data}
  %data = load ptr, ptr %data.at
  store ptr %data, ptr %place
  %base.place = getelementptr i8, ptr %place, i64 8
  store ptr %object, ptr %base.place
  %whole.place = getelementptr i8, ptr %place, i64 16
  store i8 1, ptr %whole.place
  %sizes.at = getelementptr i8, ptr %object, i64 {dimensions}
  %sizes = load ptr, ptr %sizes.at
  %strides.at = getelementptr i8, ptr %object, i64 {strides}
  %strides = load ptr, ptr %strides.at
  %wide = zext i32 %rank to i64
  %bytes = mul i64 %wide, 8
  %to = getelementptr i8, ptr %place, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %sizes, i64 %bytes, i1 false)
  %then = getelementptr i8, ptr %to, i64 %bytes
  call void @llvm.memcpy.p0.p0.i64(ptr %then, ptr %strides, i64 %bytes, i1 false)
  ret i32 1
no:
  ret i32 0
}

define ptr @autograph_save(ptr %data, i64 %bytes) {
  %copy = call ptr @malloc(i64 %bytes)
  %failed = icmp eq ptr %copy, null
  br i1 %failed, label %end, label %fill
fill:
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %data, i64 %bytes, i1 false)
  br label %end
end:
  ret ptr %copy
}

define void @autograph_replace(ptr %object, ptr %new) {
  %old = load ptr, ptr %object
  store ptr %new, ptr %object
  call void @Py_DecRef(ptr %old)
  ret void
}

define ptr @autograph_last(ptr %list) {
  %size.at = getelementptr i8, ptr %list, i64 {size}
  %size = load i64, ptr %size.at
  %less = sub i64 %size, 1
  %items.at = getelementptr i8, ptr %list, i64 {list_items}
  %items = load ptr, ptr %items.at
  %at = getelementptr ptr, ptr %items, i64 %less
  %item = load ptr, ptr %at
  store i64 %less, ptr %size.at
  ret ptr %item
}

define void @autograph_own(ptr %owner, ptr %object) {
  %old = load ptr, ptr %owner
  store ptr %object, ptr %owner
  %some = icmp ne ptr %old, null
  br i1 %some, label %drop, label %end
drop:
  call void @Py_DecRef(ptr %old)
  br label %end
end:
  ret void
}

define void @autograph_hold(ptr %owner, ptr %object) {
  %old = load ptr, ptr %owner
  %same = icmp eq ptr %old, %object
  br i1 %same, label %end, label %change
change:
  call void @Py_IncRef(ptr %object)
  call void @autograph_own(ptr %owner, ptr %object)
  br label %end
end:
  ret void
}

define void @autograph_release(ptr %owners, i64 %count) {
  br label %head
head:
  %number = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %number, %count
  br i1 %more, label %body, label %end
body:
  %owner = getelementptr ptr, ptr %owners, i64 %number
  call void @autograph_own(ptr %owner, ptr null)
  %next = add i64 %number, 1
  br label %head
end:
  ret void
}

define ptr @autograph_array(
    ptr %owner, i32 %rank, ptr %sizes, i32 %number, i1 %columns) {
  %order = zext i1 %columns to i32
  %old = load ptr, ptr %owner
  %some = icmp ne ptr %old, null
  br i1 %some, label %compare, label %make
compare:
  %fits = call i1 @autograph_has_sizes(ptr %old, i32 %rank, ptr %sizes)
  br i1 %fits, label %look, label %make
look:
  %references = load i32, ptr %old
  %alone = icmp eq i32 %references, 1
  br i1 %alone, label %again, label %held
again:
  ret ptr %old
held:
  %spare.at = getelementptr ptr, ptr %owner, i64 1
  %spare = load ptr, ptr %spare.at
  store ptr %old, ptr %spare.at
  store ptr %spare, ptr %owner
  %another = icmp ne ptr %spare, null
  br i1 %another, label %look.too, label %make
look.too:
  %spare.references = load i32, ptr %spare
  %spare.alone = icmp eq i32 %spare.references, 1
  br i1 %spare.alone, label %compare.too, label %make
compare.too:
  %fits.too = call i1 @autograph_has_sizes(ptr %spare, i32 %rank, ptr %sizes)
  br i1 %fits.too, label %exchange, label %make
exchange:
  ret ptr %spare
make:
  %new = call ptr @autograph_array_new(
      ptr @autograph_ndarray, i32 %rank, ptr %sizes, i32 %number, ptr null, ptr null,
      i32 0, i32 %order, ptr null)
  call void @autograph_own(ptr %owner, ptr %new)
  ret ptr %new
}

define internal i1 @autograph_has_sizes(
    ptr %array, i32 %rank, ptr %sizes) alwaysinline {
  %own.at = getelementptr i8, ptr %array, i64 {dimensions}
  %own = load ptr, ptr %own.at
  %wide = zext i32 %rank to i64
  br label %head
head:
  %axis = phi i64 [ 0, %0 ], [ %next, %same ]
  %more = icmp ult i64 %axis, %wide
  br i1 %more, label %compare, label %yes
compare:
  %one.at = getelementptr i64, ptr %own, i64 %axis
  %one = load i64, ptr %one.at
  %other.at = getelementptr i64, ptr %sizes, i64 %axis
  %other = load i64, ptr %other.at
  %equal = icmp eq i64 %one, %other
  br i1 %equal, label %same, label %no
same:
  %next = add i64 %axis, 1
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @autograph_view(
    ptr %base, i32 %rank, ptr %sizes, ptr %strides, i32 %number, ptr %data) {
  %flags.at = getelementptr i8, ptr %base, i64 {flags}
  %flags = load i32, ptr %flags.at
  %writeable = and i32 %flags, {writeable}
  %new = call ptr @autograph_array_new(
      ptr @autograph_ndarray, i32 %rank, ptr %sizes, i32 %number, ptr %strides,
      ptr %data, i32 0, i32 %writeable, ptr null)
  %made = icmp ne ptr %new, null
  br i1 %made, label %hold, label %lost
hold:
  call void @Py_IncRef(ptr %base)
  %status = call i32 @autograph_set_base(ptr %new, ptr %base)
  %held = icmp eq i32 %status, 0
  br i1 %held, label %end, label %drop
end:
  ret ptr %new
drop:
  call void @Py_DecRef(ptr %new)
  br label %lost
lost:
  ret ptr null
}

define void @autograph_restore(ptr %data, ptr %copy, i64 %bytes) {
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %copy, i64 %bytes, i1 false)
  ret void
}
"""

NAMES = (
    *hash_tables.NAMES,
    *undo_log.NAMES,
    "autograph_clear",
    "autograph_clear_new",
    "autograph_warns",
    "autograph_poll",
    "autograph_loop",
    "autograph_call",
    "autograph_take_array",
    "autograph_save",
    "autograph_replace",
    "autograph_last",
    "autograph_restore",
    "autograph_own",
    "autograph_hold",
    "autograph_release",
    "autograph_array",
    "autograph_view",
)
"""The functions that kernels and their entries call."""


def support_text() -> str:
    """Return the functions for this processor."""
    return flags_text() + filled_in(_COMMON + undo_log.TEXT + hash_tables.TEXT)


def filled_in(text: str) -> str:
    """Return functions with the offsets of fields in place of their names."""
    for field, offset in (*OFFSETS.items(), ("writeable", WRITEABLE)):
        text = text.replace(f"{{{field}}}", str(offset))
    return text
