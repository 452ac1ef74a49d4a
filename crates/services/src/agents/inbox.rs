//! What an agent has to do, and what lies in a person's inbox as agents see it.

use std::sync::Arc;

use wireclip_domain::blocker::is_resolved;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{IssueId, UserId};
use wireclip_store::Page;
use wireclip_store::agents::Agent;
use wireclip_store::companies::Company;
use wireclip_store::issues::list::{IssueFilter, IssueOrder};

use super::Agents;
use crate::error::ServiceResult;
use crate::issues::Issues;
use crate::issues::listing::{ListedIssue, ListedWith};
use crate::request::Scoped;

/// The statuses of what is to be done.
const TO_DO: [IssueStatus; 3] = [IssueStatus::Todo, IssueStatus::InProgress, IssueStatus::Blocked];
/// The statuses of what a person may have in their inbox.
const IN_AN_INBOX: [IssueStatus; 6] = [
    IssueStatus::Backlog,
    IssueStatus::Todo,
    IssueStatus::InProgress,
    IssueStatus::InReview,
    IssueStatus::Blocked,
    IssueStatus::Done,
];

/// Something that an agent has to do.
#[derive(Debug, Clone)]
pub struct InboxItem {
    /// The issue.
    pub listed: ListedIssue,
    /// What must be done before it.
    pub unresolved_blockers: Vec<IssueId>,
}

impl Agents {
    /// Lists what an agent has to do: its issues that are neither put off nor over.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn inbox(&self, agent: &Scoped<Agent>) -> ServiceResult<Vec<InboxItem>> {
        let filter = IssueFilter {
            statuses: Some(TO_DO.to_vec()),
            assignee_agent: Some(Some(agent.id)),
            ..IssueFilter::default()
        };
        let with = ListedWith { blockers: true, seen_by: None };
        let listed = self.listed(agent, &filter, &with).await?;
        let item = |listed: ListedIssue| InboxItem {
            unresolved_blockers: listed
                .blocked_by
                .iter()
                .flatten()
                .filter(|blocker| !is_resolved(blocker.status))
                .map(|blocker| blocker.id)
                .collect(),
            listed,
        };
        Ok(listed.into_iter().map(item).collect())
    }

    /// Lists what lies in a person's inbox, for an agent that works for the person.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn inbox_of_person(
        &self,
        agent: &Scoped<Agent>,
        person: UserId,
    ) -> ServiceResult<Vec<ListedIssue>> {
        let filter = IssueFilter {
            statuses: Some(IN_AN_INBOX.to_vec()),
            touched_by: Some(person.clone()),
            in_inbox_of: Some(person.clone()),
            ..IssueFilter::default()
        };
        let with = ListedWith { blockers: false, seen_by: Some(person) };
        self.listed(agent, &filter, &with).await
    }

    async fn listed(
        &self,
        agent: &Scoped<Agent>,
        filter: &IssueFilter,
        with: &ListedWith,
    ) -> ServiceResult<Vec<ListedIssue>> {
        let companies = crate::companies::Companies::new(Arc::clone(&self.core));
        let company: Scoped<Company> = companies.load(agent.request(), agent.company_id).await?;
        let issues = Issues::new(Arc::clone(&self.core));
        issues.list(&company, filter, IssueOrder::default(), Page::default(), with).await
    }
}
