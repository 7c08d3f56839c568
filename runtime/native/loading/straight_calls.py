"""Calls of functions that go straight to the entry of a graph, without a Python frame.

Python's own function for these calls remains: it does all that is not the common case.
"""

from __future__ import annotations

# It is bound to a tuple: a context variable that has to be None, a list that has to
# hold False, a list of the entry, what does all other calls, what changes the traceback
# of an error, and what an entry returns that does not serve a call.
TEXT = """
@_Py_NoneStruct = external global i8
@autograph_false = external global i8
declare i32 @PyContextVar_Get(ptr, ptr, ptr)
declare void @PyErr_Restore(ptr, ptr, ptr)
declare ptr @PyException_GetTraceback(ptr)

define ptr @autograph_straight(
    ptr %self, ptr %arguments, i64 %count, ptr %keywords) {
  %value = alloca ptr
  %kind.of = alloca ptr
  %raised = alloca ptr
  %trace = alloca ptr
  %parts = getelementptr i8, ptr %self, i64 {tuple_items}
  %named = icmp ne ptr %keywords, null
  br i1 %named, label %other, label %look
look:
  %variable = load ptr, ptr %parts
  %status = call i32 @PyContextVar_Get(ptr %variable, ptr null, ptr %value)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %other, label %got
got:
  %now = load ptr, ptr %value
  %unset = icmp eq ptr %now, null
  br i1 %unset, label %other, label %drop
drop:
  call void @Py_DecRef(ptr %now)
  %idle = icmp eq ptr %now, @_Py_NoneStruct
  %flag.at = getelementptr ptr, ptr %parts, i64 1
  %flag.list = load ptr, ptr %flag.at
  %flag.items.at = getelementptr i8, ptr %flag.list, i64 {list_items}
  %flag.items = load ptr, ptr %flag.items.at
  %flag = load ptr, ptr %flag.items
  %off = icmp eq ptr %flag, @autograph_false
  %common = and i1 %idle, %off
  br i1 %common, label %enter, label %other
enter:
  %entry.at = getelementptr ptr, ptr %parts, i64 2
  %entry.list = load ptr, ptr %entry.at
  %entry.items.at = getelementptr i8, ptr %entry.list, i64 {list_items}
  %entry.items = load ptr, ptr %entry.items.at
  %entry = load ptr, ptr %entry.items
  call void @Py_IncRef(ptr %entry)
  %result = call ptr @PyObject_Vectorcall(
      ptr %entry, ptr %arguments, i64 %count, ptr null)
  call void @Py_DecRef(ptr %entry)
  %error = icmp eq ptr %result, null
  br i1 %error, label %leave, label %returned
returned:
  %miss.at = getelementptr ptr, ptr %parts, i64 5
  %miss = load ptr, ptr %miss.at
  %missed = icmp eq ptr %result, %miss
  br i1 %missed, label %again, label %done
done:
  ret ptr %result
again:
  call void @Py_DecRef(ptr %result)
  br label %other
other:
  call void @PyErr_Clear()
  %other.at = getelementptr ptr, ptr %parts, i64 3
  %otherwise = load ptr, ptr %other.at
  %answer = call ptr @PyObject_Vectorcall(
      ptr %otherwise, ptr %arguments, i64 %count, ptr %keywords)
  ret ptr %answer

leave:
  call void @PyErr_Fetch(ptr %kind.of, ptr %raised, ptr %trace)
  call void @PyErr_NormalizeException(ptr %kind.of, ptr %raised, ptr %trace)
  %trace.now = load ptr, ptr %trace
  %error.now = load ptr, ptr %raised
  %traced = icmp ne ptr %trace.now, null
  br i1 %traced, label %link, label %tell
link:
  %linked = call i32 @PyException_SetTraceback(ptr %error.now, ptr %trace.now)
  call void @Py_DecRef(ptr %trace.now)
  br label %tell
tell:
  %leave.at = getelementptr ptr, ptr %parts, i64 4
  %leaves = load ptr, ptr %leave.at
  %told = call ptr @PyObject_Vectorcall(
      ptr %leaves, ptr %raised, i64 1, ptr null)
  %kind.now = load ptr, ptr %kind.of
  %lost = icmp eq ptr %told, null
  br i1 %lost, label %another, label %restore
another:
  call void @autograph_drop(ptr %kind.now)
  call void @autograph_drop(ptr %error.now)
  ret ptr null
restore:
  call void @Py_DecRef(ptr %told)
  %shown = call ptr @PyException_GetTraceback(ptr %error.now)
  call void @PyErr_Restore(ptr %kind.now, ptr %error.now, ptr %shown)
  ret ptr null
}
"""
