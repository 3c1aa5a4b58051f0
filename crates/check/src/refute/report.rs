//! The report of a counterexample, for readers and in the notation of `tollgate run`.

use super::RefuteLimits;
use super::compare::{Gap, MemoryDifference, What};
use super::counterexample::{Argument, Counterexample, Given, Parting, Reliance, RunReport};
use super::generator::Generator;
use super::input::{Input, WorldSpec};
use super::pair::{Behaviour, Half, Pair};
use super::search::{Finding, Here, confirm, confirm_here};
use super::steps::steps;
use std::fmt::Write as _;
use tollgate_canon::Role;
use tollgate_exec::arguments::{ArgSpec, write, write_bytes};
use tollgate_exec::print::{Printer, type_text};
use tollgate_exec::shape::Shape;
use tollgate_ir::{Name, TypeKind};
use tollgate_sem::reading::{Fixed, Reading, Rows};

/// A counterexample for an input that refutes.
pub(super) fn report(
    pair: &mut Pair<'_>,
    generator: &Generator<'_>,
    input: &Input,
    limits: &RefuteLimits,
) -> Option<Counterexample> {
    let finding = confirm(pair, input, limits.fuel)?;
    Some(tell(pair, generator, input, finding, limits))
}

/// A counterexample under a reading under which an input fails.
pub(super) fn report_under(
    pair: &mut Pair<'_>,
    generator: &Generator<'_>,
    input: &Input,
    reading: Reading,
    limits: &RefuteLimits,
) -> Option<Counterexample> {
    pair.touched.set(Rows::NONE);
    pair.set_reading(reading);
    let counterexample = match confirm_here(pair, input, limits.fuel) {
        Here::Fails(finding) => Some(tell(pair, generator, input, *finding, limits)),
        Here::Holds | Here::Unclear => None,
    };
    pair.set_reading(pair.readings.first());
    counterexample
}

fn tell(
    pair: &mut Pair<'_>,
    generator: &Generator<'_>,
    input: &Input,
    finding: Finding,
    limits: &RefuteLimits,
) -> Counterexample {
    let args = arguments(pair, generator, input);
    let globals: Vec<Given> = input
        .world
        .globals
        .iter()
        .map(|(name, object)| Given { name: text(name), value: write_bytes(object) })
        .collect();
    let answers = answers(pair, &input.world);
    let environment = generator.is_worldly().then(|| environment_text(&input.world));
    let reading = pair.reading();
    let asked: Vec<Fixed> =
        pair.touched.get().iter().filter_map(|row| Fixed::new(row, reading.answer(row))).collect();
    let list: Vec<&str> = args.iter().map(|arg| arg.value.as_str()).collect();
    let command = |half: &Half<'_>, choices: &str| {
        let name = pair.ctx.name_text(half.side.function().header.name).into_owned();
        let mut command = format!(
            "tollgate run {} --fn {}",
            quoted(&half.side.module.source.file),
            quoted(&name)
        );
        // Writing to a string does not fail.
        if !list.is_empty() {
            let _ = write!(command, " --args {}", quoted(&list.join(",")));
        }
        for Given { name, value } in &globals {
            let _ = write!(command, " --global {}", quoted(&format!("{name}=[{value}]")));
        }
        for Given { name, value } in &answers {
            let _ = write!(command, " --answer {}", quoted(&format!("{name}={value}")));
        }
        if let Some(environment) = &environment {
            let _ = write!(command, " --environment {environment}");
        }
        for fixed in &asked {
            let _ = write!(command, " --reading {fixed}");
        }
        if let What::Memory(_) = &finding.gap.what {
            command.push_str(" --show-memory");
        }
        command.push_str(choices);
        command
    };
    let several = if finding.choices() > 1 { " --choices all" } else { "" };
    let seeded =
        if input.choices == 0 { String::new() } else { format!(" --choices {}", input.choices) };
    let mut replay = [command(&pair.source, several), command(&pair.target, &seeded)];
    let promises_more = pair.source.side.function().attrs != pair.target.side.function().attrs;
    if environment.is_some() && (pair.external_functions.has_other_terms() || promises_more) {
        let side = pair.source.side;
        let name = pair.ctx.name_text(side.function().header.name).into_owned();
        // Writing to a string does not fail.
        let _ = write!(
            replay[1],
            " --answered-as {}",
            quoted(&format!("{}:{name}", side.module.source.file))
        );
    }
    let common = finding.gap.common;
    let until = [
        pair.number_of(true, &finding.source, common),
        pair.number_of(false, &finding.target, common),
    ];
    let side = pair.target.side;
    let mut entered: Vec<String> = pair
        .functions_entered(Role::Target, input, limits.fuel)
        .into_iter()
        .filter(|&func| func != side.func)
        .map(|func| pair.ctx.name_text(side.module.functions[func].header.name).into_owned())
        .collect();
    entered.sort();
    let source_steps = steps(pair, Role::Source, input, until[0], limits.fuel);
    let target_steps = steps(pair, Role::Target, input, until[1], limits.fuel);
    Counterexample {
        reached_from: None,
        source: run_report(pair, &pair.source, &finding.source, finding.choices(), source_steps),
        target: run_report(pair, &pair.target, &finding.target, 1, target_steps),
        difference: difference(pair, &finding),
        entered,
        relies_on: reliance(pair, input, &finding.gap),
        assumptions: Vec::new(),
        arguments: args,
        globals,
        answers,
        environment,
        replay,
    }
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// A word, quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | ',' | '=' | ':' | '+')
    };
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn arguments(pair: &Pair<'_>, generator: &Generator<'_>, input: &Input) -> Vec<Argument> {
    let body = pair.source.side.body();
    let shapes = generator.shapes();
    let named = |index: usize| {
        let arg = body.and_then(|body| body.name(*body.args().get(index)?));
        arg.map_or_else(|| format!("%{index}"), |name| format!("%{}", pair.ctx.text(name)))
    };
    input
        .args
        .iter()
        .enumerate()
        .map(|(index, arg)| Argument {
            name: named(index),
            ty: type_text(pair.ctx, pair.param_types[index]),
            value: write(arg, &shapes[index]),
        })
        .collect()
}

