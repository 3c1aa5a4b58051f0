use super::*;
use crate::prove::goal::DeadReads;
use crate::prove::strategy::{Outcome, Strategy};

/// The strategies that prove a pair, each alone.
fn provers(text: &str, names: [&str; 2]) -> Vec<Strategy> {
    with_goal(text, names, |goal, ctx| {
        Strategy::ORDER
            .into_iter()
            .filter(|strategy| {
                matches!(strategy.run(goal, ctx, DeadReads::Stored).0, Outcome::Proven(_))
            })
            .collect()
    })
}

#[test]
fn explore() {
    let files: Vec<_> =
        std::env::var("EXPLORE").unwrap_or_default().split(' ').map(String::from).collect();
    for file in files {
        if file.is_empty() {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let mut ctx = Context::new();
        let Ok(module) = tollgate_llvm::read(&mut ctx, "pair.ll", text.as_bytes()) else {
            continue;
        };
        for (_, f) in module.functions.iter() {
            let name = ctx.name_text(f.header.name).into_owned();
            let Some(rest) = name.strip_prefix("src") else { continue };
            let tgt = format!("tgt{rest}");
            if f.body().is_none()
                || !module.functions.iter().any(|(_, g)| ctx.name_text(g.header.name) == tgt)
            {
                continue;
            }
            let found = std::panic::catch_unwind(|| provers(&text, [&name, &tgt]));
            let Ok(found) = found else {
                println!("{file} {name}: PANIC");
                continue;
            };
            let code: String = Strategy::ORDER
                .iter()
                .map(|s| match (found.contains(s), s) {
                    (false, _) => '-',
                    (true, Strategy::ValueGraph) => 'V',
                    (true, Strategy::SameShape) => 'S',
                    (true, Strategy::Simulation(_)) => 'M',
                    (true, Strategy::RelatedValueGraph) => 'R',
                })
                .collect();
            println!(
                "{code} {} {name} {}",
                file.rsplit('/').next().unwrap(),
                f.body().unwrap().blocks().count()
            );
        }
    }
}
