//! Errors planted in the terms of walks.

use super::fault::WalkFault;
use super::meaning::{Direct, Listed};
use tollgate_gate::Algebra;
use tollgate_ir::{Block, Edge};

/// Lists of walks, with an error.
pub struct Faulty<'a> {
    pub walks: Direct<Listed<'a>>,
    pub fault: Option<WalkFault>,
}

impl Algebra for Faulty<'_> {
    type Term = usize;

    fn nothing(&mut self) -> usize {
        self.walks.nothing()
    }

    fn here(&mut self) -> usize {
        self.walks.here()
    }

    fn step(&mut self, bundle: Edge) -> usize {
        self.walks.step(bundle)
    }

    fn union(&mut self, a: usize, b: usize) -> usize {
        let nothing = self.nothing();
        match self.fault {
            Some(WalkFault::UnionForgetsTheFirst) if b != nothing => b,
            Some(WalkFault::UnionForgetsTheSecond) if a != nothing => a,
            Some(WalkFault::UnionCountsTwice) => {
                let once = self.walks.union(a, b);
                self.walks.union(once, b)
            }
            _ => self.walks.union(a, b),
        }
    }

    fn concat(&mut self, a: usize, b: usize) -> usize {
        match self.fault {
            Some(WalkFault::ConcatTurnedAround) => self.walks.concat(b, a),
            Some(WalkFault::ConcatForgetsTheFirst) => b,
            Some(WalkFault::ConcatForgetsTheSecond) => a,
            _ => self.walks.concat(a, b),
        }
    }

    fn star(&mut self, a: usize) -> usize {
        let here = self.here();
        match self.fault {
            Some(WalkFault::StarAtMostOnce) => self.walks.union(here, a),
            Some(WalkFault::StarAtLeastOnce) => {
                let star = self.walks.star(a);
                self.walks.concat(a, star)
            }
            Some(WalkFault::StarNever) => here,
            Some(WalkFault::StarTwice) => {
                let star = self.walks.star(a);
                self.walks.concat(star, star)
            }
            _ => self.walks.star(a),
        }
    }

    fn opaque(&mut self, block: Block) -> Option<usize> {
        match self.fault {
            // The walks inside a region are not looked at.
            Some(WalkFault::RegionsAreEmpty) => Some(self.nothing()),
            _ => self.walks.opaque(block),
        }
    }
}
