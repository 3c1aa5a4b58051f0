; Use-list order of a basic block, given outside of its function.
@x = global ptr blockaddress(@f, %here)
@y = global ptr blockaddress(@f, %here)

define void @f(ptr %p) {
entry:
  indirectbr ptr %p, [label %here, label %there]

here:
  br label %there

there:
  br i1 undef, label %here, label %out

out:
  ret void
}

uselistorder_bb @f, %here, { 2, 0, 1 }
