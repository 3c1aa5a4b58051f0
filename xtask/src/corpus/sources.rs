//! Where the C text comes from: the sources of published crates, fetched by cargo, and the programs
//! of this repository.
//!
//! A throw-away crate that depends on every wanted crate, at its exact version, is written beside
//! the corpus; `cargo fetch` downloads them and `cargo metadata` says where they lie. Nothing is
//! built and nothing is copied.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::libraries::{HeaderText, LIBRARIES, Library, fits};
use crate::files::write_if_changed;

/// One C file and how to compile it.
#[derive(Debug)]
pub struct CFile {
    /// The library it belongs to, or `programs`.
    pub library: &'static str,
    /// Its name in the corpus, without extension; unique in its library.
    pub name: String,
    /// Where clang is run.
    pub directory: PathBuf,
    /// The file, relative to that directory.
    pub file: String,
    /// What the manifest calls it.
    pub source: String,
    /// Flags of the library.
    pub flags: Vec<String>,
    /// Text beside the file itself that its output depends on and that may change under the same
    /// name.
    pub headers: Vec<PathBuf>,
    /// Whether it is also compiled at `-O0 -g`.
    pub debug_unoptimised: bool,
}

/// A file that the library table leaves out.
#[derive(Debug)]
pub struct LeftOut {
    /// The library whose table says so.
    pub library: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Fetches the crates that carry the wanted libraries, and answers with the directory of each
/// crate.
///
/// All libraries of the table are fetched whatever is wanted: one lock file, and headers of one are
/// used by another.
pub fn fetch(corpus: &Path) -> Result<HashMap<String, PathBuf>> {
    let directory = corpus.join("fetch/c");
    let mut manifest = String::from(
        "# Written by `cargo xtask corpus`. Never built: it only makes cargo fetch what it names.\n\
         [package]\nname = \"corpus-sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n[dependencies]\n",
    );
    for library in LIBRARIES {
        manifest += &format!(
            "{} = {{ version = \"={}\", default-features = false }}\n",
            library.package, library.version
        );
    }
    write_if_changed(&directory.join("src/lib.rs"), "")?;
    write_if_changed(&directory.join("Cargo.toml"), &manifest)?;

    let metadata = cargo(&directory, &["metadata", "--quiet", "--format-version", "1"])?;
    let metadata: Value =
        serde_json::from_slice(&metadata).context("reading what cargo metadata says")?;
    let mut directories = HashMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        // What follows the plus names the version of the library inside, which the pin leaves open.
        let version = field("version").split('+').next().unwrap_or_default();
        let wanted =
            |library: &Library| library.package == field("name") && library.version == version;
        if LIBRARIES.iter().any(wanted)
            && let Some(directory) = Path::new(field("manifest_path")).parent()
        {
            directories.insert(field("name").to_owned(), directory.to_owned());
        }
    }
    Ok(directories)
}

/// Runs cargo in a directory and answers with its standard output. Its complaints go to ours.
pub fn cargo(directory: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new("cargo")
        .current_dir(directory)
        .args(arguments)
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("starting cargo {}", arguments.join(" ")))?;
    if !output.status.success() {
        bail!("cargo {} failed in {}: {}", arguments.join(" "), directory.display(), output.status);
    }
    Ok(output.stdout)
}

