//! Reads a file, says how long it took, and writes it to standard output if asked.
use std::io::Write as _;
use tollgate_ir::{Context, Source};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&args[1]).unwrap();
    let start = std::time::Instant::now();
    let mut ctx = Context::new();
    let source = Source { file: args[1].as_str().into(), text: text.into() };
    let jobs = std::env::var("JOBS").ok().and_then(|x| x.parse().ok()).unwrap_or(1);
    let (module, diags) =
        tollgate_llvm::read_source(&mut ctx, source, tollgate_llvm::Options { lazy: false, jobs });
    let took = start.elapsed();
    if !diags.list.is_empty() {
        eprintln!("{diags}");
    }
    let Some(module) = module else { std::process::exit(65) };
    eprintln!("read {:?}", took);
    if args.len() > 2 {
        let mut out = Vec::new();
        let start = std::time::Instant::now();
        tollgate_llvm::write_module(&ctx, &module, &mut out).unwrap();
        eprintln!("write {:?}", start.elapsed());
        std::io::stdout().write_all(&out).unwrap();
    }
    if std::env::var("KEEP").is_ok() {
        std::mem::forget(module);
        std::mem::forget(ctx);
    }
}
