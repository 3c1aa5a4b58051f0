//! Tests of the checker: certificates that are right are accepted, and each kind of error that is
//! planted in one is rejected for its own reason.

mod pairs;
mod planted;
mod planted_paths;
mod wrong_pairs;

use super::certificate::{Agreement, Certificate, LiveValue, Point};
use super::checker::{Fault, Rejection, check};
use super::machine::Machine;
use super::search::Search;
use super::{SOURCE, TARGET, Variant};
use crate::Side;
use crate::prove::facts::Facts;
use crate::prove::goal::Laws;
use crate::prove::strategy::simulation::machine;
use crate::prove::tests::with_goal;
use tollgate_graph::{Apply, Env, Graph, Node, Op};
use tollgate_ir::{IntPredicate, Type};

/// A certificate that the search has found, and what it is about.
struct Found<'m, 'g, 'e, 'a> {
    machine: &'m mut Machine<'g, 'e, 'a>,
    source: Side<'a>,
    certificate: Certificate,
}

/// Searches for a certificate of `@src` and `@tgt`, and does something with it.
fn with_certificate(text: &str, variant: Variant, work: impl FnOnce(&mut Found<'_, '_, '_, '_>)) {
    with_goal(text, ["src", "tgt"], |goal, ctx| {
        let mut graph = Graph::new();
        let config = goal.config(ctx, Laws::All);
        let mut env = Env::new(ctx, goal.layout, &config, goal.effort());
        let machine = machine(goal, &mut graph, &mut env, variant).expect("no limit");
        let entries = [SOURCE, TARGET]
            .map(|side| Point::Start(machine.body(side).entry().expect("an entry")));
        let mut search = Search::new(machine, variant.first).expect("few values");
        search.start(entries).expect("a fixpoint");
        let certificate = search.certificate();
        let machine = &mut search.machine;
        work(&mut Found { machine, source: goal.sides[SOURCE], certificate });
    });
}

impl Found<'_, '_, '_, '_> {
    fn rejection(&mut self, certificate: &Certificate) -> Option<Rejection> {
        let (module, function) = (self.source.module, self.source.function());
        let mut facts = Facts::new(self.machine.env.ctx, module, function);
        check(self.machine, certificate, &mut facts, false).err()
    }

    fn check(&mut self, certificate: &Certificate) -> Result<(), Fault> {
        match self.rejection(certificate) {
            None => Ok(()),
            Some(rejection) => Err(rejection.fault),
        }
    }

    /// Asserts that the certificate is accepted as it was found.
    fn assert_accepted(&mut self) {
        let certificate = self.certificate.clone();
        let result = self.check(&certificate);
        assert!(result.is_ok(), "{:?}", result.err());
    }

    /// Asserts that the certificate is accepted as it was found, and rejected with this error in
    /// it. It is checked again after that, so that it is the error that is rejected.
    fn assert_rejected(
        &mut self,
        what: &str,
        is_expected: impl FnOnce(&Fault) -> bool,
        plant: impl FnOnce(&mut Certificate, &mut Machine<'_, '_, '_>),
    ) {
        self.assert_accepted();
        let mut certificate = self.certificate.clone();
        plant(&mut certificate, self.machine);
        match self.check(&certificate) {
            Ok(()) => panic!("{what}: accepted"),
            Err(fault) => assert!(is_expected(&fault), "{what}: {fault:?}"),
        }
        self.assert_accepted();
    }

    /// The cut points that can be reached, but for the entry.
    fn inner(&self) -> Vec<usize> {
        self.certificate.reachable().into_iter().filter(|&at| at != 0).collect()
    }

    /// A cut point, and one of its live values, with these properties.
    fn live_value(
        &self,
        is_wanted: impl Fn(&Machine<'_, '_, '_>, LiveValue, Agreement, Node) -> bool,
    ) -> (usize, usize) {
        let mut found = self.inner().into_iter().flat_map(|at| {
            let places = self.certificate.cut_points[at].invariant.nodes.len();
            (0..places).map(move |place| (at, place))
        });
        found
            .find(|&(at, place)| {
                let invariant = &self.certificate.cut_points[at].invariant;
                let (value, agreement) = (invariant.live_values[place], invariant.agreement[place]);
                is_wanted(self.machine, value, agreement, invariant.nodes[place])
            })
            .expect("such a live value")
    }
}

/// Whether a node is a fresh symbol.
fn is_symbol(machine: &Machine<'_, '_, '_>, node: Node) -> bool {
    matches!(machine.graph.op(node), Op::Symbol { .. })
}

/// Does something with the certificate of a loop that was rotated.
fn rotated(work: impl FnOnce(&mut Found<'_, '_, '_, '_>)) {
    with_certificate(pairs::ROTATED, Variant::TARGET_FIRST, work);
}

/// Zero, of the type of a node.
fn zero(machine: &mut Machine<'_, '_, '_>, node: Node) -> Node {
    let ty = machine.graph.ty(node);
    let zero = machine.env.ctx.const_int(ty, 0);
    machine.graph.node(Op::Const(zero), ty, &[])
}

/// `icmp PREDICATE node, 0`.
fn compared_with_zero(machine: &mut Machine<'_, '_, '_>, node: Node, with: IntPredicate) -> Node {
    let zero = zero(machine, node);
    let compare = Op::Apply(Box::new(Apply::int_comparison(with)));
    machine.graph.make(machine.env, compare, Type::I1, &[node, zero])
}
