//! Gathering what the admission of a wake-up depends on.

use wireclip_domain::cooldown::{FinishedRun, SAMPLE_RUNS, Throttled, ThrottledWake, throttle};
use wireclip_domain::gate::{About, AdmissionFacts, IssueFacts, LiveRun};
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::loop_guard::{
    self, CausingRun, LoopBreak, PERSONS_LIMIT, PERSONS_TIME, UNCHANGED_RUN_LIMIT, WakeCause,
};
use wireclip_domain::run::InvocationSource;
use wireclip_domain::run_context::RunContext;
use wireclip_domain::wakeup::ActorType;
use wireclip_store::companies;
use wireclip_store::issues::Issue;
use wireclip_store::runs::{self, Run};
use wireclip_store::{Conn, PageLimit, Scope, gate as store_gate, tree_holds, wakeups};

use super::Wish;
use crate::budgets::reserving;
use crate::change::Change;
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::gate;

/// How many of the agent's last runs on the issue are looked at.
const LOOKED_AT: u32 = 16;

/// Gathers what the admission of a wish depends on.
pub(super) async fn gather(change: &Change<'_>, wish: &Wish<'_>) -> ServiceResult<AdmissionFacts> {
    let conn = change.conn();
    let company = companies::get(&conn, &Scope::company(wish.order.company_id), wish.order.company_id)
        .await?
        .or_missing(Missing::Company)?;
    let policy = HeartbeatPolicy::of(&wish.agent.runtime_config);
    let finished = finished_runs(change, wish).await?;
    let has_actionable_work = if policy.skips_timer_without_work {
        store_gate::has_actionable_work(&conn, wish.agent.id).await?
    } else {
        true
    };
    let about = match (&wish.issue, wish.issue_id) {
        (Some(issue), _) => About::Issue(Box::new(issue_facts(change, &conn, wish, issue, &finished).await?)),
        (None, Some(_)) => About::MissingIssue,
        (None, None) => {
            let of_task = runs::live_of_task(&conn, wish.agent.id, wish.context.task_key()).await?;
            About::Task(of_task.iter().map(live_run).collect())
        }
    };
    Ok(AdmissionFacts {
        company: company.status,
        budget_block: reserving::block(
            &conn,
            &wish.agent,
            wish.issue.as_ref().and_then(|issue| issue.project_id),
            change.now(),
        )
        .await?,
        invokable: gate::invokable(&conn, &wish.agent).await?,
        daily_cap: gate::daily_cap(&conn, &wish.agent, &policy, change.now()).await?,
        policy,
        has_actionable_work,
        loop_break: loop_break(wish, &finished),
        about,
    })
}

async fn issue_facts(
    change: &Change<'_>,
    conn: &Conn<'_>,
    wish: &Wish<'_>,
    issue: &Issue,
    finished: &[Finished],
) -> ServiceResult<IssueFacts> {
    let live_runs = runs::at_work_on(conn, issue.id).await?;
    let waiting = wakeups::waiting_for(conn, issue.id, wish.agent.id).await?;
    let blockers = store_gate::unresolved_blockers(conn, issue.id).await?;
    Ok(IssueFacts {
        status: issue.status,
        assignee: issue.assignee_agent_id,
        held: tree_holds::holding(conn, issue.company_id, issue.id).await?,
        unsettled_run: gate::unsettled_run(conn, issue.id).await?,
        unresolved_blockers: blockers.into_iter().map(|blocker| blocker.issue_id).collect(),
        live_runs: live_runs.iter().map(live_run).collect(),
        waiting_wakeup: waiting.map(|waiting| waiting.id),
        throttled: throttled(change, conn, wish, issue, finished).await?,
    })
}

/// Returns a run as admission sees it. A running run always has somebody who executes it: its host
/// is found again, or the run is settled as lost.
fn live_run(run: &Run) -> LiveRun {
    LiveRun {
        run_id: run.id,
        agent_id: run.agent_id,
        status: run.status,
        reason: RunContext::stored(run.context.clone()).wake_reason(),
    }
}

