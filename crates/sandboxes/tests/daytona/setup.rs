//! Sandboxes that are set up by hand, and what is made of them.

use std::sync::Arc;
use std::time::Duration;

use secrecy::ExposeSecret as _;
use wireclip_domain::SetupSessionId;
use wireclip_fake_daytona::routes;
use wireclip_ports::sandbox::{
    CaptureOrder, CommandEnding, CreateAttempt, CreateJournal, DeleteTemplateOrder, LeaseHold, LoginCommand,
    ProviderError, SandboxProvider as _, SetupConnection, SetupOrder, SetupState, TemplateKind, TemplateRef,
    TerminalSize,
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
async fn a_login_runs_its_program_alone_in_a_home_of_its_own() {
    let world = World::new().await;
    let lease = world.acquire().await;
    // The program that logs in: says where it is, reads a line, leaves a credential.
    let program = "#!/bin/sh\necho \"home $HOME args $*\"\nread -r code\necho \"got $code\"\n\
                   echo credential > \"$HOME/credential\"\nexit 4\n";
    world.sh(&lease, "mkdir -p \"$HOME/bin\"").await.unwrap();
    let home = world.fake.sandbox(lease.id.as_str()).unwrap().home;
    let path = home.join("bin/claude");
    std::fs::write(&path, program).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();

    let size = TerminalSize { columns: 120, rows: 30 };
    let opened = world.provider.open_login_terminal(lease.clone(), LoginCommand::Claude, size, LIMIT).await;
    let mut terminal = opened.unwrap();
    // Where the program is not on the path the terminal ends at once and says so.
    let resized = terminal.control.resize(TerminalSize { columns: 100, rows: 20 }, LIMIT).await;
    let written = terminal.input.write(b"secret-code\r").await;
    for outcome in [resized, written] {
        assert!(matches!(outcome, Ok(()) | Err(ProviderError::InvalidState { .. })), "{outcome:?}");
    }
    let ending = tokio::time::timeout(LIMIT, terminal.control.wait()).await.unwrap().unwrap();
    assert!(matches!(ending, CommandEnding::Exited(4 | 127)), "{ending:?}");
    let mut shown = Vec::new();
    while let Some(bytes) = terminal.output.recv().await {
        shown.extend(bytes);
    }
    let shown = String::from_utf8_lossy(&shown).into_owned();
    assert!(shown.contains("claude"), "{shown}");
    let private = std::path::PathBuf::from(terminal.home.as_str());
    assert!(private.is_dir());
    drop(terminal);
    super::support::until("the private home is removed", || !private.exists()).await;
}
