//! Sandboxes that are set up by hand, and what is made of them.

use std::sync::Arc;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use wireclip_domain::SetupSessionId;
use wireclip_fake_daytona::{Fault, routes};
use wireclip_ports::sandbox::{
    CaptureOrder, CommandEnding, CreateAttempt, CreateJournal, DeleteTemplateOrder, LeaseHold, LoginCommand,
    SandboxProvider as _, SetupConnection, SetupOrder, SetupState, TemplateKind, TemplateRef, TerminalSize,
};

use super::support::{LIMIT, World, hold};

pub(crate) fn setup_order(world: &World, template: Option<TemplateRef>) -> SetupOrder {
    SetupOrder {
        scope: world.scope,
        spec: world.spec(),
        session_id: SetupSessionId::random(),
        template,
        connection: Duration::from_secs(15 * 60),
        expires_at: None,
        attempt: CreateAttempt::random(),
        journal: Arc::clone(&world.journal) as Arc<dyn CreateJournal>,
    }
}

/// Starts a setup and forgets the requests that it took.
pub(crate) async fn start_setup(world: &World) -> (LeaseHold, SetupConnection) {
    let order = setup_order(world, None);
    let spec = Arc::clone(&order.spec);
    let started = world.provider.start_setup(order, LIMIT).await.unwrap();
    world.fake.clear_journal();
    (hold(world.scope, spec, &started.lease), started.connection)
}

#[tokio::test]
async fn a_person_is_let_in_and_only_they_see_how() {
    let world = World::new().await;
    let (lease, connection) = start_setup(&world).await;
    let token = world.fake.sandbox(lease.id.as_str()).unwrap().ssh_token.unwrap();
    assert!(connection.secret.expose_secret().contains(&token));
    assert!(!connection.summary.to_string().contains(&token));
    assert!(!format!("{connection:?}").contains(&token));

    // A look costs nothing unless a new way in is asked for.
    let state = world.provider.get_setup(lease.clone(), None, LIMIT).await.unwrap();
    assert!(matches!(state, SetupState::Waiting { connection: None, .. }));
    assert_eq!(world.fake.journal().len(), 0);
    let state = world.provider.get_setup(lease.clone(), Some(Duration::from_secs(60)), LIMIT).await.unwrap();
    let SetupState::Waiting { connection: Some(renewed), .. } = state else { panic!("{state:?}") };
    assert_ne!(renewed.secret.expose_secret(), connection.secret.expose_secret());
    assert_eq!(world.count(routes::CREATE_SSH_ACCESS), 1);

    world.fake.destroy_sandbox(lease.id.as_str());
    let state = world.provider.get_setup(lease, Some(Duration::from_secs(60)), LIMIT).await;
    assert!(matches!(state, Ok(SetupState::Missing)), "{state:?}");
}

#[tokio::test]
async fn a_setup_becomes_a_template_from_which_the_next_one_starts() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    let order = CaptureOrder { lease, label: "Tools for / everybody".to_owned() };
    let captured = world.provider.capture_template(order, LIMIT).await.unwrap();
    assert_eq!(captured.template.reference, "tools-for-everybody");

    let order = setup_order(&world, Some(captured.template.clone()));
    let next = world.provider.start_setup(order, LIMIT).await.unwrap();
    let facts = world.fake.sandbox(next.lease.id.as_str()).unwrap();
    assert_eq!(facts.snapshot.as_deref(), Some("tools-for-everybody"));

    let delete = DeleteTemplateOrder { spec: world.spec(), template: captured.template };
    assert_eq!(world.provider.delete_template(delete.clone(), LIMIT).await, Ok(true));
    assert_eq!(world.provider.delete_template(delete, LIMIT).await, Ok(false));
    let other = TemplateRef { kind: TemplateKind::Image, reference: "node".to_owned() };
    let delete = DeleteTemplateOrder { spec: world.spec(), template: other };
    world.provider.delete_template(delete, LIMIT).await.unwrap_err();
}

