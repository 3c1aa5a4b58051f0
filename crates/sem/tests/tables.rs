//! The tables of intrinsics and of the C library against what LLVM 19 knows of the same
//! declarations.

#[path = "support/opt.rs"]
mod opt;

use opt::run_opt;
use std::collections::{BTreeMap, BTreeSet};
use tollgate_sem::intrinsics::{Intrinsic, Properties, Touches};
use tollgate_sem::libc::{Effect, Routine};

/// A type of a signature as LLVM text, and as it stands in an intrinsic's name.
fn example(signature: &str, text: &str) -> (String, Option<&'static str>) {
    let vectors = signature.contains(['V', 'W', 'G']);
    let text = text.trim_end_matches('!');
    let (class, rest) = (text.as_bytes()[0], &text[1..]);
    let variable = rest.starts_with(|c: char| c.is_ascii_digit());
    match class {
        b'{' => {
            let fields =
                text[1..text.len() - 1].split(',').map(|field| example(signature, field).0);
            (format!("{{ {} }}", fields.collect::<Vec<_>>().join(", ")), None)
        }
        b'I' | b'S' | b'T' if variable => ("i32".into(), Some("i32")),
        b'F' | b'N' if variable => ("float".into(), Some("f32")),
        b'P' if variable && vectors => ("<4 x ptr>".into(), Some("v4p0")),
        b'P' | b'A' if variable => ("ptr".into(), Some("p0")),
        b'V' | b'W' if variable => ("<4 x i32>".into(), Some("v4i32")),
        b'G' if variable => ("<4 x float>".into(), Some("v4f32")),
        b'b' if variable => (if vectors { "<4 x i1>" } else { "i1" }.into(), None),
        b'e' if variable => (if signature.contains('G') { "float" } else { "i32" }.into(), None),
        _ if text == "size" => ("i64".into(), None),
        _ => (text.into(), None),
    }
}

/// The texts of a signature: result, parameters.
fn parts(signature: &str) -> (&str, Vec<&str>) {
    let (result, params) = signature.strip_suffix(')').unwrap().split_once('(').unwrap();
    (result, params.split(',').filter(|text| !text.is_empty()).collect())
}

/// The attributes of each declared function that `opt` writes, and its declaration.
fn declared(output: &str) -> BTreeMap<String, (BTreeSet<String>, String)> {
    let groups: BTreeMap<&str, &str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("attributes ")?.split_once(" = { "))
        .map(|(group, text)| (group, text.trim_end_matches([' ', '}'])))
        .collect();
    let mut functions = BTreeMap::new();
    for line in output.lines().filter(|line| line.starts_with("declare ")) {
        let name = line.split('@').nth(1).unwrap().split('(').next().unwrap().to_owned();
        let group = line.rsplit(' ').next().filter(|word| word.starts_with('#'));
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut text = group.map_or("", |group| groups[group]);
        if let Some((before, rest)) = text.split_once("memory(") {
            let (inside, after) = rest.split_once(')').unwrap();
            words.insert(format!("memory({inside})"));
            words.extend(after.split(' ').map(str::to_owned));
            text = before;
        }
        words.extend(text.split(' ').map(str::to_owned));
        functions.insert(name, (words, line.to_owned()));
    }
    functions
}

fn memory_text(touches: Touches) -> Option<&'static str> {
    Some(match touches {
        Touches::Nothing => "memory(none)",
        Touches::ArgumentsRead => "memory(argmem: read)",
        Touches::ArgumentsWrite => "memory(argmem: write)",
        Touches::Arguments => "memory(argmem: readwrite)",
        Touches::InaccessibleWrite => "memory(inaccessiblemem: write)",
        Touches::Inaccessible => "memory(inaccessiblemem: readwrite)",
        Touches::ArgumentsAndInaccessible => {
            "memory(argmem: readwrite, inaccessiblemem: readwrite)"
        }
        Touches::Read => "memory(read)",
        Touches::Write => "memory(write)",
        Touches::Anything => return None,
    })
}

fn words_of(properties: Properties) -> BTreeSet<String> {
    let flags = [
        ("nocallback", properties.nocallback),
        ("nofree", properties.nofree),
        ("nosync", properties.nosync),
        ("nounwind", properties.nounwind),
        ("willreturn", properties.willreturn),
        ("noreturn", properties.noreturn),
        ("speculatable", properties.speculatable),
        ("convergent", properties.convergent),
    ];
    let words = flags.iter().filter(|(_, holds)| *holds).map(|(word, _)| (*word).to_owned());
    words.chain(memory_text(properties.touches).map(str::to_owned)).collect()
}

