//! Functions of any size made to see how the cost of a proof grows: each a pair that a simple pass
//! could have made.
//!
//! In the source every tenth or so value is computed a second time; the target uses the first. So
//! both have about the same size, and nothing is proven by its text.

use std::fmt::Write as _;

/// A family of pairs.
pub struct Family {
    /// Its name in tables and pictures.
    pub name: &'static str,
    /// The function with about so many instructions, as text; with or without what is redundant.
    make: fn(usize, bool) -> String,
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    Family { name: "straight line", make: straight_line },
    Family { name: "ladder of ifs", make: ladder },
    Family { name: "nested loops", make: nested_loops },
    Family { name: "many stores", make: many_stores },
];

impl Family {
    /// The pair with about so many instructions, as texts of modules.
    pub fn pair(&self, instructions: usize) -> [String; 2] {
        [(self.make)(instructions, true), (self.make)(instructions, false)]
    }
}

/// A text of lines.
#[derive(Default)]
struct Text(String);

impl Text {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{line}");
    }
}

macro_rules! line {
    ($text:expr, $($part:tt)*) => { $text.line(format_args!($($part)*)) };
}

/// One block; every value depends on the two before.
fn straight_line(size: usize, redundant: bool) -> String {
    let mut text = Text::default();
    line!(text, "define i32 @f(i32 %a, i32 %b) {{");
    let (mut x, mut y) = ("%a".to_owned(), "%b".to_owned());
    for at in 0..size {
        let op = ["add", "xor", "sub", "mul", "or"][at % 5];
        let new = format!("%v{at}");
        line!(text, "  {new} = {op} i32 {x}, {y}");
        let used = again(&mut text, redundant && at % 10 == 0, &new, &format!("{op} i32 {x}, {y}"));
        (x, y) = (y, used);
    }
    line!(text, "  ret i32 {y}\n}}");
    text.0
}

/// The same value computed again if asked for; the name of what is to be used.
fn again(text: &mut Text, wanted: bool, name: &str, computation: &str) -> String {
    if !wanted {
        return name.to_owned();
    }
    line!(text, "  {name}.again = {computation}");
    format!("{name}.again")
}

/// One test after the other; each that fails goes on to the next.
fn ladder(size: usize, redundant: bool) -> String {
    let mut text = Text::default();
    let steps = (size / 5).max(1);
    line!(text, "define i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %test0");
    for at in 0..steps {
        line!(text, "test{at}:\n  %c{at} = icmp eq i32 %a, {at}");
        let test = again(
            &mut text,
            redundant && at % 4 == 0,
            &format!("%c{at}"),
            &format!("icmp eq i32 %a, {at}"),
        );
        line!(text, "  br i1 {test}, label %then{at}, label %test{}", at + 1);
        line!(
            text,
            "then{at}:\n  %x{at} = add i32 %b, {}\n  %y{at} = mul i32 %x{at}, %b\n  br label %join",
            at * 7
        );
    }
    line!(text, "test{steps}:\n  br label %join\njoin:\n  %r = phi i32 [ %b, %test{steps} ]");
    // A phi stands on one line.
    text.0.pop();
    for at in 0..steps {
        let _ = write!(text.0, ", [ %y{at}, %then{at} ]");
    }
    line!(text, "\n  ret i32 %r\n}}");
    text.0
}

/// How deep loops are nested.
const DEPTH: usize = 8;

