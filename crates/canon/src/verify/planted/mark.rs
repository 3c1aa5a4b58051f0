//! Functions with marks too many or too few.

use super::Plant;
use crate::Mark;
use tollgate_ir::{Value, ValueDef};

/// Marks of what is as it should be, or can be repaired, and marks that are dropped.
pub(super) const MARKS: &[Plant] = &[
    |planted, random| {
        let id = planted.some_loop(random, |_| true)?;
        planted.marks.push(Mark::Latches(id));
        Some("NeedlessMark")
    },
    |planted, random| {
        let id = planted.some_loop(random, |_| true)?;
        planted.marks.push(Mark::Preheader(id));
        Some("NeedlessMark")
    },
    |planted, random| {
        let (id, block) =
            (planted.some_loop(random, |_| true)?, planted.some_block(random, |_| true)?);
        planted.marks.push(Mark::SharedExit(id, block));
        Some("NeedlessMark")
    },
    |planted, random| {
        let blocks = [planted.some_block(random, |_| true)?, planted.some_block(random, |_| true)?];
        planted.marks.push(Mark::Irreducible(blocks.to_vec()));
        Some("NeedlessMark")
    },
    |planted, random| {
        let block = planted.some_block(random, |block| planted.dominators.contains(block))?;
        planted.marks.push(Mark::Addressed(block));
        Some("NeedlessMark")
    },
    |planted, random| {
        let values: Vec<Value> = planted.body.values().collect();
        let stays = |&value: &Value| {
            let marked = planted.marks.contains(&Mark::Token(value));
            !marked && !matches!(planted.body.value(value).def, ValueDef::Undefined)
        };
        let value = random.one_of(&values.into_iter().filter(stays).collect::<Vec<_>>())?;
        planted.marks.push(Mark::Token(value));
        Some("NeedlessMark")
    },
    |planted, random| {
        let at = random.below(planted.marks.len());
        let mark = planted.marks.get(at)?.clone();
        planted.marks.push(mark);
        Some("NeedlessMark")
    },
    |planted, random| {
        let at = random.below(planted.marks.len());
        // A token may be used outside because of either of two marks of its loop.
        let shared = planted.marks.iter().any(|mark| matches!(mark, Mark::SharedExit(..)));
        if matches!(planted.marks.get(at)?, Mark::Token(_)) && shared {
            return None;
        }
        Some(match planted.marks.remove(at) {
            Mark::Irreducible(_) => "Irreducible",
            Mark::Latches(_) => "SeveralLatches",
            Mark::Preheader(_) => "NoPreheader",
            Mark::SharedExit(..) => "SharedExit",
            Mark::Addressed(_) => "Unreached",
            Mark::Token(_) => "NotLoopClosed",
        })
    },
];
