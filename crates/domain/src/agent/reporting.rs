//! Who reports to whom: a forest within one company.

use std::collections::{BTreeSet, HashMap};

use crate::refusal::{Refusal, RefusalKind};
use crate::{AgentId, CompanyId};

/// Why an agent cannot report to another.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportingRefused {
    /// There is no such manager.
    #[error("no agent has the manager's id")]
    NoSuchManager,
    /// The manager works for another company.
    #[error("the manager belongs to another company")]
    OtherCompany,
    /// The agent would be its own manager.
    #[error("an agent cannot report to itself")]
    Itself,
    /// The manager reports to the agent, directly or through others.
    #[error("the manager reports to this agent through {} others", path.len().saturating_sub(1))]
    Cycle {
        /// From the manager up to the agent, both left out at the ends they would share.
        path: Vec<AgentId>,
    },
}

impl Refusal for ReportingRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::NoSuchManager => RefusalKind::NotFound,
            Self::OtherCompany | Self::Itself | Self::Cycle { .. } => RefusalKind::Unprocessable,
        }
    }
}

/// Decides whether `agent` of `company` may report to `manager`. `manager_company` is the
/// manager's, if there is such an agent; `managers` has each agent of the company that reports
/// to another.
///
/// # Errors
/// If the manager does not exist, is another company's, or stands at or below the agent.
pub fn decide_manager(
    agent: AgentId,
    company: CompanyId,
    manager: AgentId,
    manager_company: Option<CompanyId>,
    managers: &HashMap<AgentId, AgentId>,
) -> Result<(), ReportingRefused> {
    if manager == agent {
        return Err(ReportingRefused::Itself);
    }
    match manager_company {
        None => return Err(ReportingRefused::NoSuchManager),
        Some(other) if other != company => return Err(ReportingRefused::OtherCompany),
        Some(_) => {}
    }
    let path: Vec<AgentId> = std::iter::once(manager).chain(chain_above(manager, managers)).collect();
    match path.iter().position(|above| *above == agent) {
        Some(at) => Err(ReportingRefused::Cycle { path: path[..=at].to_vec() }),
        None => Ok(()),
    }
}

/// Returns the managers above an agent, nearest first. Ends at the root, or where a damaged line
/// would come back to an agent already passed.
#[must_use]
pub fn chain_above(agent: AgentId, managers: &HashMap<AgentId, AgentId>) -> Vec<AgentId> {
    let mut passed = BTreeSet::from([agent]);
    std::iter::successors(managers.get(&agent).copied(), |above| managers.get(above).copied())
        .take_while(|above| passed.insert(*above))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nobody_reports_to_itself_below_or_abroad() {
        let company = CompanyId::random();
        let [boss, lead, hand] = std::array::from_fn(|_| AgentId::random());
        let managers = HashMap::from([(lead, boss), (hand, lead)]);
        let decide = |agent, manager, home| decide_manager(agent, company, manager, home, &managers);

        assert_eq!(decide(boss, boss, Some(company)), Err(ReportingRefused::Itself));
        assert_eq!(
            decide(boss, hand, Some(company)),
            Err(ReportingRefused::Cycle { path: vec![hand, lead, boss] })
        );
        assert_eq!(decide(hand, boss, None), Err(ReportingRefused::NoSuchManager));
        assert_eq!(decide(hand, boss, Some(CompanyId::random())), Err(ReportingRefused::OtherCompany));
        assert_eq!(decide(hand, boss, Some(company)), Ok(()));
        assert_eq!((chain_above(hand, &managers), chain_above(boss, &managers)), (vec![lead, boss], vec![]));
    }

    proptest! {
        #[test]
        fn accepted_moves_keep_the_lines_without_a_circle(moves in prop::collection::vec((0_usize..8, 0_usize..8), 0..60)) {
            let company = CompanyId::random();
            let agents: Vec<AgentId> = (0..8).map(|_| AgentId::random()).collect();
            let mut managers = HashMap::new();
            for (agent, manager) in moves {
                let (agent, manager) = (agents[agent], agents[manager]);
                if decide_manager(agent, company, manager, Some(company), &managers).is_ok() {
                    managers.insert(agent, manager);
                }
                for agent in &agents {
                    prop_assert!(!chain_above(*agent, &managers).contains(agent));
                    prop_assert!(chain_above(*agent, &managers).last().is_none_or(|root| !managers.contains_key(root)));
                }
            }
        }
    }
}
