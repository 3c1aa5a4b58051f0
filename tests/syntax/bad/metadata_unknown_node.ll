; ERROR: 2:6: unknown node
!0 = !DINonsense(a: 1)
