"""The routine that tests the arguments of calls, in LLVM's assembly language."""

from __future__ import annotations

TEXT = """
@PyLong_Type = external global i8
@PyFloat_Type = external global i8
@PyDict_Type = external global i8
@PyList_Type = external global i8
declare ptr @PyObject_GetAttr(ptr, ptr)
declare ptr @PyDict_GetItemWithError(ptr, ptr)
declare i64 @PyLong_AsLongLongAndOverflow(ptr, ptr)
declare void @PyErr_Fetch(ptr, ptr, ptr)
declare void @PyErr_NormalizeException(ptr, ptr, ptr)
declare i32 @PyException_SetTraceback(ptr, ptr)

define internal i1 @autograph_holds_only(ptr %list, ptr %kind, i64 %depth) {
  %class.at = getelementptr i8, ptr %list, i64 {type}
  %class = load ptr, ptr %class.at
  %is.list = icmp eq ptr %class, @PyList_Type
  br i1 %is.list, label %begin, label %no
begin:
  %size.at = getelementptr i8, ptr %list, i64 {size}
  %size = load i64, ptr %size.at
  %items.at = getelementptr i8, ptr %list, i64 {list_items}
  %items = load ptr, ptr %items.at
  %flat = icmp eq i64 %depth, 0
  %less = sub i64 %depth, 1
  br label %head
head:
  %number = phi i64 [ 0, %begin ], [ %following, %next ]
  %more = icmp ult i64 %number, %size
  br i1 %more, label %one, label %yes
one:
  %item.at = getelementptr ptr, ptr %items, i64 %number
  %item = load ptr, ptr %item.at
  br i1 %flat, label %compare, label %nested
compare:
  %own.at = getelementptr i8, ptr %item, i64 {type}
  %own = load ptr, ptr %own.at
  %fits = icmp eq ptr %own, %kind
  br i1 %fits, label %next, label %no
nested:
  %all = call i1 @autograph_holds_only(ptr %item, ptr %kind, i64 %less)
  br i1 %all, label %next, label %no
next:
  %following = add i64 %number, 1
  br label %head
yes:
  ret i1 1
no:
  ret i1 0
}

define ptr @autograph_tested(ptr %self, ptr %arguments, i64 %count) {
  %inputs = alloca [32 x ptr]
  %values = alloca [32 x ptr]
  %large = alloca i32
  %kind.of = alloca ptr
  %raised = alloca ptr
  %trace = alloca ptr
  %first.at = getelementptr i8, ptr %self, i64 {tuple_items}
  %bytes = load ptr, ptr %first.at
  %table = getelementptr i8, ptr %bytes, i64 {bytes}
  %entry = load ptr, ptr %table
  %entry.self.at = getelementptr i64, ptr %table, i64 1
  %entry.self = load ptr, ptr %entry.self.at
  %miss.at = getelementptr i64, ptr %table, i64 2
  %miss = load ptr, ptr %miss.at
  %explain.at = getelementptr i64, ptr %table, i64 3
  %explain = load ptr, ptr %explain.at
  %expected.at = getelementptr i64, ptr %table, i64 4
  %expected = load i64, ptr %expected.at
  %tests.at = getelementptr i64, ptr %table, i64 5
  %tests = load i64, ptr %tests.at
  %taken.at = getelementptr i64, ptr %table, i64 6
  %taken = load i64, ptr %taken.at
  %read.at = getelementptr i64, ptr %table, i64 7
  %read = load i64, ptr %read.at
  %all = add i64 %expected, %read
  %right = icmp eq i64 %count, %expected
  br i1 %right, label %copy.head, label %missed

copy.head:
  %copied = phi i64 [ 0, %0 ], [ %copied.next, %copy ]
  %copies = icmp ult i64 %copied, %count
  br i1 %copies, label %copy, label %clear.head
copy:
  %given.at = getelementptr ptr, ptr %arguments, i64 %copied
  %given = load ptr, ptr %given.at
  %kept.at = getelementptr ptr, ptr %values, i64 %copied
  store ptr %given, ptr %kept.at
  %copied.next = add i64 %copied, 1
  br label %copy.head
clear.head:
  %cleared = phi i64 [ %count, %copy.head ], [ %cleared.next, %clear ]
  %clears = icmp ult i64 %cleared, %all
  br i1 %clears, label %clear, label %head
clear:
  %unread.at = getelementptr ptr, ptr %values, i64 %cleared
  store ptr null, ptr %unread.at
  %cleared.next = add i64 %cleared, 1
  br label %clear.head

head:
  %number = phi i64 [ 0, %clear.head ], [ %following, %next ]
  %more = icmp ult i64 %number, %tests
  br i1 %more, label %test, label %take
test:
  %far = mul i64 %number, 4
  %place = add i64 %far, 8
  %test.at = getelementptr i64, ptr %table, i64 %place
  %kind = load i64, ptr %test.at
  %position.at = getelementptr i64, ptr %test.at, i64 1
  %position = load i64, ptr %position.at
  %one.at = getelementptr i64, ptr %test.at, i64 2
  %one = load ptr, ptr %one.at
  %two.at = getelementptr i64, ptr %test.at, i64 3
  %two = load i64, ptr %two.at
  %global.test = icmp eq i64 %kind, 7
  br i1 %global.test, label %global, label %argument
argument:
  %argument.at = getelementptr ptr, ptr %values, i64 %position
  %object = load ptr, ptr %argument.at
  %class.at = getelementptr i8, ptr %object, i64 {type}
  %class = load ptr, ptr %class.at
  switch i64 %kind, label %lost [
    i64 0, label %class.test
    i64 1, label %array.test
    i64 2, label %object.test
    i64 3, label %integer.test
    i64 4, label %float.test
    i64 5, label %same.test
    i64 6, label %same.test
    i64 8, label %attribute.test
    i64 9, label %item.test
    i64 10, label %items.test
  ]
items.test:
  %alike = call i1 @autograph_holds_only(ptr %object, ptr %one, i64 %two)
  br i1 %alike, label %next, label %lost
attribute.test:
  %attribute = call ptr @PyObject_GetAttr(ptr %object, ptr %one)
  %no.attribute = icmp eq ptr %attribute, null
  br i1 %no.attribute, label %unbound, label %attribute.kept
attribute.kept:
  %attribute.at = getelementptr ptr, ptr %values, i64 %two
  store ptr %attribute, ptr %attribute.at
  br label %next
item.test:
  %is.dict = icmp eq ptr %class, @PyDict_Type
  br i1 %is.dict, label %item.read, label %lost
item.read:
  %item = call ptr @PyDict_GetItemWithError(ptr %object, ptr %one)
  %no.item = icmp eq ptr %item, null
  br i1 %no.item, label %unbound, label %item.kept
item.kept:
  call void @Py_IncRef(ptr %item)
  %item.at = getelementptr ptr, ptr %values, i64 %two
  store ptr %item, ptr %item.at
  br label %next
class.test:
  %class.fits = icmp eq ptr %class, %one
  br i1 %class.fits, label %next, label %lost
object.test:
  %object.fits = icmp eq ptr %object, %one
  br i1 %object.fits, label %next, label %lost
same.test:
  %other.number = ptrtoint ptr %one to i64
  %other.at = getelementptr ptr, ptr %values, i64 %other.number
  %other = load ptr, ptr %other.at
  %are.same = icmp eq ptr %object, %other
  %should = icmp eq i64 %kind, 5
  %agree = icmp eq i1 %are.same, %should
  br i1 %agree, label %next, label %lost
integer.test:
  %is.integer = icmp eq ptr %class, @PyLong_Type
  br i1 %is.integer, label %integer, label %lost
integer:
  %value = call i64 @PyLong_AsLongLongAndOverflow(ptr %object, ptr %large)
  %too.large = load i32, ptr %large
  %small = icmp eq i32 %too.large, 0
  %equal = icmp eq i64 %value, %two
  %integer.fits = and i1 %small, %equal
  br i1 %integer.fits, label %next, label %lost
float.test:
  %is.float = icmp eq ptr %class, @PyFloat_Type
  br i1 %is.float, label %float, label %lost
float:
  %float.at = getelementptr i8, ptr %object, i64 {float}
  %float.value = load double, ptr %float.at
  %wanted = bitcast i64 %two to double
  %float.fits = fcmp oeq double %float.value, %wanted
  br i1 %float.fits, label %next, label %lost
array.test:
  %is.array = icmp eq ptr %class, @autograph_ndarray
  br i1 %is.array, label %array, label %lost
array:
  %dtype.at = getelementptr i8, ptr %object, i64 {descr}
  %dtype = load ptr, ptr %dtype.at
  %same.dtype = icmp eq ptr %dtype, %one
  %sizes.table = getelementptr i64, ptr %table, i64 %two
  %rank = load i64, ptr %sizes.table
  %own.rank.at = getelementptr i8, ptr %object, i64 {nd}
  %own.rank = load i32, ptr %own.rank.at
  %own.wide = zext i32 %own.rank to i64
  %same.rank = icmp eq i64 %own.wide, %rank
  %array.fits = and i1 %same.dtype, %same.rank
  br i1 %array.fits, label %sizes, label %lost
sizes:
  %own.sizes.at = getelementptr i8, ptr %object, i64 {dimensions}
  %own.sizes = load ptr, ptr %own.sizes.at
  br label %axis
axis:
  %axis.number = phi i64 [ 0, %sizes ], [ %axis.next, %size.fits ]
  %another = icmp ult i64 %axis.number, %rank
  br i1 %another, label %size, label %next
size:
  %axis.next = add i64 %axis.number, 1
  %known.at = getelementptr i64, ptr %sizes.table, i64 %axis.next
  %known = load i64, ptr %known.at
  %own.size.at = getelementptr i64, ptr %own.sizes, i64 %axis.number
  %own.size = load i64, ptr %own.size.at
  %any.size = icmp slt i64 %known, 0
  %same.size = icmp eq i64 %known, %own.size
  %fits.size = or i1 %any.size, %same.size
  br i1 %fits.size, label %size.fits, label %lost
size.fits:
  br label %axis
global:
  %namespace = inttoptr i64 %position to ptr
  %wanted.object = inttoptr i64 %two to ptr
  %bound = call ptr @PyDict_GetItemWithError(ptr %namespace, ptr %one)
  %bound.fits = icmp eq ptr %bound, %wanted.object
  br i1 %bound.fits, label %next, label %unbound
unbound:
  call void @PyErr_Clear()
  br label %lost
next:
  %following = add i64 %number, 1
  br label %head

take:
  %tests.words = mul i64 %tests, 4
  %list.place = add i64 %tests.words, 8
  %list = getelementptr i64, ptr %table, i64 %list.place
  br label %take.head
take.head:
  %input = phi i64 [ 0, %take ], [ %input.next, %take.one ]
  %some = icmp ult i64 %input, %taken
  br i1 %some, label %take.one, label %run
take.one:
  %from.at = getelementptr i64, ptr %list, i64 %input
  %from = load i64, ptr %from.at
  %source.at = getelementptr ptr, ptr %values, i64 %from
  %source = load ptr, ptr %source.at
  %to = getelementptr ptr, ptr %inputs, i64 %input
  store ptr %source, ptr %to
  %input.next = add i64 %input, 1
  br label %take.head
run:
  %result = call ptr %entry(ptr %entry.self, ptr %inputs, i64 %taken)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %error, label %done
error:
  call void @PyErr_Fetch(ptr %kind.of, ptr %raised, ptr %trace)
  call void @PyErr_NormalizeException(ptr %kind.of, ptr %raised, ptr %trace)
  %trace.now = load ptr, ptr %trace
  %traced = icmp ne ptr %trace.now, null
  br i1 %traced, label %link, label %tell
link:
  %raised.now = load ptr, ptr %raised
  %linked = call i32 @PyException_SetTraceback(ptr %raised.now, ptr %trace.now)
  br label %tell
tell:
  %again = call ptr @PyObject_Vectorcall(ptr %explain, ptr %raised, i64 1, ptr null)
  %kind.object = load ptr, ptr %kind.of
  call void @autograph_drop(ptr %kind.object)
  %raised.object = load ptr, ptr %raised
  call void @autograph_drop(ptr %raised.object)
  %trace.object = load ptr, ptr %trace
  call void @autograph_drop(ptr %trace.object)
  br label %done
done:
  %answer = phi ptr [ %result, %run ], [ %again, %tell ], [ %miss, %lost ]
  br label %drop.head
drop.head:
  %dropped = phi i64 [ %count, %done ], [ %dropped.next, %drop.one ]
  %drops = icmp ult i64 %dropped, %all
  br i1 %drops, label %drop.one, label %end
drop.one:
  %held.at = getelementptr ptr, ptr %values, i64 %dropped
  %held = load ptr, ptr %held.at
  call void @autograph_drop(ptr %held)
  %dropped.next = add i64 %dropped, 1
  br label %drop.head
end:
  ret ptr %answer
lost:
  call void @Py_IncRef(ptr %miss)
  br label %done
missed:
  call void @Py_IncRef(ptr %miss)
  ret ptr %miss
}

define void @autograph_drop(ptr %object) {
  %some = icmp ne ptr %object, null
  br i1 %some, label %drop, label %end
drop:
  call void @Py_DecRef(ptr %object)
  br label %end
end:
  ret void
}
"""
