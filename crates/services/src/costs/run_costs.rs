//! What runs used, as their adapters tell it at the end.
//!
//! **Invariant:** a run's use is booked once, in the transaction that settles the run: a report of
//! the same end again changes nothing, and what was booked while the run went on is not booked
//! again at its end.

use std::collections::BTreeMap;

use wireclip_domain::agent::AdapterType;
use wireclip_domain::cost::{
    BillingType, MOST_CENTS_OF_ENTRY, MOST_TOKENS_OF_ENTRY, ModelUse, Priced, Tokens, Usage, price,
};
use wireclip_domain::money::MicroDollars;
use wireclip_ports::adapter::TokenUsage;
use wireclip_store::Scope;
use wireclip_store::costs::{self, CostEvent};
use wireclip_store::issues::{self, Issue};
use wireclip_store::runs::Run;

use super::ledger::{self, Entry};
use crate::change::Change;
use crate::error::ServiceResult;

/// The longest name of a provider or a model, in characters: names are parts of a key.
const LONGEST_NAME: usize = 200;

/// A run whose use is booked.
#[derive(Clone, Copy)]
pub(crate) struct UsedBy<'r> {
    pub(crate) run: &'r Run,
    /// What it is about.
    pub(crate) issue: Option<&'r Issue>,
}

/// Returns the use by tokens alone, of which nobody said what was used: it has no price.
pub(crate) fn of_tokens(adapter_type: AdapterType, tokens: TokenUsage) -> Usage {
    let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX).min(MOST_TOKENS_OF_ENTRY);
    let provider = adapter_type.to_string();
    Usage {
        of: ModelUse {
            biller: provider.clone(),
            provider,
            billing_type: BillingType::Unknown,
            model: "unknown".to_owned(),
        },
        tokens: Tokens {
            input: count(tokens.input_tokens),
            cached_input: count(tokens.cached_input_tokens),
            output: count(tokens.output_tokens),
        },
        cost: None,
    }
}

/// Books what a run used in all, as far as it was not booked before. Returns what it cost.
pub(crate) async fn book_run(
    change: &mut Change<'_>,
    by: UsedBy<'_>,
    used: &[Usage],
) -> ServiceResult<MicroDollars> {
    let UsedBy { run, issue } = by;
    let used: Vec<_> = used.iter().map(bounded).collect();
    let booked = costs::booked_of_run(&change.conn(), run.id).await?;
    let mut cost = booked.iter().fold(MicroDollars::new(0), |sum, event| sum.plus(event.cash_micros));
    for (place, usage) in left_of(&used, &booked).into_iter().enumerate() {
        let priced = price(&usage);
        cost = cost.plus(priced.cash);
        let booked_as = Some(format!("end:{place}"));
        let entry = entry(change, UsedBy { run, issue }, usage, priced, booked_as);
        ledger::book(change, entry).await?;
    }
    Ok(cost)
}

/// Books what a running run has used by a place in its output, unless that was booked before.
/// Returns whether anything was.
pub(crate) async fn meter_run(
    change: &mut Change<'_>,
    run: &Run,
    place: &str,
    used: &[Usage],
) -> ServiceResult<bool> {
    let issue = match run.issue_id {
        Some(id) => issues::get(&change.conn(), &Scope::company(run.company_id), id).await?,
        None => None,
    };
    let booked = costs::booked_of_run(&change.conn(), run.id).await?;
    let mut is_new = false;
    for (number, usage) in used.iter().map(bounded).enumerate() {
        let booked_as = Some(format!("at:{place}:{number}"));
        if booked.iter().any(|event| event.booked_as == booked_as) {
            continue;
        }
        is_new = true;
        let priced = price(&usage);
        let entry = entry(change, UsedBy { run, issue: issue.as_ref() }, usage, priced, booked_as);
        ledger::book(change, entry).await?;
    }
    Ok(is_new)
}

fn entry(
    change: &Change<'_>,
    by: UsedBy<'_>,
    usage: Usage,
    priced: Priced,
    booked_as: Option<String>,
) -> Entry {
    let UsedBy { run, issue } = by;
    Entry {
        company_id: run.company_id,
        agent_id: run.agent_id,
        issue_id: run.issue_id,
        project_id: issue.and_then(|issue| issue.project_id),
        goal_id: issue.and_then(|issue| issue.goal_id),
        run_id: Some(run.id),
        billing_code: issue.and_then(|issue| issue.billing_code.clone()),
        usage,
        priced,
        booked_as,
        occurred_at: change.now(),
    }
}

/// Returns what is left of the use that a run's end tells when what was booked before is taken
/// away. Of one model in one way there is one use, however often it was told.
fn left_of(used: &[Usage], booked: &[CostEvent]) -> Vec<Usage> {
    let mut left: BTreeMap<ModelUse, Usage> = BTreeMap::new();
    for usage in used {
        match left.get_mut(&usage.of) {
            Some(sum) => add(sum, usage),
            None => {
                left.insert(usage.of.clone(), usage.clone());
            }
        }
    }
    for event in booked {
        let of = ModelUse {
            provider: event.provider.clone(),
            biller: event.biller.clone(),
            billing_type: event.billing_type,
            model: event.model.clone(),
        };
        let Some(usage) = left.get_mut(&of) else { continue };
        let tokens = Tokens {
            input: event.input_tokens,
            cached_input: event.cached_input_tokens,
            output: event.output_tokens,
        };
        usage.tokens = usage.tokens.without(tokens);
        let nothing = MicroDollars::new(0);
        usage.cost = usage.cost.map(|cost| cost.minus(event.cash_micros).max(nothing));
    }
    let is_something =
        |usage: &Usage| !usage.tokens.is_none() || usage.cost.is_some_and(|cost| cost > MicroDollars::new(0));
    left.into_values().filter(is_something).collect()
}

/// Cuts what an agent's program says to what the ledger holds.
fn bounded(usage: &Usage) -> Usage {
    let name = |name: &str| -> String {
        let name: String = name.chars().filter(|sign| *sign != '\0').take(LONGEST_NAME).collect();
        if name.is_empty() { "unknown".to_owned() } else { name }
    };
    let count = |tokens: i64| tokens.clamp(0, MOST_TOKENS_OF_ENTRY);
    let most = MicroDollars::from_cents(MOST_CENTS_OF_ENTRY);
    Usage {
        of: ModelUse {
            provider: name(&usage.of.provider),
            biller: name(&usage.of.biller),
            billing_type: usage.of.billing_type,
            model: name(&usage.of.model),
        },
        tokens: Tokens {
            input: count(usage.tokens.input),
            cached_input: count(usage.tokens.cached_input),
            output: count(usage.tokens.output),
        },
        cost: usage.cost.map(|cost| cost.clamp(MicroDollars::new(0), most)),
    }
}

fn add(sum: &mut Usage, more: &Usage) {
    sum.tokens.input = sum.tokens.input.saturating_add(more.tokens.input);
    sum.tokens.cached_input = sum.tokens.cached_input.saturating_add(more.tokens.cached_input);
    sum.tokens.output = sum.tokens.output.saturating_add(more.tokens.output);
    // A sum of which a part is not known is not known.
    sum.cost = sum.cost.zip(more.cost).map(|(sum, more)| sum.plus(more));
}
