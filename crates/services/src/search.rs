//! Searching a company: its issues with their comments, its agents and its projects.
//!
//! The store finds the newest texts that have all the words; how well each fits is said here, and
//! no more than `MAX_FOUND` of each kind are looked at. Of all that is found only outlines are read,
//! and whole rows of the part that is told.

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

pub use wireclip_store::issue_search::Found as FoundOutline;

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
pub struct Found {
    /// What it is.
    pub hit: Hit,
    /// How well it fits: titles before names, names before other texts.
    pub score: i64,
}

/// What was found.
#[derive(Debug, Clone)]
pub enum Hit {
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
    pub issues: Vec<FoundOutline>,
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

/// Something that was found, before whole rows are read.
#[derive(Debug)]
enum Candidate {
    Issue(Outlined),
    Agent(Box<Agent>),
    Project(Box<Project>),
}

/// An issue that was found, with the places in which it was.
#[derive(Debug)]
struct Outlined {
    outline: FoundOutline,
    in_title: bool,
    in_texts: bool,
    /// The newest comment that has the words.
    comment_id: Option<CommentId>,
}

impl Candidate {
    fn score(&self) -> i64 {
        match self {
            Self::Issue(found) if found.in_title => 5000 + 20,
            Self::Issue(found) if found.in_texts => 3000,
            Self::Issue(_) => 2000,
            Self::Agent(_) | Self::Project(_) => 1900,
        }
    }

    fn updated_at(&self) -> Timestamp {
        match self {
            Self::Issue(found) => found.outline.updated_at,
            Self::Agent(agent) => agent.updated_at,
            Self::Project(project) => project.updated_at,
        }
    }

    fn created_at(&self) -> Timestamp {
        match self {
            Self::Issue(found) => found.outline.created_at,
            Self::Agent(agent) => agent.created_at,
            Self::Project(project) => project.created_at,
        }
    }

    fn rank(&self) -> i32 {
        match self {
            Self::Issue(found) => found.outline.priority_rank,
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
        let wants = |scope| matches!(wish.scope, SearchScope::All) || wish.scope == scope;
        let (issues, projects, agents) = tokio::try_join!(
            found_issues(&conn, company, wish),
            async {
                match wants(SearchScope::Projects) {
                    true => found_projects(&conn, company, &words).await,
                    false => Ok(Vec::new()),
                }
            },
            async {
                match wants(SearchScope::Agents) {
                    true => found_agents(&conn, company, &words).await,
                    false => Ok(Vec::new()),
                }
            },
        )?;
        let mut answer = SearchAnswer {
            in_texts: issues.iter().filter(|found| found.in_texts).count(),
            in_comments: issues.iter().filter(|found| found.comment_id.is_some()).count(),
            issues: issues.iter().map(|found| found.outline.clone()).collect(),
            agents: agents.len(),
            projects: projects.len(),
            ..SearchAnswer::default()
        };
        let mut found: Vec<Candidate> = issues.into_iter().map(Candidate::Issue).collect();
        found.extend(projects.into_iter().map(|project| Candidate::Project(Box::new(project))));
        found.extend(agents.into_iter().map(|agent| Candidate::Agent(Box::new(agent))));
        sort(&mut found, wish.sort);
        answer.has_more = found.len() > wish.offset.saturating_add(wish.limit);
        answer.found = whole(&conn, found.into_iter().skip(wish.offset).take(wish.limit).collect()).await?;
        answer.words = words;
        Ok(answer)
    }
}

fn sort(found: &mut [Candidate], by: SearchSort) {
    match by {
        SearchSort::Relevance => {
            found.sort_by_key(|one| (-one.score(), one.kind(), std::cmp::Reverse(one.updated_at())))
        }
        SearchSort::Updated => found.sort_by_key(|one| std::cmp::Reverse(one.updated_at())),
        SearchSort::Created => found.sort_by_key(|one| std::cmp::Reverse(one.created_at())),
        SearchSort::Priority => found.sort_by_key(|one| (one.rank(), std::cmp::Reverse(one.updated_at()))),
    }
}

async fn found_issues(conn: &Conn<'_>, company: &Company, wish: &SearchWish) -> ServiceResult<Vec<Outlined>> {
    let places: &[Texts] = match wish.scope {
        SearchScope::All => &[Texts::Titles, Texts::Issues, Texts::Comments],
        SearchScope::Issues => &[Texts::Titles, Texts::Issues],
        SearchScope::Comments => &[Texts::Comments],
        _ => &[],
    };
    let limit = PageLimit::at_most(MAX_FOUND);
    let texts = issue_search::find(conn, company.id, places, &wish.query, limit).await?;
    let mut places_of: HashMap<IssueId, usize> = HashMap::new();
    let mut found: Vec<Outlined> = Vec::new();
    for outline in texts.into_iter().filter(|outline| fits(outline, wish)) {
        let place = *places_of.entry(outline.issue_id).or_insert(found.len());
        let (texts, comment_id) = (outline.texts(), outline.comment_id);
        if place == found.len() {
            found.push(Outlined { outline, in_title: false, in_texts: false, comment_id: None });
        }
        let known = &mut found[place];
        known.in_title |= texts == Texts::Titles;
        known.in_texts |= texts != Texts::Comments;
        // Of several comments on an issue the newest, which comes first.
        known.comment_id = known.comment_id.or(comment_id);
    }
    Ok(found)
}

/// Reads the whole rows of what is told. What went away meanwhile is left out.
async fn whole(conn: &Conn<'_>, part: Vec<Candidate>) -> ServiceResult<Vec<Found>> {
    let issues_of = || {
        part.iter().filter_map(|one| match one {
            Candidate::Issue(found) => Some(found),
            Candidate::Agent(_) | Candidate::Project(_) => None,
        })
    };
    let ids: Vec<IssueId> = issues_of().map(|found| found.outline.issue_id).collect();
    let comment_ids: Vec<CommentId> = issues_of().filter_map(|found| found.comment_id).collect();
    let (issues, comments) =
        tokio::try_join!(issues::get_many(conn, &ids), comments::get_many(conn, &comment_ids))?;
    let mut issues: HashMap<IssueId, Issue> = issues.into_iter().map(|issue| (issue.id, issue)).collect();
    let mut comments: HashMap<IssueId, Comment> =
        comments.into_iter().map(|comment| (comment.issue_id, comment)).collect();
    let read = |one: Candidate| {
        let score = one.score();
        let hit = match one {
            Candidate::Issue(found) => Hit::Issue(Box::new(FoundIssue {
                comment: comments.remove(&found.outline.issue_id),
                issue: issues.remove(&found.outline.issue_id)?,
                in_title: found.in_title,
                in_texts: found.in_texts,
            })),
            Candidate::Agent(agent) => Hit::Agent(agent),
            Candidate::Project(project) => Hit::Project(project),
        };
        Some(Found { hit, score })
    };
    Ok(part.into_iter().filter_map(read).collect())
}

fn fits(issue: &FoundOutline, wish: &SearchWish) -> bool {
    (wish.statuses.is_empty() || wish.statuses.contains(&issue.status))
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
