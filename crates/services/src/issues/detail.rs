//! One issue with all that surrounds it.

use std::collections::HashMap;

use wireclip_domain::{CommentId, GoalId, IssueId, ProjectId, Timestamp, UserId};
use wireclip_store::comments::{self, Comment};
use wireclip_store::documents::Document;
use wireclip_store::goals::{self, Goal};
use wireclip_store::issues::blockers::{self, Side};
use wireclip_store::issues::{Issue, parents, people};
use wireclip_store::projects::{self, Project};
use wireclip_store::recovery_actions::{self, RecoveryAction};
use wireclip_store::{Conn, Scope};

use super::attention::{Chains, NamedAttention};
use super::related::{self, RelatedWork};
use super::waiting::{self, Waiting};
use super::work::{self, WorkOfIssues};
use super::{IssueView, Issues, view};
use crate::core::Core;
use crate::documents;
use crate::error::ServiceResult;
use crate::projects::{ProjectView, view as projects_view};
use crate::request::Scoped;
use crate::waits::{self, Wait};

/// One issue with all that surrounds it.
#[derive(Debug, Clone)]
pub struct IssueDetail {
    /// The issue.
    pub view: IssueView,
    /// The issues above it, nearest first.
    pub ancestors: Vec<Issue>,
    /// The projects of the issue and those above it.
    pub projects: HashMap<ProjectId, Project>,
    /// The issue's project, with what goes with it.
    pub project: Option<ProjectView>,
    /// Their goals.
    pub goals: HashMap<GoalId, Goal>,
    /// How its blockers stand.
    pub attention: NamedAttention,
    /// The issues that it waits for.
    pub blocked_by: Vec<Issue>,
    /// The issues that wait for it.
    pub blocks: Vec<Issue>,
    /// What keeps these and itself from going on.
    pub recovery: HashMap<IssueId, RecoveryAction>,
    /// The runs that go on about these and itself, and those that are planned.
    pub work: WorkOfIssues,
    /// What its texts name, and what names it.
    pub related: RelatedWork,
    /// Its documents, without those that the system keeps for itself; only the plan has its text.
    pub documents: Vec<Document>,
    /// When the caller put it away from their inbox.
    pub archived_at: Option<Timestamp>,
    /// What it waits for, if it is open and nobody works on it.
    pub waits: Option<Wait>,
}

/// What a change of an issue is answered with.
#[derive(Debug, Clone)]
pub struct AfterChange {
    /// The issue.
    pub view: IssueView,
    /// The issues that it waits for, if that was asked for.
    pub blocked_by: Option<Vec<Issue>>,
    /// The issues that wait for it, if that was asked for.
    pub blocks: Option<Vec<Issue>>,
    /// What its texts name, and what names it.
    pub related: RelatedWork,
    /// What it waits for.
    pub waiting: Waiting,
}

/// How far an issue's comments go.
#[derive(Debug, Clone, Default)]
pub struct Talk {
    /// How many comments there are.
    pub count: u64,
    /// The newest.
    pub newest: Option<Comment>,
    /// The one that was asked for, if it is the issue's.
    pub asked: Option<Comment>,
}

