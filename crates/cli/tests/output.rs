//! Output files are complete or not there, and devices and links stay what they are.

use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Command;

fn fmt(output: &Path) {
    let input = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/collatz.ll");
    let status = Command::new(env!("CARGO_BIN_EXE_tollgate"))
        .arg("fmt")
        .arg(input)
        .arg("-o")
        .arg(output)
        .status();
    assert!(status.expect("the program starts").success());
}

#[test]
fn devices_and_links_stay_what_they_are() {
    fmt(Path::new("/dev/null"));
    let kind = std::fs::metadata("/dev/null").expect("it is there").file_type();
    assert!(kind.is_char_device(), "/dev/null was replaced");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let (target, link) = (folder.path().join("target.ll"), folder.path().join("link.ll"));
    std::fs::write(&target, "old").expect("a temporary folder can be written");
    symlink(&target, &link).expect("a link can be made");
    fmt(&link);
    assert!(std::fs::symlink_metadata(&link).expect("it is there").file_type().is_symlink());
    assert!(std::fs::read_to_string(&target).expect("it is there").contains("@collatz"));
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("out.ll");
    std::fs::write(&file, "old ".repeat(10_000)).expect("a temporary folder can be written");
    fmt(&file);
    let text = std::fs::read_to_string(&file).expect("it is there");
    assert!(text.ends_with("}\n") && !text.contains("old "));
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("it is there").count(),
        1,
        "no other file remains"
    );
}
