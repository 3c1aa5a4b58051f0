; ERROR: 3:1: redefinition of comdat
$c = comdat any
$c = comdat any