/// Nests of loops, one after the other: each level counts, and adds to one sum.
fn nested_loops(size: usize, redundant: bool) -> String {
    let mut text = Text::default();
    let nests = (size / (DEPTH * 8)).max(1);
    line!(text, "define i32 @f(i32 %a, i32 %b) {{\nentry:\n  br label %pre0.0");
    let mut sum = "%b".to_owned();
    for nest in 0..nests {
        let name = |kind: &str, depth: usize| format!("{kind}{nest}.{depth}");
        let mut outer = sum.clone();
        for depth in 0..DEPTH {
            let (pre, head, latch) =
                (name("pre", depth), name("head", depth), name("latch", depth));
            let (i, s) = (name("%i", depth), name("%s", depth));
            let (next, after) = (name("%n", depth), name("%t", depth));
            line!(text, "{pre}:\n  br label %{head}");
            line!(text, "{head}:\n  {i} = phi i32 [ 0, %{pre} ], [ {next}, %{latch} ]");
            line!(text, "  {s} = phi i32 [ {outer}, %{pre} ], [ {after}, %{latch} ]");
            let test = format!("icmp slt i32 {i}, %a");
            line!(text, "  %c{nest}.{depth} = {test}");
            let used =
                again(&mut text, redundant && depth % 2 == 0, &format!("%c{nest}.{depth}"), &test);
            let inside = if depth + 1 < DEPTH { name("pre", depth + 1) } else { latch };
            let exit = name("exit", depth);
            line!(text, "  br i1 {used}, label %{inside}, label %{exit}");
            outer = s;
        }
        for depth in (0..DEPTH).rev() {
            let (i, s) = (name("%i", depth), name("%s", depth));
            // The exit of the inner loop leads to the latch.
            if depth + 1 < DEPTH {
                line!(text, "{}:\n  br label %{}", name("exit", depth + 1), name("latch", depth));
            }
            let inner = if depth + 1 < DEPTH { name("%s", depth + 1) } else { s };
            line!(
                text,
                "{}:\n  {} = add i32 {inner}, {i}",
                name("latch", depth),
                name("%t", depth)
            );
            line!(
                text,
                "  {} = add i32 {i}, 1\n  br label %{}",
                name("%n", depth),
                name("head", depth)
            );
        }
        let next = if nest + 1 < nests { format!("pre{}.0", nest + 1) } else { "end".to_owned() };
        line!(text, "{}:\n  br label %{next}", name("exit", 0));
        sum = name("%s", 0);
    }
    line!(text, "end:\n  ret i32 {sum}\n}}");
    text.0
}

/// Stores to places of one object, each of what was just loaded from another.
fn many_stores(size: usize, redundant: bool) -> String {
    let mut text = Text::default();
    line!(text, "define void @f(ptr %p, i32 %a) {{");
    for at in 0..(size / 4).max(1) {
        let (from, to) = (at * 4, at * 4 + 4);
        line!(
            text,
            "  %f{at} = getelementptr inbounds i8, ptr %p, i64 {from}\n  \
                %l{at} = load i32, ptr %f{at}, align 4"
        );
        let used = again(
            &mut text,
            redundant && at % 3 == 0,
            &format!("%l{at}"),
            &format!("load i32, ptr %f{at}, align 4"),
        );
        line!(
            text,
            "  %t{at} = getelementptr inbounds i8, ptr %p, i64 {to}\n  %x{at} = add i32 {used}, %a"
        );
        line!(text, "  store i32 %x{at}, ptr %t{at}, align 4");
    }
    line!(text, "  ret void\n}}");
    text.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_ir::{Context, verify_module};

    #[test]
    fn pairs_are_modules_of_the_size_asked_for() {
        for family in FAMILIES {
            for size in [10, 1_000] {
                let [source, target] = family.pair(size);
                assert_ne!(source, target, "{}", family.name);
                for text in [source, target] {
                    let mut ctx = Context::new();
                    let module = tollgate_llvm::read(&mut ctx, "f.ll", text.as_bytes())
                        .unwrap_or_else(|it| panic!("{it}\n{text}"));
                    assert_eq!(verify_module(&ctx, &module), [], "{}", family.name);
                    let insts = module
                        .functions
                        .values()
                        .next()
                        .and_then(|it| it.body())
                        .map_or(0, |it| it.inst_ids());
                    assert!(
                        size < 100 || (size / 2..size * 2).contains(&insts),
                        "{}: {insts} of {size}",
                        family.name
                    );
                }
            }
        }
    }
}
