"""The processor's flags, which tell of what became of floats, in LLVM's language."""

from __future__ import annotations

import platform

# The C library raises some flags in the older of the processor's two sets.
_X86 = """
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)

define void @autograph_clear() {
  %word = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %word)
  %now = load i32, ptr %word
  %told = and i32 %now, 29
  %none = icmp eq i32 %told, 0
  br i1 %none, label %others, label %reset
reset:
  %clear = and i32 %now, -64
  store i32 %clear, ptr %word
  call void @llvm.x86.sse.ldmxcsr(ptr %word)
  br label %others
others:
  %old = call i16 asm sideeffect "fnstsw %ax", "={ax}"()
  %set = and i16 %old, 63
  %some = icmp ne i16 %set, 0
  br i1 %some, label %old.flags, label %end
old.flags:
  call void asm sideeffect "fnclex", ""()
  br label %end
end:
  ret void
}

define void @autograph_clear_new() {
  %word = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %word)
  %now = load i32, ptr %word
  %told = and i32 %now, 29
  %none = icmp eq i32 %told, 0
  br i1 %none, label %end, label %reset
reset:
  call void @autograph_clear()
  br label %end
end:
  ret void
}

define i32 @autograph_flags() {
  %word = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %word)
  %own = load i32, ptr %word
  %old = call i16 asm sideeffect "fnstsw %ax", "={ax}"()
  %wide = zext i16 %old to i32
  %now = or i32 %own, %wide
  %both = and i32 %now, 29
  ret i32 %both
}

define void @autograph_set(i32 %flags) {
  %word = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %word)
  %now = load i32, ptr %word
  %both = or i32 %now, %flags
  store i32 %both, ptr %word
  call void @llvm.x86.sse.ldmxcsr(ptr %word)
  ret void
}
"""
_C99 = """
declare i32 @feclearexcept(i32)
declare i32 @feraiseexcept(i32)
declare i32 @fetestexcept(i32)

define void @autograph_clear() {
  %done = call i32 @feclearexcept(i32 31)
  ret void
}

define void @autograph_clear_new() {
  call void @autograph_clear()
  ret void
}

define i32 @autograph_flags() {
  %now = call i32 @fetestexcept(i32 15)
  %severe = and i32 %now, 7
  %some = icmp ne i32 %severe, 0
  %one = zext i1 %some to i32
  %under = and i32 %now, 8
  %wide = shl i32 %under, 1
  %both = or i32 %one, %wide
  ret i32 %both
}

define void @autograph_set(i32 %flags) {
  %one = and i32 %flags, 1
  %wide = and i32 %flags, 16
  %under = lshr i32 %wide, 1
  %both = or i32 %one, %under
  %done = call i32 @feraiseexcept(i32 %both)
  ret void
}
"""


def flags_text() -> str:
    """Return the functions that read and clear the flags of this processor."""
    return _X86 if platform.machine().lower() in ("x86_64", "amd64") else _C99
