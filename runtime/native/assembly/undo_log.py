"""The undo log: what memory held before a kernel wrote there, since its last mark.

A kernel that goes on from a mark has written into arrays and lists behind it. At a
fault the log is played back, the last entry first. At the next mark it is emptied. Its
address, and how many entries it has and has room for, are words of the marks.
"""

from __future__ import annotations

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import ListRef, NotNative, View
from runtime.regions.ends import may_show_its_end

MARKS = "%marks"
"""The parameter of a kernel with the address of its marks."""
_ITEM, _APPENDED, _POPPED, _CHANGED = 16, 17, 18, 19
"""The kinds of entries of lists; those of words are their sizes in bytes."""

TEXT = """
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare i32 @PyList_Append(ptr, ptr)
declare i32 @PyList_SetSlice(ptr, i64, i64, ptr)

define i32 @autograph_log(ptr %marks, i64 %kind, ptr %what, i64 %old, ptr %held) {
  %log.at = getelementptr i64, ptr %marks, i64 2
  %log = load ptr, ptr %log.at
  %count.at = getelementptr i64, ptr %marks, i64 3
  %count = load i64, ptr %count.at
  %room.at = getelementptr i64, ptr %marks, i64 4
  %room = load i64, ptr %room.at
  %full = icmp eq i64 %count, %room
  br i1 %full, label %grow, label %put
grow:
  %double = shl i64 %room, 1
  %more = add i64 %double, 64
  %bytes = mul i64 %more, 32
  %new = call ptr @realloc(ptr %log, i64 %bytes)
  %lost = icmp eq ptr %new, null
  br i1 %lost, label %none, label %grown
none:
  ret i32 0
grown:
  store ptr %new, ptr %log.at
  store i64 %more, ptr %room.at
  br label %put
put:
  %now = phi ptr [ %log, %0 ], [ %new, %grown ]
  %far = mul i64 %count, 4
  %entry = getelementptr i64, ptr %now, i64 %far
  store i64 %kind, ptr %entry
  %what.at = getelementptr i64, ptr %entry, i64 1
  store ptr %what, ptr %what.at
  %old.at = getelementptr i64, ptr %entry, i64 2
  store i64 %old, ptr %old.at
  %held.at = getelementptr i64, ptr %entry, i64 3
  store ptr %held, ptr %held.at
  call void @Py_IncRef(ptr %held)
  %next = add i64 %count, 1
  store i64 %next, ptr %count.at
  ret i32 1
}

; An array that may not be written is left to Python, which raises.
define i32 @autograph_log_word(ptr %marks, ptr %base, ptr %address, i64 %size) {
  %flags.at = getelementptr i8, ptr %base, i64 {flags}
  %flags = load i32, ptr %flags.at
  %may = and i32 %flags, {writeable}
  %no = icmp eq i32 %may, 0
  br i1 %no, label %refused, label %look
refused:
  ret i32 0
look:
  %old = alloca i64
  store i64 0, ptr %old
  call void @llvm.memcpy.p0.p0.i64(ptr %old, ptr %address, i64 %size, i1 false)
  %bits = load i64, ptr %old
  %done = call i32 @autograph_log(
      ptr %marks, i64 %size, ptr %address, i64 %bits, ptr %base)
  ret i32 %done
}

; The last word holds what keeps the entry alive: of a list, what it held before.
define i32 @autograph_log_list(
    ptr %marks, i64 %kind, ptr %list, i64 %position, ptr %item) {
  call void @Py_IncRef(ptr %list)
  %done = call i32 @autograph_log(
      ptr %marks, i64 %kind, ptr %list, i64 %position, ptr %item)
  ret i32 %done
}

define void @autograph_forget_entry(ptr %entry) {
  %kind = load i64, ptr %entry
  %of.list = icmp sge i64 %kind, 16
  br i1 %of.list, label %list, label %held
list:
  %what.at = getelementptr i64, ptr %entry, i64 1
  %what = load ptr, ptr %what.at
  call void @Py_DecRef(ptr %what)
  br label %held
held:
  %held.at = getelementptr i64, ptr %entry, i64 3
  %object = load ptr, ptr %held.at
  call void @Py_DecRef(ptr %object)
  ret void
}

define void @autograph_undo_entry(ptr %entry) {
  %kind = load i64, ptr %entry
  %what.at = getelementptr i64, ptr %entry, i64 1
  %what = load ptr, ptr %what.at
  %old.at = getelementptr i64, ptr %entry, i64 2
  %held.at = getelementptr i64, ptr %entry, i64 3
  %held = load ptr, ptr %held.at
  switch i64 %kind, label %word [
    i64 16, label %item
    i64 17, label %appended
    i64 18, label %popped
    i64 19, label %changed
  ]
word:
  call void @llvm.memcpy.p0.p0.i64(ptr %what, ptr %old.at, i64 %kind, i1 false)
  ret void
item:
  %position = load i64, ptr %old.at
  %items.at = getelementptr i8, ptr %what, i64 {list_items}
  %items = load ptr, ptr %items.at
  %place = getelementptr ptr, ptr %items, i64 %position
  call void @Py_IncRef(ptr %held)
  call void @autograph_replace(ptr %place, ptr %held)
  ret void
appended:
  %size.at = getelementptr i8, ptr %what, i64 {size}
  %size = load i64, ptr %size.at
  %last = sub i64 %size, 1
  %cut = call i32 @PyList_SetSlice(ptr %what, i64 %last, i64 %size, ptr null)
  ret void
popped:
  %back = call i32 @PyList_Append(ptr %what, ptr %held)
  ret void
changed:
  %all = call i32 @PyList_SetSlice(
      ptr %what, i64 0, i64 9223372036854775807, ptr %held)
  ret void
}

define void @autograph_empty_log(ptr %marks, i1 %undo) {
  %log.at = getelementptr i64, ptr %marks, i64 2
  %count.at = getelementptr i64, ptr %marks, i64 3
  br label %head
head:
  %count = load i64, ptr %count.at
  %some = icmp ne i64 %count, 0
  br i1 %some, label %one, label %end
one:
  %last = sub i64 %count, 1
  store i64 %last, ptr %count.at
  %log = load ptr, ptr %log.at
  %far = mul i64 %last, 4
  %entry = getelementptr i64, ptr %log, i64 %far
  br i1 %undo, label %back, label %forget
back:
  call void @autograph_undo_entry(ptr %entry)
  br label %forget
forget:
  call void @autograph_forget_entry(ptr %entry)
  br label %head
end:
  ret void
}

define void @autograph_end_log(ptr %marks, i1 %undo) {
  call void @autograph_empty_log(ptr %marks, i1 %undo)
  %log.at = getelementptr i64, ptr %marks, i64 2
  %log = load ptr, ptr %log.at
  call void @free(ptr %log)
  store ptr null, ptr %log.at
  %room.at = getelementptr i64, ptr %marks, i64 4
  store i64 0, ptr %room.at
  ret void
}

; Whether warnings are due. The marks are given, so that all values are known before.
define i32 @autograph_warns_at(ptr %marks) {
  %forced = call i1 @autograph_forced()
  br i1 %forced, label %yes, label %ask
ask:
  %warns = call i32 @autograph_warns()
  ret i32 %warns
yes:
  ret i32 1
}

define i32 @autograph_poll_at(ptr %marks) {
  %found = call i32 @autograph_poll()
  ret i32 %found
}

; Warnings were asked for before. What Python computes tells of its own.
define ptr @autograph_effect(ptr %function, ptr %arguments, i64 %count) {
  %result = call ptr @PyObject_Vectorcall(
      ptr %function, ptr %arguments, i64 %count, ptr null)
  call void @autograph_clear_new()
  ret ptr %result
}

; What lives is written into the spare of two frames, which becomes the other one.
define void @autograph_mark(ptr %marks, i64 %number) {
  %frame.at = getelementptr i64, ptr %marks, i64 1
  %frame = load i64, ptr %frame.at
  %other = xor i64 %frame, 1
  store i64 %other, ptr %frame.at
  store i64 %number, ptr %marks
  %count.at = getelementptr i64, ptr %marks, i64 3
  %count = load i64, ptr %count.at
  %none = icmp eq i64 %count, 0
  br i1 %none, label %end, label %empty
empty:
  call void @autograph_empty_log(ptr %marks, i1 false)
  br label %end
end:
  ret void
}

; Whether nobody sees the end of an object: one of a class that is built in, and that
; refers to no others; an array without objects; a tuple of such.
define i1 @autograph_ends_unseen(ptr %object) {
  %none = icmp eq ptr %object, null
  br i1 %none, label %yes, label %look
look:
  %type.at = getelementptr i8, ptr %object, i64 {type}
  %type = load ptr, ptr %type.at
  %is.tuple = icmp eq ptr %type, @PyTuple_Type
  br i1 %is.tuple, label %tuple, label %one
tuple:
  %size.at = getelementptr i8, ptr %object, i64 {size}
  %size = load i64, ptr %size.at
  %items = getelementptr i8, ptr %object, i64 {tuple_items}
  br label %head
head:
  %number = phi i64 [ 0, %tuple ], [ %next, %item ]
  %more = icmp slt i64 %number, %size
  br i1 %more, label %item, label %yes
item:
  %place = getelementptr ptr, ptr %items, i64 %number
  %each = load ptr, ptr %place
  %well = call i1 @autograph_is_simple(ptr %each)
  %next = add i64 %number, 1
  br i1 %well, label %head, label %no
one:
  %simple = call i1 @autograph_is_simple(ptr %object)
  ret i1 %simple
yes:
  ret i1 true
no:
  ret i1 false
}

define i1 @autograph_is_simple(ptr %object) {
  %type.at = getelementptr i8, ptr %object, i64 {type}
  %type = load ptr, ptr %type.at
  %flags.at = getelementptr i8, ptr %type, i64 {type_flags}
  %flags = load i64, ptr %flags.at
  %others = and i64 %flags, 16896
  %some = icmp ne i64 %others, 0
  br i1 %some, label %no, label %look
look:
  %is.array = icmp eq ptr %type, @autograph_ndarray
  br i1 %is.array, label %array, label %yes
array:
  %dtype.at = getelementptr i8, ptr %object, i64 {descr}
  %dtype = load ptr, ptr %dtype.at
  %kind.at = getelementptr i8, ptr %dtype, i64 {dtype_kind}
  %kind = load i8, ptr %kind.at
  %holds = icmp eq i8 %kind, 79
  %may.hold = icmp eq i8 %kind, 86
  %either = or i1 %holds, %may.hold
  br i1 %either, label %no, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

; Let go what the last mark but one needed.
define void @autograph_let_go_last(ptr %marks) {
  %frame.at = getelementptr i64, ptr %marks, i64 1
  %frame = load i64, ptr %frame.at
  %other = xor i64 %frame, 1
  call void @autograph_let_go(ptr %marks, i64 %other)
  ret void
}

define void @autograph_let_go(ptr %marks, i64 %frame) {
  %held.at = getelementptr i64, ptr %marks, i64 5
  %held = load ptr, ptr %held.at
  %count.at = getelementptr i64, ptr %marks, i64 6
  %count = load i64, ptr %count.at
  br label %head
head:
  %number = phi i64 [ 0, %0 ], [ %next, %one ]
  %more = icmp ult i64 %number, %count
  br i1 %more, label %one, label %end
one:
  %two = shl i64 %number, 1
  %place = add i64 %two, %frame
  %owner = getelementptr ptr, ptr %held, i64 %place
  call void @autograph_own(ptr %owner, ptr null)
  %next = add i64 %number, 1
  br label %head
end:
  ret void
}

define void @autograph_end_marks(ptr %marks) {
  call void @autograph_end_log(ptr %marks, i1 false)
  call void @autograph_let_go(ptr %marks, i64 0)
  call void @autograph_let_go(ptr %marks, i64 1)
  ret void
}
"""
NAMES = (
    "autograph_log_word",
    "autograph_log_list",
    "autograph_end_log",
    "autograph_end_marks",
    "autograph_let_go_last",
    "autograph_ends_unseen",
    "autograph_effect",
    "autograph_warns_at",
    "autograph_poll_at",
    "autograph_mark",
)
"""The functions that kernels and their entries call."""


