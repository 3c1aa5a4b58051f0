//! [`RuleSet`]: many rules, and the index that finds those that may match.
//!
//! A term is compared only with rules whose root is its operation and whose operands begin as its
//! operands do. The rules of one set are tried in the order of their files, so that the special may
//! come before the general.

use crate::error::{Problem, RuleError};
use crate::matcher::Root;
use crate::op::Head;
use crate::parser::parse;
use crate::pattern::{OpPattern, Pattern};
use crate::rule::{Kind, Rule, RuleId};
use crate::terms::{Terms, View};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;
use tollgate_ir::{Entity, PrimaryMap};

/// The rule files, in the order in which they are tried.
const FILES: &[(&str, &str)] = &[
    ("poison.rules", include_str!("../rules/poison.rules")),
    ("commute.rules", include_str!("../rules/commute.rules")),
    ("flags.rules", include_str!("../rules/flags.rules")),
    ("arith.rules", include_str!("../rules/arith.rules")),
    ("logic.rules", include_str!("../rules/logic.rules")),
    ("shift.rules", include_str!("../rules/shift.rules")),
    ("compare.rules", include_str!("../rules/compare.rules")),
    ("cast.rules", include_str!("../rules/cast.rules")),
    ("select.rules", include_str!("../rules/select.rules")),
    ("minmax.rules", include_str!("../rules/minmax.rules")),
    ("bits.rules", include_str!("../rules/bits.rules")),
    ("float.rules", include_str!("../rules/float.rules")),
    ("vector.rules", include_str!("../rules/vector.rules")),
    ("known.rules", include_str!("../rules/known.rules")),
    ("order.rules", include_str!("../rules/order.rules")),
];

static BUILTIN: LazyLock<RuleSet> = LazyLock::new(|| {
    let rules = FILES.iter().flat_map(|(file, text)| match parse(file, text) {
        Ok(rules) => rules,
        Err(error) => panic!("{error}"),
    });
    match RuleSet::of(rules.collect()) {
        Ok(set) => set,
        Err(error) => panic!("{error}"),
    }
});

/// Which rules may be used: each also those before it.
///
/// A refinement of an operation that [chooses](crate::Op::may_choose) may fix what it chose.
/// Where that choice is needed for something else it must not be fixed, so refinements are told
/// apart by the operations of the left side whose choices they may fix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// Those that may be used on both sides of a refinement: matches that are equalities.
    Equalities,
    /// Refinements that fix no choice, on the source of a refinement only.
    Unchosen,
    /// Those that fix what the operation itself chooses.
    Own,
    /// Those that fix what it and its operands choose.
    Near,
    /// All.
    Both,
}

/// A rule that was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied<N> {
    /// Which.
    pub rule: RuleId,
    /// What holds of this application: an equality, or only a refinement.
    pub kind: Kind,
    /// The term that equals or refines the one that the rules were applied to.
    pub node: N,
}

/// A left side in one order, and what terms it may match.
#[derive(Clone, Debug)]
struct Candidate {
    /// How the operands must begin.
    operands: [Head; 3],
    rule: RuleId,
    /// Which order.
    order: u16,
    /// Whether it may ever be an equality.
    may_be_equality: bool,
    /// The least [`Use`] that allows it where it is none.
    as_refinement: Use,
}

/// Many rules.
#[derive(Clone, Debug)]
pub struct RuleSet {
    rules: PrimaryMap<RuleId, Rule>,
    /// Candidates by the head of the root.
    index: Vec<Vec<Candidate>>,
    /// Whether conditions that only say where a rule is useful are taken to hold: for the check of
    /// rules.
    pub(crate) assume_hints: bool,
}

