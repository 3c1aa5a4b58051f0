; ERROR: 2:30: undefined function
@g = global ptr blockaddress(@f, %a)
