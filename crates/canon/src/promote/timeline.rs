//! When what happens to slots: the events of each block in order, and in short for each part and
//! slot.

use super::slots::{Event, Part, Slot, Slots};
use crate::DominatorTree;
use std::ops::Range;
use tollgate_ir::{Block, Body, Inst, SecondaryMap};

/// What a block does to a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    pub block: Block,
    /// It reads what the part holds when the block begins.
    pub reads_first: bool,
    /// It sets what the part holds.
    pub sets: bool,
}

/// What a block does to the lifetime of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stay {
    pub block: Block,
    /// An access stands before all markers.
    pub needs_life: bool,
    /// An access stands after the end of the lifetime.
    pub misses_life: bool,
    /// The first marker begins the lifetime.
    pub starts_first: bool,
    /// A marker begins the lifetime where one before has done so.
    pub restarts: bool,
    /// Whether the slot is alive at the end, if a marker says.
    pub alive_at_end: Option<bool>,
}

/// The events of a body.
#[derive(Debug)]
pub(super) struct Timeline {
    events: Vec<(Inst, Event)>,
    of_block: SecondaryMap<Block, Range<u32>>,
    /// Events in blocks that the entry does not reach.
    unreached: Vec<(Inst, Event)>,
    touches: SecondaryMap<Part, Vec<Touch>>,
    stays: SecondaryMap<Slot, Vec<Stay>>,
}

impl Timeline {
    pub(super) fn new(body: &Body, dominators: &DominatorTree, slots: &Slots) -> Self {
        let mut this = Self {
            events: Vec::new(),
            of_block: SecondaryMap::with_default(0..0),
            unreached: Vec::new(),
            touches: SecondaryMap::new(),
            stays: SecondaryMap::new(),
        };
        this.touches.resize(slots.part_count());
        for block in body.blocks() {
            let events = body.insts(block).filter_map(|inst| Some((inst, slots.event(inst)?)));
            if !dominators.contains(block) {
                this.unreached.extend(events);
                continue;
            }
            let start = this.events.len() as u32;
            for (inst, event) in events {
                this.events.push((inst, event));
                this.note(slots, block, event);
            }
            if this.events.len() as u32 > start {
                this.of_block[block] = start..this.events.len() as u32;
            }
        }
        this
    }

    fn note(&mut self, slots: &Slots, block: Block, event: Event) {
        match event {
            Event::Load(_, part) => touch(&mut self.touches[part], block, false),
            Event::Store(_, part) => touch(&mut self.touches[part], block, true),
            Event::Start(slot) | Event::End(slot) => {
                slots.parts(slot).for_each(|part| touch(&mut self.touches[part], block, true));
            }
        }
        let slot = event.slot();
        if !slots.has_marker(slot) {
            return;
        }
        let stays = &mut self.stays[slot];
        if stays.last().is_none_or(|last| last.block != block) {
            stays.push(Stay {
                block,
                needs_life: false,
                misses_life: false,
                starts_first: false,
                restarts: false,
                alive_at_end: None,
            });
        }
        let Some(stay) = stays.last_mut() else { return };
        match event {
            Event::Load(..) | Event::Store(..) => {
                stay.needs_life |= stay.alive_at_end.is_none();
                stay.misses_life |= stay.alive_at_end == Some(false);
            }
            Event::Start(_) => {
                stay.starts_first |= stay.alive_at_end.is_none();
                stay.restarts |= stay.alive_at_end == Some(true);
                stay.alive_at_end = Some(true);
            }
            Event::End(_) => stay.alive_at_end = Some(false),
        }
    }

    /// The events of a block in order.
    pub(super) fn events(&self, block: Block) -> &[(Inst, Event)] {
        let Range { start, end } = self.of_block[block];
        &self.events[start as usize..end as usize]
    }

    /// The events in blocks that the entry does not reach.
    pub(super) fn unreached(&self) -> &[(Inst, Event)] {
        &self.unreached
    }

    /// The blocks that do something to a part, each once.
    pub(super) fn touches(&self, part: Part) -> &[Touch] {
        &self.touches[part]
    }

    /// The blocks that do something to a slot that has markers, each once.
    pub(super) fn stays(&self, slot: Slot) -> &[Stay] {
        &self.stays[slot]
    }
}

fn touch(touches: &mut Vec<Touch>, block: Block, sets: bool) {
    match touches.last_mut() {
        Some(last) if last.block == block => last.sets |= sets,
        _ => touches.push(Touch { block, reads_first: !sets, sets }),
    }
}
