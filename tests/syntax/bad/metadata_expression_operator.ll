; ERROR: 2:20: unknown operator
!0 = !DIExpression(DW_OP_frobnicate)
