; ERROR: 2:19: bad number
@g = global i32 12ab
