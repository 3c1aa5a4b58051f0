; ERROR: 2:27: undefined comdat
@g = global i32 1, comdat($nowhere)
