//! The engine in a world of chance: real engine, real actions, real store; a clock, a machine,
//! people and agents that a seed decides about; servers that die at every moment. After every
//! step the rules that always hold are checked, and at the end those of a world at rest.
//!
//! `WIRECLIP_SIM_SEEDS=2000` plays so many seeds, `WIRECLIP_SIM_FIRST=5000` begins elsewhere,
//! `WIRECLIP_SIM_SEED=17` plays one and tells its story.

mod acts;
mod cases;
mod chance;
mod deeds;
mod looks;
mod node;
mod places;
mod play;
mod rest;
mod rows;
mod rules;
mod rules_at_rest;
mod scene;
mod steps;
mod stories;
mod telling;

use std::sync::atomic::{AtomicU64, Ordering};

/// How many worlds are played unless told otherwise: some seconds' worth. `scripts/test` plays
/// more.
const SEEDS: u64 = 10;

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says how many")]
fn told(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|number| number.parse().expect("a number"))
}

#[test]
#[expect(clippy::print_stderr, reason = "somebody asked for the story")]
fn the_rules_hold_in_every_world() {
    if let Some(seed) = told("WIRECLIP_SIM_SEED") {
        let ended = play::on_a_thread_of_its_own(seed);
        eprintln!("{ended}");
        assert!(ended.broken.is_none(), "seed {seed} breaks a rule");
        return;
    }
    let first = told("WIRECLIP_SIM_FIRST").unwrap_or(0);
    let last = first + told("WIRECLIP_SIM_SEEDS").unwrap_or(SEEDS);
    let next = AtomicU64::new(first);
    let broken = std::thread::scope(|scope| {
        let play_on = || {
            let mut broken = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::SeqCst);
                if seed >= last {
                    return broken;
                }
                let ended = play::on_a_thread_of_its_own(seed);
                if ended.broken.is_some() {
                    eprintln!("{ended}");
                    broken.push(seed);
                }
            }
        };
        let players: Vec<_> = (0..2).map(|_| scope.spawn(play_on)).collect();
        let all = players.into_iter().flat_map(|player| player.join().expect("a player"));
        all.collect::<Vec<_>>()
    });
    assert!(broken.is_empty(), "rules are broken in the worlds of these seeds: {broken:?}");
}

#[test]
fn the_same_seed_tells_the_same_story() {
    for seed in [7, 8] {
        let story = || play::on_a_thread_of_its_own(seed).story.text();
        assert_eq!(story(), story(), "the worlds of seed {seed}");
    }
}
