; ERROR: 2:13: unknown kind of comdat
$c = comdat sometimes
