"""Dicts and sets of numbers in memory that grows: the functions that all kernels share.

A table is a `bytearray`. Its words are the number of entries, a mask, as many places as
the mask lets through, and the entries in the order in which they came, each of a key
and its item. A place has the number of an entry, from one on, or zero. There is room
for half as many entries as places.
"""

from __future__ import annotations

TEXT = """
declare i32 @PyByteArray_Resize(ptr, i64)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptr @autograph_table(i64 %width) {
  %entries = mul i64 %width, 64
  %size = add i64 %entries, 144
  %made = call ptr @PyByteArray_FromStringAndSize(ptr null, i64 %size)
  %lost = icmp eq ptr %made, null
  br i1 %lost, label %end, label %fill
fill:
  %start.at = getelementptr i8, ptr %made, i64 {bytearray_start}
  %start = load ptr, ptr %start.at
  call void @llvm.memset.p0.i64(ptr %start, i8 0, i64 144, i1 false)
  %mask.at = getelementptr i64, ptr %start, i64 1
  store i64 15, ptr %mask.at
  br label %end
end:
  ret ptr %made
}

define internal i64 @autograph_hash(i64 %key) alwaysinline {
  %one = mul i64 %key, -7046029254386353131
  %two = lshr i64 %one, 32
  %three = xor i64 %one, %two
  ret i64 %three
}

define internal ptr @autograph_entries(ptr %start) alwaysinline {
  %mask.at = getelementptr i64, ptr %start, i64 1
  %mask = load i64, ptr %mask.at
  %before = add i64 %mask, 3
  %entries = getelementptr i64, ptr %start, i64 %before
  ret ptr %entries
}

define internal ptr @autograph_numbered(
    ptr %entries, i64 %number, i64 %width) alwaysinline {
  %before = sub i64 %number, 1
  %words = mul i64 %before, %width
  %at = getelementptr i64, ptr %entries, i64 %words
  ret ptr %at
}

; Return the place that has a key, or is free for it.
define internal ptr @autograph_place(ptr %start, i64 %key, i64 %width) alwaysinline {
  %mask.at = getelementptr i64, ptr %start, i64 1
  %mask = load i64, ptr %mask.at
  %places = getelementptr i64, ptr %start, i64 2
  %entries = call ptr @autograph_entries(ptr %start)
  %hash = call i64 @autograph_hash(i64 %key)
  br label %look
look:
  %far = phi i64 [ %hash, %0 ], [ %next, %on ]
  %number = and i64 %far, %mask
  %place = getelementptr i64, ptr %places, i64 %number
  %entry = load i64, ptr %place
  %free = icmp eq i64 %entry, 0
  br i1 %free, label %end, label %compare
compare:
  %key.at = call ptr @autograph_numbered(ptr %entries, i64 %entry, i64 %width)
  %own = load i64, ptr %key.at
  %same = icmp eq i64 %own, %key
  br i1 %same, label %end, label %on
on:
  %next = add i64 %far, 1
  br label %look
end:
  ret ptr %place
}

define ptr @autograph_table_find(ptr %table, i64 %key, i64 %width) {
  %start.at = getelementptr i8, ptr %table, i64 {bytearray_start}
  %start = load ptr, ptr %start.at
  %place = call ptr @autograph_place(ptr %start, i64 %key, i64 %width)
  %entry = load i64, ptr %place
  %free = icmp eq i64 %entry, 0
  br i1 %free, label %none, label %found
none:
  ret ptr null
found:
  %entries = call ptr @autograph_entries(ptr %start)
  %at = call ptr @autograph_numbered(ptr %entries, i64 %entry, i64 %width)
  ret ptr %at
}

; Return the entry of a key, a new one if there is none; null without memory.
define ptr @autograph_table_entry(ptr %table, i64 %key, i64 %width) {
  %start.at = getelementptr i8, ptr %table, i64 {bytearray_start}
  %start = load ptr, ptr %start.at
  %place = call ptr @autograph_place(ptr %start, i64 %key, i64 %width)
  %entry = load i64, ptr %place
  %free = icmp eq i64 %entry, 0
  br i1 %free, label %add, label %found
found:
  %entries = call ptr @autograph_entries(ptr %start)
  %at = call ptr @autograph_numbered(ptr %entries, i64 %entry, i64 %width)
  ret ptr %at
add:
  %count = load i64, ptr %start
  %mask.at = getelementptr i64, ptr %start, i64 1
  %mask = load i64, ptr %mask.at
  %half = lshr i64 %mask, 1
  %full = icmp ugt i64 %count, %half
  br i1 %full, label %grow, label %put
grow:
  %status = call i32 @autograph_table_grow(ptr %table, i64 %width)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %lost, label %again
lost:
  ret ptr null
again:
  %moved = load ptr, ptr %start.at
  %other = call ptr @autograph_place(ptr %moved, i64 %key, i64 %width)
  br label %put
put:
  %now = phi ptr [ %start, %add ], [ %moved, %again ]
  %here = phi ptr [ %place, %add ], [ %other, %again ]
  %more = add i64 %count, 1
  store i64 %more, ptr %here
  store i64 %more, ptr %now
  %now.entries = call ptr @autograph_entries(ptr %now)
  %now.words = mul i64 %count, %width
  %new = getelementptr i64, ptr %now.entries, i64 %now.words
  store i64 %key, ptr %new
  ret ptr %new
}

define internal i32 @autograph_table_grow(ptr %table, i64 %width) noinline {
  %start.at = getelementptr i8, ptr %table, i64 {bytearray_start}
  %start = load ptr, ptr %start.at
  %count = load i64, ptr %start
  %mask.at = getelementptr i64, ptr %start, i64 1
  %mask = load i64, ptr %mask.at
  %places = add i64 %mask, 1
  %twice = shl i64 %places, 1
  %room = mul i64 %places, %width
  %words = add i64 %twice, %room
  %all = add i64 %words, 2
  %size = shl i64 %all, 3
  %status = call i32 @PyByteArray_Resize(ptr %table, i64 %size)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %lost, label %move
lost:
  ret i32 1
move:
  %now = load ptr, ptr %start.at
  %now.places = getelementptr i64, ptr %now, i64 2
  %old.entries = getelementptr i64, ptr %now.places, i64 %places
  %entries = getelementptr i64, ptr %now.places, i64 %twice
  %used = mul i64 %count, %width
  %used.size = shl i64 %used, 3
  call void @llvm.memmove.p0.p0.i64(
      ptr %entries, ptr %old.entries, i64 %used.size, i1 false)
  %places.size = shl i64 %twice, 3
  call void @llvm.memset.p0.i64(ptr %now.places, i8 0, i64 %places.size, i1 false)
  %new.mask = sub i64 %twice, 1
  %new.mask.at = getelementptr i64, ptr %now, i64 1
  store i64 %new.mask, ptr %new.mask.at
  br label %head
head:
  %number = phi i64 [ 0, %move ], [ %following, %put ]
  %more = icmp ult i64 %number, %count
  br i1 %more, label %put, label %done
put:
  %far = mul i64 %number, %width
  %key.at = getelementptr i64, ptr %entries, i64 %far
  %key = load i64, ptr %key.at
  %place = call ptr @autograph_place(ptr %now, i64 %key, i64 %width)
  %following = add i64 %number, 1
  store i64 %following, ptr %place
  br label %head
done:
  ret i32 0
}
"""

NAMES = ("autograph_table", "autograph_table_entry", "autograph_table_find")
"""The functions that kernels call."""
