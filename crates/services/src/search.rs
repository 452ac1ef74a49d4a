//! Searching a company: its issues with their comments, its agents and its projects.
//!
//! The store finds the newest texts that have all the words; how well each fits is said here, and
//! no more than `MAX_FOUND` of each kind are looked at.

use std::collections::HashMap;
use std::sync::Arc;

use wireclip_domain::issue::search::{SearchScope, SearchSort, has_all};
use wireclip_domain::issue::{IssuePriority, IssueStatus};
use wireclip_domain::{AgentId, CommentId, IssueId, ProjectId, Timestamp, UserId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::comments::{self, Comment};
use wireclip_store::companies::Company;
use wireclip_store::issue_search::{self, Texts};
use wireclip_store::issues::{self, Issue, list::priority_rank};
use wireclip_store::projects::{self, Project};
use wireclip_store::{Conn, PageLimit, Scope};

use crate::core::Core;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// How many texts of each kind are looked at.
const MAX_FOUND: u32 = 200;

/// Searching.
#[derive(Debug, Clone)]
pub struct Search {
    core: Arc<Core>,
}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct SearchWish {
    /// The words.
    pub query: String,
    /// Where.
    pub scope: SearchScope,
    /// In which order.
    pub sort: SearchSort,
    /// Issues in one of these statuses only.
    pub statuses: Vec<IssueStatus>,
    /// Issues of one of these priorities only.
    pub priorities: Vec<IssuePriority>,
    /// Issues of this agent only; the inner `None` for nobody's.
    pub assignee_agent: Option<Option<AgentId>>,
    /// Issues of this person only.
    pub assignee_user: Option<UserId>,
    /// Issues of this project only.
    pub project_id: Option<ProjectId>,
    /// Issues that changed since only.
    pub updated_since: Option<Timestamp>,
    /// How many to pass over.
    pub offset: usize,
    /// How many to return.
    pub limit: usize,
}

/// Something that was found.
#[derive(Debug, Clone)]
pub enum Found {
    /// An issue, by its own texts or by comments.
    Issue(Box<FoundIssue>),
    /// An agent.
    Agent(Box<Agent>),
    /// A project.
    Project(Box<Project>),
}

/// An issue that was found.
#[derive(Debug, Clone)]
pub struct FoundIssue {
    /// The issue.
    pub issue: Issue,
    /// Whether its identifier and title have the words.
    pub in_title: bool,
    /// Whether its own texts have them.
    pub in_texts: bool,
    /// The newest comment that has them.
    pub comment: Option<Comment>,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct SearchAnswer {
    /// The words that were looked for, in small letters.
    pub words: Vec<String>,
    /// The part that was asked for, in order.
    pub found: Vec<Found>,
    /// All issues that were found, for counts by filter.
    pub issues: Vec<Issue>,
    /// How many issues have the words in their own texts.
    pub in_texts: usize,
    /// How many have them in comments.
    pub in_comments: usize,
    /// How many agents.
    pub agents: usize,
    /// How many projects.
    pub projects: usize,
    /// Whether there is more behind the part.
    pub has_more: bool,
}

impl Found {
    /// Returns how well it fits: titles before names, names before other texts.
    #[must_use]
    pub fn score(&self) -> i64 {
        match self {
            Self::Issue(found) if found.in_title => 5000 + 20,
            Self::Issue(found) if found.in_texts => 3000,
            Self::Issue(_) => 2000,
            Self::Agent(_) | Self::Project(_) => 1900,
        }
    }

    fn updated_at(&self) -> Timestamp {
        match self {
            Self::Issue(found) => found.issue.updated_at,
            Self::Agent(agent) => agent.updated_at,
            Self::Project(project) => project.updated_at,
        }
    }

    fn created_at(&self) -> Timestamp {
        match self {
            Self::Issue(found) => found.issue.created_at,
            Self::Agent(agent) => agent.created_at,
            Self::Project(project) => project.created_at,
        }
    }

    fn rank(&self) -> i32 {
        match self {
            Self::Issue(found) => found.issue.priority_rank,
            // Behind every issue.
            Self::Agent(_) | Self::Project(_) => priority_rank(IssuePriority::Low) + 1,
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Issue(_) => 0,
            Self::Project(_) => 1,
            Self::Agent(_) => 2,
        }
    }
}

impl Search {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Searches a company.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find(&self, company: &Scoped<Company>, wish: &SearchWish) -> ServiceResult<SearchAnswer> {
        let words = issue_search::words(&wish.query);
        if words.is_empty() {
            return Ok(SearchAnswer::default());
        }
        let conn = self.core.store.read();
        let issues = found_issues(&conn, company, wish).await?;
        let mut answer = SearchAnswer {
            in_texts: issues.iter().filter(|found| found.in_texts).count(),
            in_comments: issues.iter().filter(|found| found.comment.is_some()).count(),
            issues: issues.iter().map(|found| found.issue.clone()).collect(),
            ..SearchAnswer::default()
        };
        let mut found: Vec<Found> = issues.into_iter().map(|issue| Found::Issue(Box::new(issue))).collect();
        if matches!(wish.scope, SearchScope::All | SearchScope::Projects) {
            let named = found_projects(&conn, company, &words).await?;
            answer.projects = named.len();
            found.extend(named.into_iter().map(|project| Found::Project(Box::new(project))));
        }
        if matches!(wish.scope, SearchScope::All | SearchScope::Agents) {
            let named = found_agents(&conn, company, &words).await?;
            answer.agents = named.len();
            found.extend(named.into_iter().map(|agent| Found::Agent(Box::new(agent))));
        }
        sort(&mut found, wish.sort);
        answer.has_more = found.len() > wish.offset.saturating_add(wish.limit);
        answer.found = found.into_iter().skip(wish.offset).take(wish.limit).collect();
        answer.words = words;
        Ok(answer)
    }
}

fn sort(found: &mut [Found], by: SearchSort) {
    match by {
        SearchSort::Relevance => {
            found.sort_by_key(|one| (-one.score(), one.kind(), std::cmp::Reverse(one.updated_at())))
        }
        SearchSort::Updated => found.sort_by_key(|one| std::cmp::Reverse(one.updated_at())),
        SearchSort::Created => found.sort_by_key(|one| std::cmp::Reverse(one.created_at())),
        SearchSort::Priority => found.sort_by_key(|one| (one.rank(), std::cmp::Reverse(one.updated_at()))),
    }
}

async fn found_issues(
    conn: &Conn<'_>,
    company: &Company,
    wish: &SearchWish,
) -> ServiceResult<Vec<FoundIssue>> {
    let limit = PageLimit::at_most(MAX_FOUND);
    let in_texts = matches!(wish.scope, SearchScope::All | SearchScope::Issues);
    let in_comments = matches!(wish.scope, SearchScope::All | SearchScope::Comments);
    let find = async |texts, wanted: bool| -> ServiceResult<Vec<issue_search::Found>> {
        if !wanted {
            return Ok(Vec::new());
        }
        Ok(issue_search::find(conn, company.id, texts, &wish.query, limit).await?)
    };
    let titles = find(Texts::Titles, in_texts).await?;
    let texts = find(Texts::Issues, in_texts).await?;
    let said = find(Texts::Comments, in_comments).await?;
    let mut ids: Vec<IssueId> =
        titles.iter().chain(&texts).chain(&said).map(|found| found.issue_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let known = issues::get_many(conn, &ids).await?;
    // Of several comments on an issue the newest, which comes first.
    let mut newest: HashMap<IssueId, CommentId> = HashMap::new();
    for found in &said {
        if let Some(id) = found.comment_id {
            newest.entry(found.issue_id).or_insert(id);
        }
    }
    let comment_ids: Vec<CommentId> = newest.values().copied().collect();
    let mut comments: HashMap<IssueId, Comment> = comments::get_many(conn, &comment_ids)
        .await?
        .into_iter()
        .map(|comment| (comment.issue_id, comment))
        .collect();
    let is_in = |found: &[issue_search::Found], id| found.iter().any(|one| one.issue_id == id);
    Ok(known
        .into_iter()
        .filter(|issue| fits(issue, wish))
        .map(|issue| FoundIssue {
            in_title: is_in(&titles, issue.id),
            in_texts: is_in(&titles, issue.id) || is_in(&texts, issue.id),
            comment: comments.remove(&issue.id),
            issue,
        })
        .collect())
}

fn fits(issue: &Issue, wish: &SearchWish) -> bool {
    issue.hidden_at.is_none()
        && (wish.statuses.is_empty() || wish.statuses.contains(&issue.status))
        && (wish.priorities.is_empty() || wish.priorities.contains(&issue.priority))
        && wish.assignee_agent.is_none_or(|agent| issue.assignee_agent_id == agent)
        && wish.assignee_user.as_ref().is_none_or(|user| issue.assignee_user_id.as_ref() == Some(user))
        && wish.project_id.is_none_or(|project| issue.project_id == Some(project))
        && wish.updated_since.is_none_or(|since| issue.updated_at >= since)
}

async fn found_agents(conn: &Conn<'_>, company: &Company, words: &[String]) -> ServiceResult<Vec<Agent>> {
    let all = agents::list(conn, &Scope::company(company.id), company.id, PageLimit::MAX).await?;
    let text = |agent: &Agent| {
        let more = [agent.title.as_deref(), agent.capabilities.as_deref()];
        format!("{} {} {}", agent.name, agent.role, more.map(Option::unwrap_or_default).join(" "))
    };
    Ok(all.into_iter().filter(|agent| has_all(&text(agent), words)).collect())
}

async fn found_projects(conn: &Conn<'_>, company: &Company, words: &[String]) -> ServiceResult<Vec<Project>> {
    let all = projects::list(conn, company.id, false, PageLimit::MAX).await?;
    let text = |project: &Project| {
        format!("{} {}", project.name, project.description.as_deref().unwrap_or_default())
    };
    Ok(all.into_iter().filter(|project| has_all(&text(project), words)).collect())
}
