//! Functions whose body is damaged after they were made canonical.

use super::Plant;
use crate::{Mark, loop_shape};
use tollgate_ir::{Block, Edge, Inst, NewInst, Opcode, Type, Value};

/// Damages to the body.
pub(super) const DAMAGES: &[Plant] = &[
    |planted, random| {
        let block = planted.some_block(random, |_| true)?;
        let end = planted.body.terminator(block)?;
        planted.body.remove_inst(end);
        Some("NoTerminator")
    },
    |planted, random| {
        let edge = planted.some_edge(random, |edge| {
            planted.body.edge_source(edge) != Some(planted.body.edge(edge).to)
        })?;
        planted.body.remove_block(planted.body.edge(edge).to);
        Some("RemovedTarget")
    },
    |planted, _| {
        let block = planted.body.create_block();
        planted.body.append_block(block);
        let end = planted.body.create_inst(NewInst::new(Opcode::Unreachable, Type::VOID, &[]));
        planted.body.append_inst(block, end);
        planted.analyse();
        Some("Unreached")
    },
    |planted, random| {
        let entry = planted.body.entry()?;
        let edge = planted.some_edge(random, |_| true)?;
        planted.body.redirect_edge(edge, entry, &[]);
        planted.analyse();
        Some("EntryEntered")
    },
    |planted, random| {
        let parallel = |edge: Edge| {
            let data = planted.body.edge(edge);
            let mut others = planted.body.inst(data.from).edges();
            others.any(|other| other != edge && planted.body.edge(other).to == data.to)
                && planted.body.edge_args(edge).len() > 0
        };
        let edge = planted.some_edge(random, parallel)?;
        let index = random.below(planted.body.edge_args(edge).len());
        let poison = planted.poison(planted.body.value_type(planted.body.edge_arg(edge, index)));
        if planted.body.edge_arg(edge, index) == poison {
            return None;
        }
        planted.body.set_edge_arg(edge, index, poison);
        Some("ParallelEdges")
    },
    |planted, random| {
        let result = |inst: Inst| {
            planted.body.inst(inst).result().filter(|&value| planted.body.is_used(value))
        };
        let insts: Vec<Inst> =
            planted.body.blocks().flat_map(|block| planted.body.insts(block)).collect();
        let used: Vec<Inst> = insts.into_iter().filter(|&inst| result(inst).is_some()).collect();
        let inst = random.one_of(&used)?;
        // Its removal must not remove the only uses as well.
        let uses_itself = planted.body.inst(inst).opcode.is_terminator();
        planted.body.remove_inst(inst);
        (!uses_itself).then_some("Removed")
    },
    |planted, random| {
        // A use of an instruction's own result.
        let insts: Vec<Inst> =
            planted.body.blocks().flat_map(|block| planted.body.insts(block)).collect();
        let wanted = |inst: &Inst| planted.body.inst(*inst).opcode == Opcode::Add;
        let inst = random.one_of(&insts.into_iter().filter(wanted).collect::<Vec<_>>())?;
        let result = planted.body.inst(inst).result()?;
        planted.body.set_operand(inst, 0, result);
        Some("NotDominated")
    },
    |planted, random| {
        // A use of a value of a block that is not passed before.
        let params = |block: Block| planted.body.params(block).iter().copied();
        let numbers: Vec<(Block, Value)> = planted
            .body
            .blocks()
            .flat_map(|block| params(block).map(move |value| (block, value)))
            .filter(|&(_, value)| planted.body.value_type(value) == Type::I32)
            .collect();
        let (block, value) = random.one_of(&numbers)?;
        let at = planted.some_block(random, |at| {
            planted.dominators.contains(at) && !planted.dominators.dominates(block, at)
        })?;
        let add = planted
            .body
            .create_inst(NewInst::new(Opcode::Add, Type::I32, &[value, value]).with_result());
        let end = planted
            .body
            .terminator(at)
            .filter(|&end| planted.body.inst(end).opcode != Opcode::CatchSwitch)?;
        planted.body.insert_before(add, end);
        Some("NotDominated")
    },
    |planted, random| {
        // The result of an invoke where it unwound.
        let invokes = |edge: Edge| {
            let from = planted.body.inst(planted.body.edge(edge).from);
            from.opcode == Opcode::Invoke && from.edges().next() != Some(edge)
        };
        let edge = planted.some_edge(random, invokes)?;
        let result = planted.body.inst(planted.body.edge(edge).from).result()?;
        let types: Vec<Type> =
            planted.body.edge_args(edge).map(|arg| planted.body.value_type(arg)).collect();
        let index = types.iter().position(|&ty| ty == Type::I32)?;
        planted.body.set_edge_arg(edge, index, result);
        Some("NotDominated")
    },
    |planted, random| {
        let id = planted.some_loop(random, |id| planted.is_plain(planted.loops.header(id)))?;
        let latch = loop_shape::latch(&planted.body, &planted.loops, id);
        let from = planted.some_block(random, |block| {
            planted.loops.contains(id, block) && Some(block) != latch && planted.jumps(block)
        })?;
        planted.add_edge(from, planted.loops.header(id));
        Some("SeveralLatches")
    },
    |planted, random| {
        let id = planted.some_loop(random, |id| planted.is_plain(planted.loops.header(id)))?;
        let (header, preheader) =
            (planted.loops.header(id), loop_shape::preheader(&planted.body, &planted.loops, id));
        // From what the header dominates the edge would be a back edge.
        let from = planted.some_block(random, |block| {
            planted.dominators.contains(block)
                && !planted.dominators.dominates(header, block)
                && Some(block) != preheader
                && planted.jumps(block)
        })?;
        planted.add_edge(from, header);
        let marked = planted.marks.iter().any(|mark| matches!(mark, Mark::Preheader(_)));
        (!marked).then_some("NoPreheader")
    },
    |planted, random| {
        // The only edge into it leads elsewhere as well.
        let id = planted.some_loop(random, |id| {
            loop_shape::preheader(&planted.body, &planted.loops, id).is_some()
        })?;
        let preheader = loop_shape::preheader(&planted.body, &planted.loops, id)?;
        let to = planted.some_block(random, |block| {
            planted.is_plain(block)
                && planted.dominators.contains(block)
                && !planted.loops.contains(id, block)
        })?;
        let jumps = planted.jumps(preheader);
        planted.add_edge(preheader, to);
        jumps.then_some("NoPreheader")
    },
    |planted, random| {
        let id = planted.some_loop(random, |id| !planted.loops.exits(id).is_empty())?;
        let exit =
            random.one_of(&planted.loops.exits(id)).filter(|&exit| planted.is_plain(exit))?;
        let from = planted.some_block(random, |block| {
            // From what the exit dominates the edge makes it a header.
            !planted.loops.contains(id, block)
                && planted.jumps(block)
                && planted.dominators.contains(block)
                && !planted.dominators.dominates(exit, block)
                && !planted.dominators.dominates(planted.loops.header(id), block)
        })?;
        let known = |mark: &Mark| *mark == Mark::SharedExit(id, exit);
        let marked = planted.marks.iter().any(known);
        planted.add_edge(from, exit);
        (!marked).then_some("SharedExit")
    },
    |planted, random| {
        let id = planted.some_loop(random, |_| true)?;
        let header = planted.loops.header(id);
        let to = planted.some_block(random, |block| {
            planted.loops.contains(id, block) && block != header && planted.is_plain(block)
        })?;
        let from = planted.some_block(random, |block| {
            planted.dominators.contains(block)
                && !planted.dominators.dominates(header, block)
                && planted.jumps(block)
        })?;
        planted.add_edge(from, to);
        Some("Irreducible")
    },
    |planted, random| {
        let id = planted.some_loop(random, |id| !planted.loops.exits(id).is_empty())?;
        let exit = random.one_of(&planted.loops.exits(id))?;
        let open = planted
            .marks
            .iter()
            .any(|mark| matches!(mark, Mark::SharedExit(marked, _) if *marked == id));
        let header = planted.loops.header(id);
        let param = planted.body.params(header).iter().copied();
        let value = param.into_iter().find(|&value| planted.body.value_type(value) == Type::I32)?;
        if !planted.dominators.dominates(header, exit) || open {
            return None;
        }
        let end = planted
            .body
            .terminator(exit)
            .filter(|&end| planted.body.inst(end).opcode != Opcode::CatchSwitch)?;
        let add = planted
            .body
            .create_inst(NewInst::new(Opcode::Add, Type::I32, &[value, value]).with_result());
        planted.body.insert_before(add, end);
        Some("NotLoopClosed")
    },
];
