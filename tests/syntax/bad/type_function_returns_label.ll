; ERROR: 2:9: invalid return type
declare label @f()