/// A finished run of the agent on the issue, with why it ran.
struct Finished {
    run: FinishedRun,
    reason: Option<wireclip_domain::wakeup::WakeReason>,
}

async fn finished_runs(change: &Change<'_>, wish: &Wish<'_>) -> ServiceResult<Vec<Finished>> {
    let conn = change.conn();
    let Some(issue) = &wish.issue else { return Ok(Vec::new()) };
    // The throttle does not concern a person's wish, and the guard against loops a flood of them only.
    if wish.by == ActorType::User {
        let since = change.now().minus(PERSONS_TIME);
        let is_flood = is_mere_word(wish)
            && runs::count_finished_since(&conn, wish.agent.id, issue.id, since).await? >= PERSONS_LIMIT;
        if !is_flood {
            return Ok(Vec::new());
        }
    }
    let most = if wish.by == ActorType::User { PERSONS_LIMIT } else { LOOKED_AT };
    let found = runs::finished_on_issue(&conn, wish.agent.id, issue.id, PageLimit::at_most(most)).await?;
    let ids: Vec<_> = found.iter().map(|run| run.id).collect();
    let with_progress = store_gate::runs_with_progress(&conn, &ids).await?;
    let as_seen = found.into_iter().filter_map(|run| {
        let made_progress = with_progress.contains(&run.id);
        let finished_at = run.finished_at?;
        let reason = RunContext::stored(run.context).wake_reason();
        Some(Finished { run: FinishedRun { status: run.status, made_progress, finished_at }, reason })
    });
    Ok(as_seen.collect())
}

async fn throttled(
    change: &Change<'_>,
    conn: &Conn<'_>,
    wish: &Wish<'_>,
    issue: &Issue,
    finished: &[Finished],
) -> ServiceResult<Option<Throttled>> {
    let is_by_agent = wish.by == ActorType::Agent;
    let concern = ThrottledWake {
        reason: wish.order.reason.as_ref(),
        is_by_agent,
        force_fresh_session: wish.context.force_fresh_session(),
        is_resume: wish.context.is_resume(),
    };
    // What the machine does by itself after a run has its own limits.
    if wish.by == ActorType::User || finished.is_empty() || !concern.is_concerned() {
        return Ok(None);
    }
    let latest_input = store_gate::latest_input(conn, issue.id, is_by_agent).await?;
    let sample: Vec<_> = finished.iter().take(SAMPLE_RUNS).map(|finished| finished.run).collect();
    Ok(throttle(&sample, latest_input, change.now()))
}

fn loop_break(wish: &Wish<'_>, finished: &[Finished]) -> Option<LoopBreak> {
    let is_by_person = wish.by == ActorType::User;
    let unchanged = finished.iter().take_while(|finished| {
        let is_same = is_by_person || finished.reason.as_ref() == wish.order.reason.as_ref();
        !finished.run.made_progress && is_same
    });
    let unchanged_runs = u32::try_from(unchanged.count()).unwrap_or(UNCHANGED_RUN_LIMIT);
    loop_guard::check(&WakeCause {
        target: wish.agent.id,
        issue_id: wish.issue_id,
        reason: wish.order.reason.as_ref(),
        run: wish.causing_run.as_ref().map(causing_run),
        is_by_person,
        is_mere_word: is_mere_word(wish),
        is_resume: wish.context.is_resume() || wish.manner.is_own_call,
        unchanged_runs,
    })
    .err()
}

/// Whether a wish is one that a program can repeat without end.
fn is_mere_word(wish: &Wish<'_>) -> bool {
    let is_comment = wish.order.reason.as_ref().is_some_and(|reason| reason.is_comment_or_mention());
    is_comment || wish.order.source == InvocationSource::OnDemand
}

/// Returns a run as the cause of what it wrote.
pub(crate) fn causing_run(run: &Run) -> CausingRun {
    CausingRun {
        agent_id: run.agent_id,
        issue_id: run.issue_id,
        hops: u32::try_from(run.hops).unwrap_or(u32::MAX),
    }
}