def word(w: Writer, view: View, kind: str, address: str) -> None:
    """Log a number of an array before it is overwritten, if there is a log."""
    if w.logs:
        given = (("ptr", view.base), ("ptr", address), ("i64", _SIZES[kind]))
        _must(w, "autograph_log_word", *given)


_SIZES = {"i8": "1", "i16": "2", "i32": "4", "i64": "8", "float": "4", "double": "8"}


def item(w: Writer, list_: ListRef, position: str, address: str) -> None:
    """Log an item of a list before it is replaced."""
    if w.logs:
        _check(list_)
        _of_list(w, _ITEM, list_.object, position, w.load("ptr", address))


def appended(w: Writer, list_: str) -> None:
    """Log that an item is appended to a list."""
    if w.logs:
        _of_list(w, _APPENDED, list_, "0", "null")


def popped(w: Writer, list_: ListRef, last: str) -> None:
    """Log the last item of a list before it is taken out."""
    if w.logs:
        _check(list_)
        _of_list(w, _POPPED, list_.object, "0", last)


def changed(w: Writer, list_: ListRef) -> None:
    """Log all of a list before it changes otherwise."""
    if not w.logs:
        return
    _check(list_)
    given = (("ptr", list_.object), ("i64", "0"), ("i64", str(2**63 - 1)))
    copy = w.call("ptr", "PyList_GetSlice", *given)
    w.fault_if(w.put(f"icmp eq ptr {copy}, null"))
    _of_list(w, _CHANGED, list_.object, "0", copy)
    w.act("Py_DecRef", ("ptr", copy))


def _check(list_: ListRef) -> None:
    """Raise `NotNative` if the log would keep alive what may end now."""
    if may_show_its_end(list_.type.element):
        raise NotNative("a list lets go of what may be an object with __del__")


def _of_list(w: Writer, kind: int, list_: str, position: str, old: str) -> None:
    given = (("i64", str(kind)), ("ptr", list_), ("i64", position), ("ptr", old))
    _must(w, "autograph_log_list", *given)


def _must(w: Writer, name: str, *arguments: tuple[str, str]) -> None:
    status = w.call("i32", name, ("ptr", MARKS), *arguments)
    w.fault_if(w.put(f"icmp eq i32 {status}, 0"))
