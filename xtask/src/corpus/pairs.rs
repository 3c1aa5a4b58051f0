//! Before-and-after pairs: each module at `-O0`, and what single passes of LLVM make of it.
//!
//! A pair is `pairs/LIBRARY/FILE/BASE.ll` and `pairs/LIBRARY/FILE/BASE.PASS.ll`. There are three
//! bases: the module as clang wrote it (`raw`), the same in SSA form (`mem2reg`), and that after
//! the clean-up that the loop passes expect in LLVM's own pipelines (`clean`). Every pass is one
//! process, so that a crash or a hang costs one pair.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use super::jobs::{self, Job, Outcome, Tool};
use super::manifest::Module;

/// Where a pass starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// As clang wrote it at `-O0`: every local variable in memory.
    Raw,
    /// In SSA form, otherwise untouched.
    Mem2reg,
    /// Simplified, with loops in canonical form.
    Clean,
}

impl Base {
    /// The first part of the file names.
    pub fn name(self) -> &'static str {
        match self {
            Base::Raw => "raw",
            Base::Mem2reg => "mem2reg",
            Base::Clean => "clean",
        }
    }
}

/// One pass to run.
#[derive(Debug)]
pub struct Pass {
    /// The second part of the file name.
    pub name: &'static str,
    /// The argument of `-passes=` of opt.
    pub pipeline: &'static str,
    /// The bases it is run on.
    pub bases: &'static [Base],
}

const ON_SSA: &[Base] = &[Base::Mem2reg];
const ON_SSA_AND_CLEAN: &[Base] = &[Base::Mem2reg, Base::Clean];

/// Every pass that makes pairs. `pipeline` is the sequence that validators are usually measured on.
pub const PASSES: &[Pass] = &[
    Pass { name: "mem2reg", pipeline: "function(mem2reg)", bases: &[Base::Raw] },
    Pass { name: "sroa", pipeline: "function(sroa)", bases: &[Base::Raw] },
    Pass { name: "adce", pipeline: "function(adce)", bases: ON_SSA },
    Pass { name: "gvn", pipeline: "function(gvn)", bases: ON_SSA },
    Pass { name: "sccp", pipeline: "function(sccp)", bases: ON_SSA },
    Pass { name: "licm", pipeline: "function(loop-mssa(licm))", bases: ON_SSA_AND_CLEAN },
    Pass {
        name: "loop-deletion",
        pipeline: "function(loop(loop-deletion))",
        bases: ON_SSA_AND_CLEAN,
    },
    Pass {
        name: "simple-loop-unswitch",
        pipeline: "function(loop-mssa(simple-loop-unswitch<nontrivial>))",
        bases: ON_SSA_AND_CLEAN,
    },
    Pass { name: "dse", pipeline: "function(dse)", bases: ON_SSA },
    Pass { name: "early-cse", pipeline: "function(early-cse)", bases: ON_SSA },
    Pass {
        name: "instcombine",
        pipeline: "function(instcombine<no-verify-fixpoint>)",
        bases: ON_SSA,
    },
    Pass { name: "simplifycfg", pipeline: "function(simplifycfg)", bases: ON_SSA },
    Pass { name: "reassociate", pipeline: "function(reassociate)", bases: ON_SSA },
    Pass { name: "loop-rotate", pipeline: "function(loop(loop-rotate))", bases: ON_SSA_AND_CLEAN },
    Pass { name: "indvars", pipeline: "function(loop(indvars))", bases: ON_SSA_AND_CLEAN },
    Pass { name: "jump-threading", pipeline: "function(jump-threading)", bases: ON_SSA },
    Pass { name: "tailcallelim", pipeline: "function(tailcallelim)", bases: ON_SSA },
    Pass {
        name: "pipeline",
        pipeline: "function(adce,gvn,sccp,loop-mssa(licm),loop(loop-deletion),\
                   loop-mssa(simple-loop-unswitch<nontrivial>),dse)",
        bases: ON_SSA_AND_CLEAN,
    },
];

/// How the clean base is made from the SSA one.
const CLEAN_UP: &str = "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,\
    simplifycfg,\
                        loop-simplify,lcssa)";

/// Makes the pairs of these `-O0` modules. Answers with the outcomes of all jobs, aliases among
/// them.
pub fn make(
    corpus: &Path,
    opt: &Tool,
    unoptimised: &[Module],
    threads: usize,
    limit: Duration,
) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    let raw = unoptimised
        .iter()
        .map(|module| {
            jobs::alias(
                corpus,
                module,
                &pair_path(module, Base::Raw, None),
                "pairs",
                Base::Raw.name(),
            )
        })
        .collect::<Result<Vec<Module>>>()?;
    outcomes.extend(raw.iter().cloned().map(Outcome::Unchanged));
    let on_raw = run_passes(corpus, opt, &raw, Base::Raw, threads, limit)?;

    let mut ssa = Vec::new();
    for module in on_raw.iter().filter_map(made) {
        if module.level == "raw.mem2reg" {
            let path = pair_path(module, Base::Mem2reg, None);
            ssa.push(jobs::alias(corpus, module, &path, "pairs", Base::Mem2reg.name())?);
        }
    }
    outcomes.extend(on_raw);
    outcomes.extend(ssa.iter().cloned().map(Outcome::Unchanged));

    let clean_jobs: Vec<Job> =
        ssa.iter().map(|module| job(corpus, opt, module, Base::Clean, None, CLEAN_UP)).collect();
    let clean_outcomes = jobs::run(corpus, "clean bases", &clean_jobs, threads, limit)?;
    let clean: Vec<Module> = clean_outcomes.iter().filter_map(made).cloned().collect();
    outcomes.extend(clean_outcomes);

    outcomes.extend(run_passes(corpus, opt, &ssa, Base::Mem2reg, threads, limit)?);
    outcomes.extend(run_passes(corpus, opt, &clean, Base::Clean, threads, limit)?);
    Ok(outcomes)
}

