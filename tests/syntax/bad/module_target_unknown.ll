; ERROR: 2:8: triple or datalayout expected
target flavour = "x"
