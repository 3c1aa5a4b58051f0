; invoke, landingpad with every kind of clause, resume.
@type_a = external constant ptr
@type_b = external constant { ptr, ptr }
@ints = external constant i32

declare i32 @__gxx_personality_v0(...)
declare i32 @may_throw(i32)
declare void @cleanup()

define i32 @clauses(i32 %x, ptr %fp) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may_throw(i32 %x)
          to label %normal unwind label %catch_one

normal:
  %s = invoke fastcc noundef i32 %fp(i32 signext %x, ptr null) #0 [ "deopt"(i32 1) ]
          to label %done unwind label %many, !prof !0

done:
  invoke void (i32, ...) %fp(i32 %x, double 1.0) to label %last unwind label %cleanup_only

last:
  %t = phi i32 [ %s, %done ]
  ret i32 %t

catch_one:
  %lp1 = landingpad { ptr, i32 }
          catch ptr @type_a
  resume { ptr, i32 } %lp1

many:
  %lp2 = landingpad { ptr, i32 }
          cleanup
          catch ptr @type_a
          catch ptr null
          filter [2 x ptr] [ptr @type_a, ptr @type_b]
          filter [0 x ptr] zeroinitializer
          catch ptr @ints
  %sel = extractvalue { ptr, i32 } %lp2, 1
  br label %rethrow

cleanup_only:
  %lp3 = landingpad { ptr, i32 } cleanup
  call void @cleanup()
  br label %rethrow

rethrow:
  %p = phi { ptr, i32 } [ %lp2, %many ], [ %lp3, %cleanup_only ]
  resume { ptr, i32 } %p
}

define void @numbered() personality ptr @__gxx_personality_v0 {
  %1 = invoke i32 @may_throw(i32 0)
          to label %2 unwind label %3

2:
  ret void

3:
  %4 = landingpad { ptr, i32 }
          filter [1 x ptr] [ptr @type_a]
  resume { ptr, i32 } %4
}

define void @asm_unwinds() personality ptr @__gxx_personality_v0 {
  invoke void asm sideeffect unwind "call thrower", ""()
          to label %ok unwind label %bad

ok:
  ret void

bad:
  %lp = landingpad { ptr, i32 } catch ptr null
  unreachable
}

attributes #0 = { cold }
!0 = !{!"branch_weights", i32 10, i32 1}
