//! Proofs of `tollgate gsa`: written, checked again, and refused where somebody changed them.

use std::path::Path;
use std::process::{Command, Output};

/// Gates that need the solver: what they say of `%p` and `%q` has to be put together.
const FUNCTIONS: &str = "
declare i32 @may_unwind(ptr)
declare i32 @personality(...)

define i32 @caught(ptr %p) personality ptr @personality {
entry:
  %first = invoke i32 @may_unwind(ptr %p) to label %next unwind label %pad
next:
  %second = invoke i32 @may_unwind(ptr %p) to label %done unwind label %pad
pad:
  %how_far = phi i32 [ 1, %entry ], [ 2, %next ]
  %caught = landingpad { ptr, i32 } catch ptr null
  br label %done
done:
  %r = phi i32 [ %second, %next ], [ %how_far, %pad ]
  ret i32 %r
}

define i32 @guarded(ptr %p, i1 %c) {
entry:
  %is_null = icmp eq ptr %p, null
  br i1 %is_null, label %done, label %look
look:
  %there = load i1, ptr %p
  br i1 %there, label %done, label %deep
deep:
  br i1 %c, label %done, label %last
last:
  br label %done
done:
  %r = phi i32 [ 0, %entry ], [ 1, %look ], [ 2, %deep ], [ 3, %last ]
  ret i32 %r
}
";

fn gsa(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tollgate"))
        .arg("gsa")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

#[test]
#[cfg(feature = "solver")]
fn proofs_are_written_and_checked_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (module, proofs) = (folder.path().join("f.ll"), folder.path().join("proofs"));
    std::fs::write(&module, FUNCTIONS).expect("a temporary folder can be written");
    let (module, proofs) = (text(&module), text(&proofs));
    let output = gsa(&[module, "--verify", "--solver-alone", "--proofs", proofs]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let check = || {
        let output = gsa(&["--check-proofs", proofs]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (status, said) = check();
    assert_eq!(status, Some(0), "{said}");
    let files: Vec<_> = std::fs::read_dir(proofs)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "lrat"))
        .collect();
    assert!(files.len() >= 2, "{files:?}");

    // Each step that is dropped, each change of a number, and the end.
    for file in &files {
        let proof = std::fs::read_to_string(file).expect("it was written");
        let lines: Vec<&str> = proof.lines().collect();
        let mut broken: Vec<String> = (0..lines.len())
            .map(|dropped| {
                let mut rest = lines.clone();
                rest.remove(dropped);
                rest.join("\n")
            })
            .collect();
        broken.push(proof[..proof.len() / 2].to_string());
        broken.push(proof.replace(" 0 ", " 0 99999 "));
        broken.push(String::from("p cnf 1 1\n"));
        broken.push(String::from("\u{0}\u{1}\u{2}"));
        broken.push(String::new());
        for text in broken {
            std::fs::write(file, &text).expect("a temporary folder can be written");
            let (status, said) = check();
            assert_eq!(status, Some(1), "accepted: {text}\n{said}");
            let name = file.display().to_string();
            assert!(said.contains(&name), "{said}");
        }
        std::fs::write(file, &proof).expect("a temporary folder can be written");
    }
    // The proof of another formula.
    let first = std::fs::read(&files[0]).expect("it was written");
    let other = files.iter().find(|file| std::fs::read(file).is_ok_and(|it| it != first));
    if let Some(other) = other {
        let kept = std::fs::read(other).expect("it was written");
        std::fs::write(other, &first).expect("a temporary folder can be written");
        let (status, said) = check();
        assert_eq!(status, Some(1), "{said}");
        std::fs::write(other, kept).expect("a temporary folder can be written");
    }
    // A formula without its proof, and JSON.
    std::fs::remove_file(&files[0]).expect("it was written");
    let output = gsa(&["--check-proofs", proofs, "--format", "json"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let json: serde_json::Value = serde_json::from_str(&said).expect("it is JSON");
    assert_eq!(json["refused"].as_array().map(Vec::len), Some(1), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_folder_without_proofs_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for path in [folder.path().to_path_buf(), folder.path().join("not-there")] {
        let output = gsa(&["--check-proofs", text(&path)]);
        assert_eq!(output.status.code(), Some(65));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with(text(&path)), "{said}");
    }
}
