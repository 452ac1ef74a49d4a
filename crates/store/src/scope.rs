//! Whose rows a question may see.

use sea_orm::sea_query::{Condition, SimpleExpr};
use sea_orm::{ColumnTrait, Condition as OrmCondition};
use wireclip_domain::CompanyId;
use wireclip_domain::caller::{BoardReach, Caller};

/// The companies whose rows a question may see; another company's row is simply not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope(Reach);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reach {
    Everything,
    Companies(Vec<CompanyId>),
}

impl Scope {
    /// Returns the scope of the engine, which works for all companies.
    #[must_use]
    pub fn everything() -> Self {
        Self(Reach::Everything)
    }

    /// Returns the scope of one company.
    #[must_use]
    pub fn company(company_id: CompanyId) -> Self {
        Self(Reach::Companies(vec![company_id]))
    }

    /// Returns what a caller may see.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        match caller {
            Caller::Board(board) => match &board.reach {
                BoardReach::Instance => Self::everything(),
                BoardReach::Companies(seats) => {
                    Self(Reach::Companies(seats.iter().map(|seat| seat.company_id).collect()))
                }
            },
            Caller::Agent(agent) => Self::company(agent.company_id),
        }
    }

    pub(crate) fn condition(&self, company_id: impl ColumnTrait) -> OrmCondition {
        match &self.0 {
            Reach::Everything => Condition::all(),
            Reach::Companies(companies) => {
                let filter: SimpleExpr = company_id.is_in(companies.iter().copied());
                Condition::all().add(filter)
            }
        }
    }
}