#[tokio::test]
async fn a_template_is_one_when_its_snapshot_can_be_used() {
    let world = World::new().await;
    let (lease, _) = start_setup(&world).await;
    let shown = |state: &str| Fault::Status {
        code: 200,
        body: format!(r#"{{"id":"s","state":"{state}","errorReason":"no space"}}"#),
        headers: Vec::new(),
    };
    // Not to be seen yet, then on its way, then there.
    world.fake.fault(routes::GET_SNAPSHOT.nth(1), Fault::status(404));
    world.fake.fault(routes::GET_SNAPSHOT.nth(2), shown("pending"));
    let order = CaptureOrder { lease: lease.clone(), label: "good".to_owned() };
    world.provider.capture_template(order, LIMIT).await.unwrap();
    assert_eq!(world.count(routes::GET_SNAPSHOT), 3);
    world.fake.fault(routes::GET_SNAPSHOT, shown("error"));
    let order = CaptureOrder { lease, label: "bad".to_owned() };
    let error = world.provider.capture_template(order, LIMIT).await.unwrap_err();
    assert!(error.to_string().contains("no space"), "{error}");
}

#[tokio::test]
async fn a_login_runs_its_program_alone_in_a_home_of_its_own() {
    let world = World::new().await;
    let lease = world.acquire().await;
    // The program that logs in: says where it is, reads a line, leaves a credential.
    let program = "#!/bin/sh\necho \"home $HOME args $*\"\nread -r code\necho \"got $code\"\n\
                   echo credential > \"$HOME/credential\"\nexit 4\n";
    world.sh(&lease, "mkdir -p \"$HOME/bin\"").await.unwrap();
    let home = world.fake.sandbox(lease.id.as_str()).unwrap().home;
    std::fs::write(home.join(".profile"), "PATH=\"$HOME/bin:$PATH\"").unwrap();
    let path = home.join("bin/claude");
    std::fs::write(&path, program).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();

    let size = TerminalSize { columns: 120, rows: 30 };
    let opened = world.provider.open_login_terminal(lease.clone(), LoginCommand::Claude, size, LIMIT).await;
    let mut terminal = opened.unwrap();
    terminal.control.resize(TerminalSize { columns: 100, rows: 20 }, LIMIT).await.unwrap();
    let private = std::path::PathBuf::from(terminal.home.as_str());
    let mut shown = String::new();
    while !shown.contains("args setup-token") {
        let bytes = tokio::time::timeout(LIMIT, terminal.output.recv()).await.unwrap().expect("it goes on");
        shown.push_str(&String::from_utf8_lossy(&bytes));
    }
    assert!(shown.contains(&format!("home {}", private.display())), "{shown}");
    terminal.input.write(b"secret-code\r").await.unwrap();
    let ending = tokio::time::timeout(LIMIT, terminal.control.wait()).await.unwrap().unwrap();
    assert_eq!(ending, CommandEnding::Exited(4));
    while let Some(bytes) = terminal.output.recv().await {
        shown.push_str(&String::from_utf8_lossy(&bytes));
    }
    assert!(shown.contains("got secret-code"), "{shown}");
    terminal.input.write(b"late").await.unwrap_err();

    // What the login left can be moved out as long as the terminal is held.
    let local = tempfile::tempdir().unwrap();
    let target = local.path().join("credential");
    let credential = super::reuse::file(&target, terminal.home.join("credential"));
    world.place(&lease).sync_out(super::reuse::move_out(credential), LIMIT).await.unwrap();
    assert_eq!(std::fs::read_to_string(target).unwrap(), "credential\n");
    assert!(private.is_dir());
    drop(terminal);
    super::support::until("the private home is removed", || !private.exists()).await;
}

#[tokio::test]
async fn a_login_whose_program_is_missing_ends_at_once() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let size = TerminalSize { columns: 80, rows: 24 };
    let opened = world.provider.open_login_terminal(lease.clone(), LoginCommand::Grok, size, LIMIT).await;
    let terminal = opened.unwrap();
    let ending = tokio::time::timeout(LIMIT, terminal.control.wait()).await.unwrap();
    assert_eq!(ending, Ok(CommandEnding::Exited(127)));
}

#[tokio::test]
async fn a_login_that_is_given_up_leaves_no_terminal() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let size = TerminalSize { columns: 80, rows: 24 };
    let opened = world.provider.open_login_terminal(lease.clone(), LoginCommand::Codex, size, LIMIT).await;
    let terminal = opened.unwrap();
    let private = std::path::PathBuf::from(terminal.home.as_str());
    drop(terminal);
    super::support::until("the private home is removed", || !private.exists()).await;
    assert_eq!(world.count(routes::DELETE_PTY), 1);
    world.inside(&lease, 0).await;
}
