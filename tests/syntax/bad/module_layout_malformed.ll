; ERROR: 2:21: malformed data layout
target datalayout = "e-p:banana"
