; RUN: tollgate run %s --fn lane
; RUN: tollgate run %s --fn element
; CLAUSE: 'getelementptr' Instruction: lanes of a vector are as far apart as a lane takes to store, elements of an array as far as they are allocated
@g = global [8 x i8] zeroinitializer

define ptr @lane() {
  %p = getelementptr <2 x i24>, ptr @g, i64 0, i64 1
  ret ptr %p
}

define ptr @element() {
  %p = getelementptr [2 x i24], ptr @g, i64 0, i64 1
  ret ptr %p
}