fn run_passes(
    corpus: &Path,
    opt: &Tool,
    modules: &[Module],
    base: Base,
    threads: usize,
    limit: Duration,
) -> Result<Vec<Outcome>> {
    let jobs: Vec<Job> = modules
        .iter()
        .flat_map(|module| {
            let passes = PASSES.iter().filter(|pass| pass.bases.contains(&base));
            passes.map(|pass| job(corpus, opt, module, base, Some(pass.name), pass.pipeline))
        })
        .collect();
    jobs::run(corpus, &format!("passes on {}", base.name()), &jobs, threads, limit)
}

fn job(
    corpus: &Path,
    opt: &Tool,
    module: &Module,
    base: Base,
    pass: Option<&str>,
    pipeline: &str,
) -> Job {
    Job {
        output: pair_path(module, base, pass),
        group: "pairs",
        library: module.library.clone(),
        level: level(base, pass),
        source: module.source.clone(),
        tool: opt.clone(),
        directory: corpus.to_owned(),
        arguments: vec!["-S".to_owned(), format!("-passes={pipeline}"), module.path.clone()],
        inputs: vec![corpus.join(&module.path)],
    }
}

fn made(outcome: &Outcome) -> Option<&Module> {
    match outcome {
        Outcome::Made(module) | Outcome::Unchanged(module) => Some(module),
        Outcome::Skipped(_) => None,
    }
}

fn level(base: Base, pass: Option<&str>) -> String {
    match pass {
        Some(pass) => format!("{}.{pass}", base.name()),
        None => base.name().to_owned(),
    }
}

/// `pairs/LIBRARY/FILE/LEVEL.ll`. The file is found in the module's own path: the last component of
/// a compiled module, the last directory of a pair.
fn pair_path(module: &Module, base: Base, pass: Option<&str>) -> String {
    let path = Path::new(&module.path);
    let file = match module.group.as_str() {
        "pairs" => path.parent().and_then(Path::file_name),
        _ => path.file_stem(),
    };
    let file = file.unwrap_or_default().to_string_lossy();
    format!("pairs/{}/{file}/{}.ll", module.library, level(base, pass))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use crate::setup::{CLANG, OPT};
    use std::collections::HashSet;
    use std::fs;

    #[test]
    fn a_file_has_one_name_for_each_base_and_pass() {
        let mut names = HashSet::new();
        for pass in PASSES {
            assert!(!pass.bases.is_empty());
            for &base in pass.bases {
                assert!(names.insert(level(base, Some(pass.name))));
            }
        }
        assert_eq!(names.len(), 24);
    }

    #[test]
    fn every_pass_runs_on_a_real_module() {
        let scratch = Scratch::new("pairs");
        let corpus = scratch.path();
        let limit = Duration::from_secs(60);
        let source = "int sum(int *a, int n, int k) { int s = 0; for (int i = 0; i < n; i++) \
                      if (k > 3) s += a[i]; else s -= k; return s; }\n";
        fs::write(corpus.join("sum.c"), source).unwrap();
        let arguments = ["-S", "-emit-llvm", "-O0", "-Xclang", "-disable-O0-optnone", "sum.c"];
        let compile = Job {
            output: "c/lib/O0/sum.ll".to_owned(),
            group: "c",
            library: "lib".to_owned(),
            level: "O0".to_owned(),
            source: "sum.c".to_owned(),
            tool: Tool::find(CLANG).unwrap(),
            directory: corpus.to_owned(),
            arguments: arguments.map(str::to_owned).to_vec(),
            inputs: vec![corpus.join("sum.c")],
        };
        let compiled = jobs::run(corpus, "test", &[compile], 1, limit).unwrap();
        let unoptimised: Vec<Module> = compiled.iter().filter_map(made).cloned().collect();
        let outcomes = make(corpus, &Tool::find(OPT).unwrap(), &unoptimised, 2, limit).unwrap();

        // Three bases and twenty-four passes.
        assert_eq!(outcomes.len(), 27);
        for outcome in &outcomes {
            let module = made(outcome).unwrap_or_else(|| panic!("{outcome:?}"));
            assert_eq!(module.functions, 1);
            assert!(module.path.starts_with("pairs/lib/sum/"), "{}", module.path);
        }
        let text = |level: &str| {
            fs::read_to_string(corpus.join(format!("pairs/lib/sum/{level}.ll"))).unwrap()
        };
        assert!(text("raw").contains("alloca") && !text("mem2reg").contains("alloca"));
        // The test of `k` does not depend on the loop.
        assert_ne!(text("clean"), text("clean.simple-loop-unswitch"));
    }
}
