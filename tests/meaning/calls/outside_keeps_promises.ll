; RUN: tollgate run %s --fn number
; RUN: tollgate run %s --fn stop
; CLAUSE: Function Attributes, 'noreturn': an outside function does what its attributes say; an answer against them says nothing about the program
declare noundef range(i32 1, 5) i32 @answer()
declare void @leave() noreturn

define i32 @number() {
  %r = call i32 @answer()
  ret i32 %r
}

define void @stop() {
  call void @leave()
  ret void
}
