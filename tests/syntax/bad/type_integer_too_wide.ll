; ERROR: 2:22: integer too wide
@g = external global i8388609