/// Every intrinsic has exactly the properties that LLVM gives to its declaration, the same constant
/// arguments, and the same types in its name.
#[test]
fn intrinsics_have_llvms_properties() {
    let mut module = String::new();
    let mut names = Vec::new();
    for &intrinsic in Intrinsic::ALL {
        // LLVM 19 does not know these two yet; debug intrinsics become records when read.
        if matches!(intrinsic.word(), "minimumnum" | "maximumnum")
            || intrinsic.word().starts_with("dbg.")
        {
            continue;
        }
        let (result, params) = parts(intrinsic.signature());
        // By the numbers of the variables, which is the order that is tested.
        let mut suffixes = BTreeMap::new();
        let mut types = Vec::new();
        for text in std::iter::once(result).chain(params.iter().copied()) {
            for piece in text.trim_matches(['{', '}']).split(',') {
                let variable = piece.split('=').next().unwrap();
                if let Some(suffix) = example(intrinsic.signature(), piece).1 {
                    suffixes.insert(variable.as_bytes()[1], suffix);
                }
            }
            types.push(example(intrinsic.signature(), text).0);
        }
        let suffix: String = suffixes.values().map(|suffix| format!(".{suffix}")).collect();
        let name = format!("llvm.{}{suffix}", intrinsic.word());
        module.push_str(&format!("declare {} @{name}({})\n", types[0], types[1..].join(", ")));
        names.push((intrinsic, name));
    }
    let functions = declared(&run_opt("no-op-module", &module));
    let known = [
        "nocallback",
        "nofree",
        "nosync",
        "nounwind",
        "willreturn",
        "noreturn",
        "speculatable",
        "convergent",
    ];
    for (intrinsic, name) in names {
        // LLVM writes the types into the name anew.
        let (words, line) =
            functions.get(&name).unwrap_or_else(|| panic!("{name} is not LLVM's name"));
        let relevant: BTreeSet<String> = words
            .iter()
            .filter(|word| known.contains(&word.as_str()) || word.starts_with("memory("))
            .cloned()
            .collect();
        assert_eq!(words_of(intrinsic.properties()), relevant, "{line}");
        let params = line.split('(').nth(1).unwrap();
        for (index, param) in
            params.split(", ").enumerate().take(parts(intrinsic.signature()).1.len())
        {
            assert_eq!(
                intrinsic.is_immediate(index),
                param.contains("immarg"),
                "{line}: argument {index}"
            );
        }
    }
}

/// What the table claims of C library functions, LLVM infers as well, where it knows the function.
#[test]
fn routines_claim_no_more_than_llvm() {
    let mut module = String::from("target triple = \"x86_64-unknown-linux-gnu\"\n");
    for &routine in Routine::ALL {
        let (result, params) = parts(routine.signature());
        // `long double` on that machine; `time_t`, `clock_t` and `long` have 64 bits.
        let text = |text: &str| match text.as_bytes()[0] {
            b'N' => "x86_fp80".to_owned(),
            b'S' => "i64".to_owned(),
            _ => example(routine.signature(), text).0,
        };
        let params: Vec<String> = params.iter().map(|param| text(param)).collect();
        module.push_str(&format!(
            "declare {} @{}({})\n",
            text(result),
            routine.name(),
            params.join(", ")
        ));
    }
    let functions = declared(&run_opt("inferattrs", &module));
    let mut without_facts = BTreeSet::new();
    let mut compared = 0;
    for &routine in Routine::ALL {
        let (words, line) = &functions[routine.name()];
        // Where LLVM knows a function at all, it knows that it does not unwind.
        let facts = words.contains("nounwind");
        if !facts {
            without_facts.insert(routine.name());
            continue;
        }
        compared += 1;
        let claims = routine.properties();
        for (word, claimed) in [
            ("nounwind", claims.nounwind),
            ("willreturn", claims.willreturn),
            ("nofree", claims.nofree),
        ] {
            assert!(!claimed || words.contains(word), "{word} of {line}");
        }
        let memory = words.iter().find(|word| word.starts_with("memory("));
        let allowed: &[Touches] = match memory.map(String::as_str) {
            // LLVM leaves room for errno also where the C standard does not.
            Some("memory(write)") if routine.effect() == Effect::Pure => &[Touches::Nothing],
            Some("memory(write)") => &[Touches::Write],
            Some("memory(argmem: write)") => &[Touches::Arguments, Touches::ArgumentsWrite],
            Some("memory(argmem: read)") => &[Touches::ArgumentsRead],
            Some("memory(argmem: readwrite)") => &[Touches::Arguments],
            Some("memory(read)") => &[Touches::Read, Touches::Anything],
            Some("memory(inaccessiblemem: readwrite)") => &[Touches::Inaccessible],
            Some("memory(argmem: readwrite, inaccessiblemem: readwrite)") => {
                &[Touches::ArgumentsAndInaccessible]
            }
            _ => &[Touches::Anything],
        };
        assert!(allowed.contains(&claims.touches), "{:?} of {line}", claims.touches);
    }
    assert!(compared > 150, "{compared}");
    // Functions of which LLVM says nothing: what the table says of them rests on the C standard and
    // POSIX alone.
    let expected: BTreeSet<&str> = ON_THE_STANDARD_ALONE.split_whitespace().collect();
    let new: Vec<_> = without_facts.symmetric_difference(&expected).collect();
    assert!(new.is_empty(), "{new:?}");
}

const ON_THE_STANDARD_ALONE: &str = "
    _Exit _ZdaPv _ZdaPvm _ZdlPv _ZdlPvm _Znam _Znwm __assert_fail __ctype_b_loc __ctype_tolower_loc
    __ctype_toupper_loc __errno_location __isoc99_fscanf _exit abort atexit bsearch chdir clock
    clock_gettime close difftime dprintf erfc erfcf erfcl exit fdim fdimf fdiml fma fmaf fmal getpid
    gmtime hypot hypotf hypotl ilogb ilogbf ilogbl isalnum isalpha isatty isblank iscntrl isgraph
    islower isprint ispunct isspace isupper isxdigit ldexp ldexpf ldexpl llrint llrintf llrintl
    llround llroundf llroundl localtime lrint lrintf lrintl lround lroundf lroundl nextafter
    nextafterf nextafterl open qsort rand rand_r random read roundeven roundevenf roundevenl scalbn
    scalbnf scalbnl setlocale sleep srand srandom strerror system tgamma tgammaf tgammal time
    tolower toupper usleep write
";