impl Issues {
    /// Reads an issue with all that surrounds it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn detail(&self, issue: &Scoped<Issue>) -> ServiceResult<IssueDetail> {
        let conn = self.core.store.read();
        let user = issue.caller().as_board().map(|board| board.user_id.clone());
        // On the heap: its many questions at once make it too large to be part of every caller.
        Box::pin(read(&self.core, &conn, Issue::clone(issue), user.as_ref())).await
    }

    /// Reads what a change of an issue is answered with.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn after_change(&self, issue: Issue, with_blockers: bool) -> ServiceResult<AfterChange> {
        let conn = self.core.store.read();
        let (mut blocked_by, mut blocks) = (None, None);
        if with_blockers {
            blocked_by = Some(side(&conn, Side::Blockers, issue.id).await?);
            blocks = Some(side(&conn, Side::Dependents, issue.id).await?);
        }
        let (related, waiting, view) = tokio::try_join!(
            related::of(&conn, issue.id),
            waiting::of(&conn, &issue),
            view::of_one(&conn, issue.clone())
        )?;
        Ok(AfterChange { view, blocked_by, blocks, related, waiting })
    }

    /// Reads what an issue's texts name, and what names it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn related(&self, issue: &Issue) -> ServiceResult<RelatedWork> {
        related::of(&self.core.store.read(), issue.id).await
    }

    /// Reads how far an issue's comments go, and one that is asked for.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn talk(&self, issue: &Scoped<Issue>, asked: Option<CommentId>) -> ServiceResult<Talk> {
        let conn = self.core.store.read();
        let asked = match asked {
            Some(id) => comments::get(&conn, &issue.request().scope(), id).await?,
            None => None,
        };
        Ok(Talk {
            count: comments::count(&conn, issue.id).await?,
            newest: comments::newest(&conn, issue.id).await?,
            asked: asked.filter(|comment| comment.issue_id == issue.id),
        })
    }
}

async fn read(
    core: &Core,
    conn: &Conn<'_>,
    issue: Issue,
    user: Option<&UserId>,
) -> ServiceResult<IssueDetail> {
    // Questions that do not build on each other are asked at once: each is short, and most of the
    // time goes by on the way to the database and back.
    let (ancestors, blocked_by, blocks, archived_at, related, documents) = tokio::try_join!(
        async { Ok(parents::ancestors(conn, &issue).await?) },
        side(conn, Side::Blockers, issue.id),
        side(conn, Side::Dependents, issue.id),
        archived_at(conn, issue.id, user),
        related::of(conn, issue.id),
        documents::without_texts(conn, &issue),
    )?;
    let around: Vec<IssueId> =
        blocked_by.iter().chain(&blocks).map(|other| other.id).chain([issue.id]).collect();
    let line = || std::iter::once(&issue).chain(&ancestors);
    let company = Scope::company(issue.company_id);
    let (projects, goals, chains, recovery, work, view) = tokio::try_join!(
        async { Ok(projects::by_id(conn, &company, line().filter_map(|above| above.project_id)).await?) },
        async { Ok(goals::by_id(conn, &company, line().filter_map(|above| above.goal_id)).await?) },
        Chains::behind(conn, std::iter::once((issue.id, issue.status))),
        async { Ok(recovery_actions::open_of_issues(conn, &around).await?) },
        work::of_issues(conn, &around),
        view::of_one(conn, issue.clone()),
    )?;
    let project = match issue.project_id.and_then(|id| projects.get(&id)) {
        Some(project) => Some(projects_view::of_one(core, conn, project.clone()).await?),
        None => None,
    };
    let attention = chains.of(issue.id, issue.status);
    let known = waits::Known {
        issue: &issue,
        work: work.get(&issue.id),
        recovery: recovery.get(&issue.id),
        attention: &attention,
    };
    let waits = waits::of_issue(conn, known, core.clock.now()).await?;
    Ok(IssueDetail {
        waits,
        view,
        ancestors,
        projects,
        project,
        goals,
        attention,
        blocked_by,
        blocks,
        recovery,
        work,
        related,
        documents,
        archived_at,
    })
}

async fn archived_at(
    conn: &Conn<'_>,
    issue_id: IssueId,
    user: Option<&UserId>,
) -> ServiceResult<Option<Timestamp>> {
    let Some(user) = user else { return Ok(None) };
    Ok(people::archive(conn, issue_id, user).await?.map(|archive| archive.archived_at))
}

async fn side(conn: &Conn<'_>, side: Side, id: IssueId) -> ServiceResult<Vec<Issue>> {
    Ok(blockers::blocking(conn, side, &[id]).await?.remove(&id).unwrap_or_default())
}
