; catchswitch, catchpad, cleanuppad, catchret, cleanupret, with funclet bundles.
@type = external global i8

declare i32 @__CxxFrameHandler3(...)
declare void @may_throw()
declare void @destroy(ptr)

define void @catches() personality ptr @__CxxFrameHandler3 {
entry:
  %obj = alloca i32, align 4
  invoke void @may_throw()
          to label %exit unwind label %dispatch

dispatch:
  %cs = catchswitch within none [label %handler, label %catch_all] unwind label %outer

handler:
  %cp = catchpad within %cs [ptr @type, i32 0, ptr %obj]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %exit

catch_all:
  %ca = catchpad within %cs [ptr null, i32 64, ptr null]
  invoke void @may_throw() [ "funclet"(token %ca) ]
          to label %leave unwind label %inner

leave:
  catchret from %ca to label %exit

inner:
  %in = cleanuppad within %ca []
  call void @destroy(ptr %obj) [ "funclet"(token %in) ]
  cleanupret from %in unwind label %outer

outer:
  %out = cleanuppad within none [i32 7, ptr %obj]
  call void @destroy(ptr %obj) [ "funclet"(token %out) ]
  cleanupret from %out unwind to caller

exit:
  ret void
}

define void @to_caller() personality ptr @__CxxFrameHandler3 {
  invoke void @may_throw()
          to label %2 unwind label %1

1:
  %cs = catchswitch within none [label %h] unwind to caller

h:
  %cp = catchpad within %cs []
  catchret from %cp to label %2

2:
  ret void
}

define void @nested() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw() to label %exit unwind label %s1

s1:
  %c1 = catchswitch within none [label %h1] unwind to caller

h1:
  %p1 = catchpad within %c1 [ptr null, i32 64, ptr null]
  invoke void @may_throw() [ "funclet"(token %p1) ] to label %leave unwind label %s2

s2:
  %c2 = catchswitch within %p1 [label %h2] unwind to caller

h2:
  %p2 = catchpad within %c2 [ptr null, i32 64, ptr null]
  catchret from %p2 to label %leave

leave:
  catchret from %p1 to label %exit

exit:
  ret void
}
