//! What a check may do and cost. Every limit is named here.

use crate::RefuteLimits;
use crate::verdict::{Assumption, LimitHit, Unknown};
use std::sync::Arc;
use std::time::Duration;
use tollgate_ir::{Budget, Limit, Over};
use tollgate_rules::{Rule, RuleId, RuleSet};
use tollgate_sem::reading::Readings;

/// Options of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long one function may take, over all phases.
    pub time_limit: Duration,
    /// How much memory one function may take beyond what is held when its turn comes, if somebody
    /// counts.
    pub memory_limit: Option<MemoryLimit>,
    /// How many nodes the graph of one pair may have.
    pub node_limit: usize,
    /// Whether a counterexample is looked for where no proof was found.
    pub refute: bool,
    /// How much that may cost.
    pub refute_limits: RefuteLimits,
    /// Whether what time is left in the end is spent on explaining why a pair is `unknown`. Pairs
    /// are explained as far as one look at the graph allows in any case.
    pub explain: bool,
    /// Whether functions of the same text are valid at once.
    pub shortcuts: bool,
    /// How many functions are checked at the same time.
    pub jobs: usize,
    /// The rules that proofs may use, if not exactly those that come with Tollgate. A proof that
    /// applied a rule which does not come with Tollgate does not make a pair valid: the verdict is
    /// `unknown`, and names the file that the rule stands in.
    pub rules: Option<Arc<RuleSet>>,
    /// The readings under which refinement must hold, or fail: rows that are fixed are assumptions
    /// of the verdict.
    pub readings: Readings,
    /// Whether arguments, memory at entry and results of external calls are taken never to be
    /// undef.
    pub no_undef_inputs: bool,
    /// Whether they are taken never to be poison.
    pub no_poison_inputs: bool,
}

/// A limit of memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// So many bytes.
    pub bytes: u64,
    /// Tells how many bytes this thread holds. Programs that count their allocations know.
    pub held: fn() -> i64,
}

/// The share of a function's time that the search for a proof may take where one for a
/// counterexample follows.
const PROOF_SHARE: f64 = 0.8;

/// A function has this long unless told otherwise.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);
/// A pair may have this many nodes unless told otherwise: some hundred megabytes.
pub const NODE_LIMIT: usize = 2_000_000;

impl Default for Options {
    fn default() -> Self {
        Self {
            time_limit: TIME_LIMIT,
            memory_limit: None,
            node_limit: NODE_LIMIT,
            refute: true,
            refute_limits: RefuteLimits::default(),
            explain: false,
            shortcuts: true,
            jobs: 1,
            rules: None,
            readings: Readings::OPEN,
            no_undef_inputs: false,
            no_poison_inputs: false,
        }
    }
}

impl Options {
    /// The tags of the rules that come with Tollgate, in the order in which rules are tried.
    pub fn tags() -> Vec<&'static str> {
        let mut tags = Vec::new();
        for tag in RuleSet::builtin().rules().flat_map(|(_, rule)| rule.tags()) {
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        tags
    }

    /// These options, without the rules that have one of these tags.
    pub fn without(mut self, tags: &[impl AsRef<str>]) -> Options {
        for tag in tags {
            self.rules = Some(Arc::new(self.rule_set().without(tag.as_ref())));
        }
        self
    }

    /// These options, without the rules of these names.
    pub fn without_rules(mut self, names: &[impl AsRef<str>]) -> Options {
        for name in names {
            self.rules = Some(Arc::new(self.rule_set().without_rule(name.as_ref())));
        }
        self
    }

    /// What the comparison of modules may cost that have so many pairs: as long as all of them may
    /// take.
    pub(crate) fn budget_of_modules(&self, pairs: usize) -> Budget {
        let pairs = u32::try_from(pairs).unwrap_or(u32::MAX).max(1);
        let time = self.time_limit.checked_mul(pairs).unwrap_or(Duration::MAX);
        self.with_memory(Budget::of_time(time))
    }

    /// What one function may cost from now on.
    pub(crate) fn budget(&self) -> Budget {
        self.with_memory(Budget::of_time(self.time_limit))
    }

    fn with_memory(&self, budget: Budget) -> Budget {
        match self.memory_limit {
            Some(limit) => budget.with_memory(limit.held, limit.bytes),
            None => budget,
        }
    }

    /// What of that a proof may cost.
    pub(crate) fn for_proof(&self, budget: &Budget) -> Budget {
        if self.refute { budget.part(PROOF_SHARE) } else { budget.clone() }
    }

