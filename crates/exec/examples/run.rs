use std::io::Write;
use tollgate_exec::choices::Seeded;
use tollgate_exec::libc::CLibrary;
use tollgate_exec::machine::{Config, Machine};
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let text = std::fs::read(&file).unwrap();
    let mut ctx = tollgate_ir::Context::new();
    let module = tollgate_llvm::read(&mut ctx, &file, &text).unwrap_or_else(|e| panic!("{e:?}"));
    let mut machine = Machine::new(&ctx, &module, Config::default()).unwrap();
    let rest: Vec<String> = std::iter::once("prog".to_string()).chain(args).collect();
    let bytes: Vec<&[u8]> = rest.iter().map(|a| a.as_bytes()).collect();
    let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr());
    let start = std::time::Instant::now();
    let run = {
        let mut library = CLibrary::new(&mut out, &mut err);
        machine.run_main(&bytes, &mut library, &mut Seeded::new(0), None)
    };
    let time = start.elapsed().as_secs_f64();
    out.flush().unwrap();
    let status = tollgate_exec::program::exit_status(&run.outcome);
    if status.is_none() {
        eprintln!("{:?}", run.outcome);
        if let tollgate_exec::Outcome::Undefined { at: Some(at), .. } | tollgate_exec::Outcome::Unsupported { at: Some(at), .. } = &run.outcome {
            eprintln!("at {}", String::from_utf8_lossy(at.span.of(&text)));
        }
    }
    if std::env::var_os("TIME").is_some() {
        eprintln!("{} instructions, {time:.3} s, {:.1} M/s", run.instructions, run.instructions as f64 / time / 1e6);
    }
    std::process::exit(status.unwrap_or(99));
}
