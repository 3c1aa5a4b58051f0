//! Trials: a transformation is applied to `@f` of a small module; everything is verified after
//! every application, and before and after are compared.

use super::{Opportunity, World, apply, find, pays};
use crate::Pass;
use rustc_hash::FxHashMap;
use tollgate_canon::{Canonical, Editor, verify};
use tollgate_check::{Options, Verdict, check_modules};
use tollgate_ir::{Block, Context, Func, Module, Name, verify_function};
use tollgate_sem::layout::DataLayout;

/// A loop that asks at its beginning.
pub(super) const SUM: &str = "define i32 @f(i32 %n) {
    br label %h
 h:
    %i = phi i32 [ 0, %0 ], [ %i2, %l ]
    %s = phi i32 [ 0, %0 ], [ %s2, %l ]
    %c = icmp slt i32 %i, %n
    br i1 %c, label %l, label %e
 l:
    %s2 = add i32 %s, %i
    %i2 = add i32 %i, 1
    br label %h, !llvm.loop !0
 e:
    ret i32 %s
 }
 !0 = distinct !{!0, !1}
 !1 = !{!\"llvm.loop.mustprogress\"}";

/// A loop that goes on a known number of times, unless it reads something by which it is left.
pub(super) fn counted(times: u32) -> String {
    format!(
        "define i32 @f(ptr %p) {{
            br label %h
         h:
            %i = phi i32 [ 0, %0 ], [ %j, %l ]
            %s = phi i32 [ 0, %0 ], [ %t, %l ]
            %c = icmp ult i32 %i, {times}
            br i1 %c, label %b, label %e
         b:
            %v = load i32, ptr %p
            %d = icmp eq i32 %v, %i
            br i1 %d, label %e, label %l
         l:
            %t = add i32 %s, %v
            %j = add i32 %i, 1
            br label %h
         e:
            ret i32 %s
         }}"
    )
}

/// A module, and what became of its function `@f`.
pub(super) struct Trial {
    ctx: Context,
    before: Module,
    after: Module,
    func: Func,
    /// How often it was applied.
    pub(super) times: usize,
    text: String,
}

impl Trial {
    /// Reads a module; before is its canonical form.
    pub(super) fn new(text: &str) -> Self {
        let mut ctx = Context::new();
        let module = tollgate_llvm::read(&mut ctx, "trial.ll", text.as_bytes());
        let before = module.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        let name = Name::Named(ctx.symbol(b"f"));
        let func = before.function_named(name).expect("a function @f");
        let after = before.clone();
        Self { ctx, before, after, func, times: 0, text: text.to_owned() }
    }

    /// Whether applying a transformation is expected to pay, wherever it can be applied.
    pub(super) fn pays(&mut self, pass: Pass) -> Vec<bool> {
        let layout = DataLayout::default();
        let callees = self.callees();
        let mut canonical = self.canonical();
        let world =
            World { module: &self.before, func: self.func, layout: &layout, callees: &callees };
        let mut editor = Editor::new(&mut self.ctx, &mut canonical);
        let blocks: Vec<Block> = editor.body().blocks().collect();
        let mut found: Vec<Opportunity> = Vec::new();
        blocks.into_iter().for_each(|block| find(pass, &editor, world, block, &mut found));
        found.into_iter().map(|opportunity| pays(&mut editor, world, opportunity)).collect()
    }

    fn callees(&mut self) -> FxHashMap<Func, Canonical> {
        let mut callees: FxHashMap<Func, Canonical> = FxHashMap::default();
        for (other, function) in self.before.functions.iter() {
            if let Some(body) = function.body().filter(|_| other != self.func) {
                callees.insert(other, Canonical::new(&mut self.ctx, body.clone()));
            }
        }
        callees
    }

    fn canonical(&mut self) -> Canonical {
        let body = self.after.functions[self.func].body().expect("a body").clone();
        let canonical = Canonical::new(&mut self.ctx, body);
        assert!(canonical.is_editable());
        canonical
    }

    /// Applies a transformation as often as it applies, but not more often than this.
    pub(super) fn apply(mut self, pass: Pass, most: usize) -> Self {
        let layout = DataLayout::default();
        let callees = self.callees();
        let mut canonical = self.canonical();
        let world =
            World { module: &self.before, func: self.func, layout: &layout, callees: &callees };
        while self.times < most {
            let mut editor = Editor::new(&mut self.ctx, &mut canonical);
            let blocks: Vec<Block> = editor.body().blocks().collect();
            let mut found: Vec<Opportunity> = Vec::new();
            blocks.into_iter().for_each(|block| find(pass, &editor, world, block, &mut found));
            if !found.into_iter().any(|opportunity| apply(&mut editor, world, opportunity)) {
                break;
            }
            self.times += 1;
            let violations = verify(&canonical);
            assert!(violations.is_empty(), "{violations:?}");
            *self.after.functions[self.func].body_mut().expect("a body") = canonical.body().clone();
            let faults = verify_function(&self.ctx, &self.after, self.func);
            assert!(faults.is_empty(), "{faults:?}");
        }
        let mut out = Vec::new();
        *self.after.functions[self.func].body_mut().expect("a body") = canonical.into_body();
        tollgate_llvm::write_function(&self.ctx, &self.after, self.func, &mut out).expect("a text");
        self.text = String::from_utf8(out).expect("text");
        self
    }

    /// Both modules are written and read again, as those who use them would.
    fn verdict(&self) -> Verdict {
        let mut ctx = Context::new();
        let mut again = |module: &Module, name: &str| {
            let mut out = Vec::new();
            tollgate_llvm::write_module(&self.ctx, module, &mut out).expect("a text");
            tollgate_llvm::read(&mut ctx, name, &out)
                .unwrap_or_else(|faults| panic!("{faults:?}\n{}", self.text))
        };
        let (before, after) = (again(&self.before, "before.ll"), again(&self.after, "after.ll"));
        let options = Options { shortcuts: false, ..Options::default() };
        let report = check_modules(&mut ctx, &before, &after, &options);
        let of_f = report.functions.into_iter().find(|function| function.function == "f");
        of_f.expect("a report of @f").verdict
    }

    /// The result is shown to refine what was there before.
    #[track_caller]
    pub(super) fn is_valid(&self) {
        let verdict = self.verdict();
        assert_eq!(verdict.word(), "valid", "{}\n{}", verdict.reason(), self.text);
    }

    /// The result is not shown to be wrong.
    #[track_caller]
    pub(super) fn is_not_invalid(&self) {
        let verdict = self.verdict();
        println!("{}: {}", verdict.word(), verdict.reason());
        assert_ne!(verdict.word(), "invalid", "{}\n{}", verdict.reason(), self.text);
    }

    /// How often something stands in the result.
    pub(super) fn count(&self, piece: &str) -> usize {
        self.text.matches(piece).count()
    }

    /// Where something first stands in the result.
    #[track_caller]
    pub(super) fn place(&self, piece: &str) -> usize {
        self.text.find(piece).unwrap_or_else(|| panic!("no `{piece}` in\n{}", self.text))
    }

    #[track_caller]
    pub(super) fn has(&self, pieces: &[&str]) -> &Self {
        pieces
            .iter()
            .for_each(|piece| assert!(self.text.contains(piece), "no `{piece}` in\n{}", self.text));
        self
    }

    #[track_caller]
    pub(super) fn lacks(&self, pieces: &[&str]) -> &Self {
        pieces
            .iter()
            .for_each(|piece| assert!(!self.text.contains(piece), "`{piece}` in\n{}", self.text));
        self
    }
}
