//! The life of a lease, as runs live it, with the stand-in and with the service itself.
//!
//! What the provider believes of the service is checked on the service when `DAYTONA_API_KEY` is
//! set (and `DAYTONA_API_URL`, unless it is the hosted one); that makes one sandbox from the default
//! snapshot and removes it again, whatever happens in between.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::json;
use wireclip_domain::{AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, OpaqueJson, RunId};
use wireclip_ports::sandbox::{
    AcquireOrder, CommandEnding, CreateAttempt, Disposition, GoneReason, LeaseHold, LeasePurpose, LeaseScope,
    ReceiptOutcome, ResolvedSpec, ResumeAnswer, ResumeOrder, ReusableWorkspace, SandboxProvider as _,
    SpawnOrder,
};
use wireclip_sandboxes::daytona::{DaytonaOptions, DaytonaProvider};

use super::reuse::{file, move_in, move_out};
use super::support::{Journal, World, command, hold, release, shell};

/// How long a step may take at the service.
const LIMIT: Duration = Duration::from_secs(180);

#[tokio::test]
async fn a_lease_lives_with_the_stand_in() {
    let world = World::new().await;
    live(&world.spec_with(Some(super::support::KEY), &json!({"reuseLease": true}))).await;
    assert!(world.fake.sandboxes().is_empty());
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "a test that skips itself says so")]
async fn a_lease_lives_with_the_service() {
    let Ok(key) = std::env::var("DAYTONA_API_KEY") else {
        println!("skipped: DAYTONA_API_KEY is not set");
        return;
    };
    let mut settings = OpaqueJson::of(&json!({"reuseLease": true, "autoDeleteInterval": 60}));
    if let Ok(url) = std::env::var("DAYTONA_API_URL") {
        settings.set("apiUrl", &url);
    }
    let secrets = BTreeMap::from([("apiKey".to_owned(), key.into())]);
    live(&Arc::new(ResolvedSpec { settings, secrets })).await;
}

async fn live(spec: &Arc<ResolvedSpec>) {
    let provider = DaytonaProvider::new(DaytonaOptions::default());
    let scope = LeaseScope { company_id: CompanyId::random(), environment_id: EnvironmentId::random() };
    let order = AcquireOrder {
        scope,
        spec: Arc::clone(spec),
        purpose: LeasePurpose::Run,
        run_id: Some(RunId::random()),
        reuse: Some(ReusableWorkspace {
            agent_id: AgentId::random(),
            execution_workspace_id: ExecutionWorkspaceId::random(),
            adapter_type: "process".to_owned(),
        }),
        wanted_root: None,
        expires_at: None,
        attempt: CreateAttempt::random(),
        journal: Arc::new(Journal::default()),
    };
    let acquired = provider.acquire(order, LIMIT).await.unwrap();
    let lease = hold(scope, Arc::clone(spec), &acquired);
    let lived = AssertUnwindSafe(work_stop_and_work_again(&provider, &lease)).catch_unwind().await;
    let removed = provider.release(release(&lease, Disposition::Destroy), LIMIT).await;
    if let Err(panic) = lived {
        resume_unwind(panic);
    }
    assert_eq!(removed.unwrap().outcome, ReceiptOutcome::Destroyed);
    // Told in the service's own words, or it would not be believed.
    let gone = async {
        loop {
            match provider.resume(ResumeOrder { lease: lease.clone() }, LIMIT).await {
                Ok(ResumeAnswer::Gone { reason, .. }) => return reason,
                other => drop(other),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let reason = tokio::time::timeout(LIMIT, gone).await.expect("it is never gone");
    assert!(matches!(reason, GoneReason::NotFound), "{reason:?}");
}

async fn work_stop_and_work_again(provider: &DaytonaProvider, lease: &LeaseHold) {
    let place = provider.open(lease).unwrap();
    let executed = place.execute(shell("echo out; echo err >&2; exit 3")).await.unwrap();
    assert_eq!((executed.ending, &*executed.stdout), (CommandEnding::Exited(3), &b"out\n"[..]));
    let local = tempfile::tempdir().unwrap();
    let (source, target) = (local.path().join("in"), local.path().join("out"));
    std::fs::write(&source, b"\x00\xffmoved\n").unwrap();
    let root = lease.observed.root.clone().unwrap();
    place.sync_in(move_in(file(&source, root.join("moved"))), LIMIT).await.unwrap();

    let text = "cat moved; echo oh >&2; read -r line; echo \"got $line\"; exit 4";
    let order = SpawnOrder { command: command("sh", &["-c", text]), stdin: None };
    let mut process = place.spawn(order, LIMIT).await.unwrap();
    process.input.write(b"a line\n").await.unwrap();
    let mut printed = Vec::new();
    while let Some(piece) = tokio::time::timeout(LIMIT, process.output.recv()).await.expect("it ends") {
        printed.extend(piece.bytes);
    }
    for part in [&b"\x00\xffmoved\n"[..], b"oh\n", b"got a line\n"] {
        assert!(printed.windows(part.len()).any(|seen| seen == part), "{printed:?}");
    }
    assert_eq!(process.control.wait().await.unwrap(), CommandEnding::Exited(4));

    let receipt = provider.release(release(lease, Disposition::Stop), LIMIT).await.unwrap();
    assert_eq!(receipt.outcome, ReceiptOutcome::Stopped);
    let answer = provider.resume(ResumeOrder { lease: lease.clone() }, LIMIT).await.unwrap();
    assert!(matches!(answer, ResumeAnswer::Resumed(_)), "{answer:?}");
    place.sync_out(move_out(file(&target, root.join("moved"))), LIMIT).await.unwrap();
    assert_eq!(std::fs::read(target).unwrap(), b"\x00\xffmoved\n");
}
