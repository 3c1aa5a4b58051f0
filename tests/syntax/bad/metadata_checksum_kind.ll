; ERROR: 2:59: unknown kind
!0 = !DIFile(filename: "a", directory: "b", checksumkind: CSK_CRC, checksum: "00")