fn answers(pair: &mut Pair<'_>, world: &WorldSpec) -> Vec<Given> {
    let mut given = Vec::new();
    for (name, values) in &world.answers {
        let Some(shape) = result_shape(pair, name) else { continue };
        for value in values {
            given.push(Given {
                name: text(name),
                value: write(&ArgSpec::Value(value.clone()), &shape),
            });
        }
    }
    given
}

fn result_shape(pair: &mut Pair<'_>, name: &[u8]) -> Option<std::sync::Arc<Shape>> {
    let module = pair.source.side.module;
    let func = module.function_named(Name::Named(pair.ctx.find_symbol(name)?))?;
    let TypeKind::Function { ret, .. } = pair.ctx.kind(module.functions[func].ty) else {
        return None;
    };
    pair.source.machine.shape(*ret).ok()
}

/// The environment in the notation of `tollgate run --environment`.
fn environment_text(world: &WorldSpec) -> String {
    let mut text = world.seed.to_string();
    for (set, word) in [
        (world.unwind, ":unwind"),
        (world.hang, ":hang"),
        (world.undef, ":undef"),
        (world.still, ":still"),
    ] {
        if set {
            text.push_str(word);
        }
    }
    text
}

/// Maximum number of observations shown.
const SHOWN: usize = 50;

fn observation(
    pair: &Pair<'_>,
    half: &Half<'_>,
    behaviour: &Behaviour,
    number: usize,
) -> Option<String> {
    let printer =
        Printer { ctx: pair.ctx, module: half.side.module, memory: &behaviour.run.memory };
    behaviour.run.observations.get(number).map(|observation| printer.observation(observation))
}

fn outcome(pair: &Pair<'_>, half: &Half<'_>, behaviour: &Behaviour) -> String {
    let printer =
        Printer { ctx: pair.ctx, module: half.side.module, memory: &behaviour.run.memory };
    printer.outcome(half.side.func, &behaviour.run.outcome)
}

fn run_report(
    pair: &Pair<'_>,
    half: &Half<'_>,
    behaviour: &Behaviour,
    choices: u64,
    steps: Vec<String>,
) -> RunReport {
    let observations = (0..behaviour.run.observations.len().min(SHOWN))
        .filter_map(|number| observation(pair, half, behaviour, number))
        .collect();
    RunReport { observations, outcome: outcome(pair, half, behaviour), choices, steps }
}

fn difference(pair: &Pair<'_>, finding: &Finding) -> Parting {
    let Gap { common, what, .. } = &finding.gap;
    let at_source = pair.number_of(true, &finding.source, *common);
    let at_target = pair.number_of(false, &finding.target, *common);
    let last = common.checked_sub(1).map(|last| pair.number_of(true, &finding.source, last));
    let source = observation(pair, &pair.source, &finding.source, at_source)
        .unwrap_or_else(|| outcome(pair, &pair.source, &finding.source));
    let target = observation(pair, &pair.target, &finding.target, at_target)
        .unwrap_or_else(|| outcome(pair, &pair.target, &finding.target));
    let what = match what {
        What::Missing => "the target does not do what the source does next".to_string(),
        What::Extra => "the target does something that the source does not".to_string(),
        What::Event(reason) => format!("the environment sees something else: {reason}"),
        What::Visible(MemoryDifference { object, offset, reason, .. }) => {
            format!("the environment sees other memory: {reason} at byte {offset} of {object}")
        }
        What::HiddenWrites(name) => format!("@{name} is called otherwise"),
        What::Outcome => "the outcome is of another kind".to_string(),
        What::Result(reason) => format!("the result is different: {reason}"),
        What::Memory(MemoryDifference { object, offset, reason, .. }) => {
            format!(
                "the memory left to the caller is different: {reason} at byte {offset} of {object}"
            )
        }
    };
    let after = last.and_then(|last| observation(pair, &pair.source, &finding.source, last));
    Parting { after, what, source, target }
}

fn reliance(pair: &Pair<'_>, input: &Input, gap: &Gap) -> Vec<Reliance> {
    let mut found = Vec::new();
    if std::ptr::eq(pair.source.side.module, pair.target.side.module) {
        return found;
    }
    let local_function = pair.source.side.function().header.linkage.is_local();
    if local_function && !input.args.is_empty() {
        found.push(Reliance::LocalFunction);
    }
    let is_local = |name: &str| {
        let module = pair.source.side.module;
        module.globals.values().any(|variable| {
            variable.header.linkage.is_local() && pair.ctx.name_text(variable.header.name) == name
        })
    };
    let mut names: Vec<String> = input.world.globals.iter().map(|(name, _)| text(name)).collect();
    if let What::Memory(MemoryDifference { object, .. }) = &gap.what {
        names.extend(object.strip_prefix('@').map(str::to_string));
    }
    names.sort();
    names.dedup();
    found.extend(names.into_iter().filter(|name| is_local(name)).map(Reliance::LocalVariable));
    found
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_not_leave_them() {
        assert_eq!(quoted("a/b.ll"), "a/b.ll");
        assert_eq!(quoted("1,-2"), "1,-2");
        assert_eq!(quoted("&[01]"), "'&[01]'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
