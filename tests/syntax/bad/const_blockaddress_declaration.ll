; ERROR: 3:30: declaration
declare void @f()
@g = global ptr blockaddress(@f, %a)