/// The files of one library, and those its table leaves out. Writes the headers it needs.
pub fn files_of(
    library: &Library,
    crates: &HashMap<String, PathBuf>,
    corpus: &Path,
) -> Result<(Vec<CFile>, Vec<LeftOut>)> {
    let directory = crates
        .get(library.package)
        .with_context(|| format!("cargo did not fetch the crate {}", library.package))?;
    let config = corpus.join("config").join(library.name);
    let mut headers = Vec::new();
    for header in library.headers {
        let text = match header.text {
            HeaderText::Lines(lines) => lines.join("\n") + "\n",
            HeaderText::CopyOf(file) => fs::read_to_string(directory.join(file))
                .with_context(|| format!("reading {file} of the crate {}", library.package))?,
        };
        let path = config.join(header.name);
        write_if_changed(&path, &text)?;
        headers.push(path);
    }
    let flags = library
        .flags
        .iter()
        .map(|flag| expand(flag, &config, crates))
        .collect::<Result<Vec<String>>>()
        .with_context(|| format!("flags of {}", library.name))?;

    let mut chosen: BTreeMap<String, CFile> = BTreeMap::new();
    let mut left_out = Vec::new();
    for pattern in library.files {
        for file in matching_files(directory, pattern)? {
            if let Some(reason) = library.left_out(&file) {
                left_out.push(LeftOut { library: library.name, reason });
                continue;
            }
            // Two directories of a library may hold files of the same name; the second takes its
            // directory along.
            let path = Path::new(&file).with_extension("");
            let mut name = last_component(&path);
            if chosen.get(&name).is_some_and(|earlier| earlier.file != file) {
                name = format!("{}_{name}", path.parent().map(last_component).unwrap_or_default());
            }
            let entry = CFile {
                library: library.name,
                name: name.clone(),
                directory: directory.clone(),
                source: format!("{} {}: {file}", library.package, library.version),
                file,
                flags: flags.clone(),
                headers: headers.clone(),
                debug_unoptimised: library.debug_unoptimised,
            };
            if let Some(earlier) = chosen.insert(name, entry)
                && earlier.file != chosen[&earlier.name].file
            {
                bail!("{}: two files would both be called {}", library.name, earlier.name);
            }
        }
    }
    if chosen.is_empty() {
        bail!("{}: no file of the crate {} fits the table", library.name, library.package);
    }
    Ok((chosen.into_values().collect(), left_out))
}

/// The programs of this repository: `programs/*.c`. Empty if there is no such directory.
pub fn programs(root: &Path) -> Result<Vec<CFile>> {
    if !root.join("programs").is_dir() {
        return Ok(Vec::new());
    }
    let headers: Vec<PathBuf> =
        matching_files(root, "programs/*.h")?.into_iter().map(|header| root.join(header)).collect();
    let files = matching_files(root, "programs/*.c")?;
    Ok(files
        .into_iter()
        .map(|file| CFile {
            library: "programs",
            name: last_component(&Path::new(&file).with_extension("")),
            directory: root.to_owned(),
            source: file.clone(),
            file,
            flags: Vec::new(),
            headers: headers.clone(),
            debug_unoptimised: true,
        })
        .collect())
}

/// Puts directories in the place of `{config}` and `{NAME}`.
fn expand(flag: &str, config: &Path, crates: &HashMap<String, PathBuf>) -> Result<String> {
    let Some((before, rest)) = flag.split_once('{') else {
        return Ok(flag.to_owned());
    };
    let (name, after) = rest.split_once('}').context("`{` without `}`")?;
    let directory = match name {
        "config" => config,
        name => {
            crates.get(name).with_context(|| format!("cargo did not fetch the crate {name}"))?
        }
    };
    Ok(format!("{before}{}{after}", directory.display()))
}

/// The files below a directory that fit a pattern with at most one `*`, in its last component;
/// sorted.
fn matching_files(directory: &Path, pattern: &str) -> Result<Vec<String>> {
    let parent = pattern.rsplit_once('/').map_or("", |(parent, _)| parent);
    let listing = directory.join(parent);
    let mut files = Vec::new();
    for entry in fs::read_dir(&listing).with_context(|| format!("listing {}", listing.display()))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let file = if parent.is_empty() { name } else { format!("{parent}/{name}") };
        if fits(pattern, &file) && entry.path().is_file() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn last_component(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_directories() {
        let crates = HashMap::from([("libz-sys".to_owned(), PathBuf::from("/crates/z"))]);
        let config = Path::new("/corpus/config/png");
        assert_eq!(expand("-I{config}", config, &crates).unwrap(), "-I/corpus/config/png");
        assert_eq!(expand("-I{libz-sys}/src", config, &crates).unwrap(), "-I/crates/z/src");
        assert_eq!(expand("-DX", config, &crates).unwrap(), "-DX");
        assert!(expand("-I{nothing}", config, &crates).is_err());
    }

    #[test]
    fn matching_is_sorted_and_stays_in_one_directory() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
        let files = matching_files(directory, "src/corpus/l*.rs").unwrap();
        assert_eq!(files, ["src/corpus/levels.rs", "src/corpus/libraries.rs"]);
    }
}
