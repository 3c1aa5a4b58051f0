; RUN: tollgate opt %s
; RUN: tollgate opt %s --passes=mem2reg
; RUN: tollgate opt %s --passes=dce --format json
; RUN: tollgate opt %s --passes=dce --format json -o /dev/null
; RUN: tollgate opt %s --passes=dce --budget 3
define i32 @f(i32 %x) {
  %unused = add i32 %x, 1
  ret i32 %x
}
