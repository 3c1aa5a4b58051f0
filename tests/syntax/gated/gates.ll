; Every form of gate.
@targets = private constant [2 x ptr] [ptr blockaddress(@f, %left), ptr blockaddress(@f, %right)]

declare i32 @may_unwind(i32)

declare i32 @personality(...)

define i32 @f(i32 %n, i128 %wide, i1 %less, ptr %address) personality ptr @personality {
  gate always = true
  gate never = false
  gate unknown = undef
  gate holds = %less
  gate holds.not = not %less
  gate of_a_constant = i1 poison
  gate of_a_constant.not = not i1 true
  gate equal = icmp eq i32 %n, -3
  gate different = icmp ne i32 %n, 7
  gate wide = icmp eq i128 %wide, 18446744073709551616
  gate narrow = icmp ne i1 %less, true
  gate constants = icmp eq i8 1, 2
  gate unwound_ = unwound %entry
  gate unwound.not = not unwound %entry
  gate went_ = went %on to %left
  gate went.not = not went %on to %right
  gate returned_ = returned %left 0
  gate returned.not = not returned %"a label" 12
  gate _ = and always, holds
  gate one = and never
  gate many = or holds, equal, different, wide, narrow, constants, of_a_constant, of_a_constant.not
  gate G.0 = or unwound_, unwound.not, went_, went.not, returned_, returned.not, unknown, one
  gate phi = and _, many
  gate mu = or G.0, phi, holds.not
entry:
  %called = invoke i32 @may_unwind(i32 %n)
          to label %on unwind label %"a label"

on:
  indirectbr ptr %address, [label %left, label %right]

left:
  br label %join

right:
  br label %join

join:
  %chosen = gamma i32 [ %called, phi ], [ 1, mu ]
  ret i32 %chosen

"a label":
  %pad = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %pad
}
