//! What a run used, in one meaning for all programs: each token is counted once.

use std::collections::BTreeMap;

use wireclip_domain::cost::Tokens;
use wireclip_domain::money::MicroDollars;

/// The most models that are told apart; programs use a handful.
const MOST_MODELS: usize = 32;

/// Whether figures are of the run, or of all runs of its session together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UsageBasis {
    /// Of the run alone.
    #[default]
    Run,
    /// Of the session from its beginning: what earlier runs used is in them.
    Session,
}

/// What was used of each model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spent {
    /// By the model's name; the empty name is a model that the program does not name.
    pub by_model: BTreeMap<String, (Tokens, Option<MicroDollars>)>,
}

impl Spent {
    /// Adds use of a model.
    pub(crate) fn add(&mut self, model: &str, tokens: Tokens, cost: Option<MicroDollars>) {
        if tokens.is_none() && cost.is_none_or(|cost| cost.micro_dollars() == 0) {
            return;
        }
        let known = self.by_model.len() < MOST_MODELS || self.by_model.contains_key(model);
        let name = if known { model } else { "" };
        match self.by_model.get_mut(name) {
            Some((sum, sum_cost)) => {
                sum.input = sum.input.saturating_add(tokens.input);
                sum.cached_input = sum.cached_input.saturating_add(tokens.cached_input);
                sum.output = sum.output.saturating_add(tokens.output);
                // A sum of which a part is not known is not known.
                *sum_cost = sum_cost.zip(cost).map(|(sum, more)| sum.plus(more));
            }
            None => {
                self.by_model.insert(name.to_owned(), (tokens, cost));
            }
        }
    }

    /// Returns whether nothing is known to be used.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_model.is_empty()
    }

    /// Returns all tokens together.
    #[must_use]
    pub fn tokens(&self) -> Tokens {
        self.by_model.values().fold(Tokens::default(), |sum, (tokens, _)| Tokens {
            input: sum.input.saturating_add(tokens.input),
            cached_input: sum.cached_input.saturating_add(tokens.cached_input),
            output: sum.output.saturating_add(tokens.output),
        })
    }
}

/// Turns a price in dollars, as programs tell it, into money; nothing if it is no price.
pub(crate) fn dollars(amount: f64) -> Option<MicroDollars> {
    let micros = (amount * 1e6).round();
    if !(0.0..1e15).contains(&micros) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked above")]
    Some(MicroDollars::new(micros as i64))
}