    /// A limit as the reason of a verdict.
    pub(crate) fn limit(&self, over: Over) -> Unknown {
        Unknown::Limit(match over.limit {
            Limit::Time => LimitHit::Time(self.time_limit, over.phase),
            Limit::Memory => {
                LimitHit::Memory(self.memory_limit.map_or(0, |it| it.bytes), over.phase)
            }
        })
    }

    /// How many rules proofs may use.
    pub fn rule_count(&self) -> usize {
        self.rule_set().len()
    }

    /// The rules that proofs may use.
    pub(crate) fn rule_set(&self) -> &RuleSet {
        self.rules.as_deref().unwrap_or(RuleSet::builtin())
    }

    /// What every verdict takes for granted that was not read off the text alone.
    pub(crate) fn assumptions(&self) -> Vec<Assumption> {
        let mut assumptions: Vec<Assumption> =
            self.readings.all_fixed().map(Assumption::Reading).collect();
        assumptions.extend(self.no_undef_inputs.then_some(Assumption::NoUndefInputs));
        assumptions.extend(self.no_poison_inputs.then_some(Assumption::NoPoisonInputs));
        assumptions
    }

    /// Why a proof that applied these rules of [`rule_set`](Self::rule_set) is none yet: some do
    /// not come with Tollgate, and nobody has tested them. It does not matter whether the proof
    /// needed them: an application anywhere may have merged nodes that it did need.
    pub(crate) fn unproven(&self, applied: impl Iterator<Item = RuleId>) -> Option<Unknown> {
        let set = self.rules.as_deref()?;
        let mut foreign: Vec<&Rule> =
            applied.map(|id| set.rule(id)).filter(|rule| !comes_with_tollgate(rule)).collect();
        foreign.sort_unstable_by_key(|rule| {
            (rule.file(), rule.position().line, rule.position().column)
        });
        let place = |it: &&Rule| format!("{} ({}:{})", it.name(), it.file(), it.position().line);
        let applied = foreign.iter().map(place).collect();
        let mut files: Vec<String> = foreign.iter().map(|rule| rule.file().to_string()).collect();
        files.dedup();
        (!files.is_empty()).then_some(Unknown::IfRulesHold { files, applied })
    }
}

/// Whether a rule is one of those that come with Tollgate, which are tested. Name and file could be
/// anybody's; the whole text of a rule, which says everything that it does, is compared.
fn comes_with_tollgate(rule: &Rule) -> bool {
    let builtin = RuleSet::builtin();
    builtin.find(rule.name()).is_some_and(|id| builtin.rule(id).text() == rule.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Options {
        let own = RuleSet::parse("own.rules", text).unwrap();
        Options { rules: Some(Arc::new(own)), ..Options::default() }
    }

    fn all(options: &Options) -> Option<Unknown> {
        options.unproven(options.rule_set().rules().map(|(id, _)| id))
    }

    #[test]
    fn rules_are_switched_off_by_tag() {
        let tags = Options::tags();
        assert!(tags.contains(&"arith") && tags.contains(&"shift"));
        let some = Options::default().without(&["shift"]);
        let some = some.rule_set();
        assert!(some.find("add-zero").is_some() && !some.tags().contains(&"shift"));
        assert!(some.len() < RuleSet::builtin().len());
        assert!(Options::default().without(&tags).rule_set().is_empty());
        let none: [&str; 0] = [];
        assert!(Options::default().without(&none).rules.is_none());
    }

    #[test]
    fn rules_are_switched_off_by_name() {
        let options = Options::default().without_rules(&["add-zero"]);
        assert!(options.rule_set().find("add-zero").is_none());
        assert_eq!(options.rule_count() + 1, RuleSet::builtin().len());
    }

    #[test]
    fn only_rules_that_come_with_tollgate_prove_anything() {
        let builtin =
            Options { rules: Some(Arc::new(RuleSet::builtin().clone())), ..Options::default() };
        assert_eq!(all(&builtin), None);
        assert_eq!(all(&Options::default()), None);
        // The same law is the same law, whoever wrote it down.
        let same = options("tag arith\n/// Zero.\nequality add-zero: add x 0 => x");
        assert_eq!(all(&same), None);
        // Its name alone is nothing.
        let wrong = options("tag arith\n/// Zero.\nequality add-zero: add x 1 => x");
        let unknown = all(&wrong).unwrap();
        assert_eq!(unknown.to_string(), "valid if own.rules holds");
        let Unknown::IfRulesHold { files, applied } = unknown else { panic!() };
        assert_eq!(
            (&*files[0], &*applied[0], applied.len()),
            ("own.rules", "add-zero (own.rules:3)", 1)
        );
        // What was not applied does not matter.
        assert_eq!(wrong.unproven(std::iter::empty()), None);
    }
}
