; ERROR: 2:22: integer too narrow
@g = external global i0