impl RuleSet {
    /// The rules that come with Tollgate.
    pub fn builtin() -> &'static RuleSet {
        &BUILTIN
    }

    /// The rules of a text; `file` is what its errors call it.
    pub fn parse(file: &str, text: &str) -> Result<RuleSet, RuleError> {
        RuleSet::of(parse(file, text)?)
    }

    /// No rules.
    pub fn empty() -> RuleSet {
        RuleSet {
            rules: PrimaryMap::new(),
            index: vec![Vec::new(); Head::COUNT],
            assume_hints: false,
        }
    }

    /// These rules and, after them, those of another set.
    pub fn with(&self, other: &RuleSet) -> Result<RuleSet, RuleError> {
        RuleSet::of(self.rules().chain(other.rules()).map(|(_, rule)| rule.clone()).collect())
    }

    /// The rules without those that have this tag.
    pub fn without(&self, tag: &str) -> RuleSet {
        self.only(|rule| !rule.has_tag(tag))
    }

    /// The rules without the one of this name.
    pub fn without_rule(&self, name: &str) -> RuleSet {
        self.only(|rule| rule.name != name)
    }

    fn only(&self, is_kept: impl Fn(&Rule) -> bool) -> RuleSet {
        let mut set = RuleSet::empty();
        let kept = self.rules().map(|(_, rule)| rule).filter(|rule| is_kept(rule));
        kept.for_each(|rule| set.push(rule.clone()));
        set
    }

    fn of(rules: Vec<Rule>) -> Result<RuleSet, RuleError> {
        let mut set = RuleSet::empty();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for rule in rules {
            if !names.insert(rule.name.clone()) {
                let problem = Problem::RepeatedName(rule.name);
                return Err(RuleError { file: rule.file, position: rule.position, problem });
            }
            set.push(rule);
        }
        Ok(set)
    }

    pub(crate) fn push(&mut self, rule: Rule) {
        let id = RuleId::new(self.rules.len());
        for (order, pattern) in rule.orders.iter().enumerate() {
            let Pattern::Operation(root) = pattern else {
                continue;
            };
            let mut operands = [Head::ANY; 3];
            for (place, operand) in operands.iter_mut().zip(&root.operands) {
                *place = operand.head();
            }
            let may_be_equality = rule.kind == Kind::Equality || rule.equality.is_some();
            let as_refinement = fixed_by(pattern);
            let candidate = Candidate {
                operands,
                rule: id,
                order: order as u16,
                may_be_equality,
                as_refinement,
            };
            self.index[root.op.head().index()].push(candidate);
        }
        self.rules.push(rule);
    }

    /// The rules in the order in which they are tried.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        self.rules.iter()
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.len() == 0
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id]
    }

    /// The rule of this name.
    pub fn find(&self, name: &str) -> Option<RuleId> {
        self.rules().find(|(_, rule)| rule.name == name).map(|(id, _)| id)
    }

    /// The tags of the rules, sorted.
    pub fn tags(&self) -> Vec<&str> {
        let mut tags: Vec<&str> = self.rules().flat_map(|(_, rule)| rule.tags()).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    }

    /// Applies the first rule that matches, once. The result may be a term that rules apply to
    /// again.
    pub fn apply<T: Terms>(
        &self,
        terms: &mut T,
        root: Root<'_, T::Node>,
        allowed: Use,
    ) -> Option<Applied<T::Node>> {
        let candidates = &self.index[root.op.head().index()];
        if candidates.is_empty() {
            return None;
        }
        let mut heads = [Head::OTHER; 3];
        for (head, &operand) in heads.iter_mut().zip(root.operands) {
            *head = match terms.view(operand) {
                View::Operation { op, .. } => op.head(),
                View::Constant(_) => Head::CONSTANT,
                View::Other => Head::OTHER,
            };
        }
        for candidate in candidates {
            let equalities_only = allowed < candidate.as_refinement;
            if !candidate.begins_as(heads) || equalities_only && !candidate.may_be_equality {
                continue;
            }
            let rule = &self.rules[candidate.rule];
            let order = &rule.orders[usize::from(candidate.order)];
            if let Some((kind, node)) =
                rule.apply(order, terms, root, equalities_only, self.assume_hints)
            {
                return Some(Applied { rule: candidate.rule, kind, node });
            }
        }
        None
    }
}

/// Whose choices a refinement of a term may fix.
fn fixed_by(pattern: &Pattern) -> Use {
    let levels = [Use::Own, Use::Near];
    let Some(deepest) = deepest_choice(pattern, 0) else { return Use::Unchosen };
    levels.get(deepest).copied().unwrap_or(Use::Both)
}

/// How deep the deepest operation of a pattern is that chooses.
fn deepest_choice(pattern: &Pattern, depth: usize) -> Option<usize> {
    let Pattern::Operation(operation) = pattern else { return None };
    let own = match operation.op {
        OpPattern::Fixed(op) => op.may_choose().then_some(depth),
        OpPattern::IntCompare(_) | OpPattern::FloatCompare(_) => None,
    };
    operation
        .operands
        .iter()
        .map(|operand| deepest_choice(operand, depth + 1))
        .fold(own, Option::max)
}

impl Candidate {
    #[inline]
    fn begins_as(&self, heads: [Head; 3]) -> bool {
        self.operands.iter().zip(heads).all(|(&wanted, head)| wanted == Head::ANY || wanted == head)
    }
}
