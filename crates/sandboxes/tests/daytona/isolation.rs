//! Leases, companies, environments and accounts do not see each other's handles.

use std::sync::Arc;

use serde_json::json;
use wireclip_domain::{CompanyId, EnvironmentId};
use wireclip_fake_daytona::{Fault, routes};
use wireclip_ports::sandbox::{LeaseHold, LeaseScope, ProviderError, SandboxProvider as _, TerminalSize};
use wireclip_sandboxes::daytona::DaytonaDefaults;
use wireclip_sandboxes::handle_cache::Eviction;

use super::reuse::{file, move_in};
use super::setup::setup_order;
use super::support::{KEY, LIMIT, MINUTE, OTHER_KEY, World, hold, shell};

/// Runs a command by each of two holds, in a process that knows neither, and returns how many
/// lookups that took.
async fn lookups(world: &World, holds: [LeaseHold; 2]) -> u64 {
    let provider = world.another_process();
    world.fake.clear_journal();
    for _ in 0..2 {
        for lease in &holds {
            provider.open(&World::unseen(lease)).unwrap().execute(shell(":")).await.unwrap();
        }
    }
    world.gets()
}

#[tokio::test]
async fn s06_commands_of_two_leases_go_to_their_own_sandboxes() {
    let world = World::new().await;
    let (a, b) = (world.acquire().await, world.acquire().await);
    assert_eq!(lookups(&world, [a.clone(), b.clone()]).await, 2);
    world.sh(&b, "touch here").await.unwrap();
    assert!(world.path(&b, "here").exists() && !world.path(&a, "here").exists());
}

#[tokio::test]
async fn s07_two_companies_share_no_handle_of_the_same_id() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let scope = LeaseScope { company_id: CompanyId::random(), ..lease.scope };
    assert_eq!(lookups(&world, [lease.clone(), LeaseHold { scope, ..lease }]).await, 2);
}

#[tokio::test]
async fn s08_two_environments_share_no_handle_of_the_same_id() {
    let world = World::new().await;
    let lease = world.acquire().await;
    let scope = LeaseScope { environment_id: EnvironmentId::random(), ..lease.scope };
    assert_eq!(lookups(&world, [lease.clone(), LeaseHold { scope, ..lease }]).await, 2);
}

#[tokio::test]
async fn s09_two_keys_and_two_addresses_share_no_handle() {
    let world = World::new().await;
    world.fake.add_key(OTHER_KEY, "acme");
    let lease = world.acquire().await;
    let spec = world.spec_with(Some(OTHER_KEY), &json!({}));
    assert_eq!(lookups(&world, [lease.clone(), LeaseHold { spec, ..lease.clone() }]).await, 2);

    let address = world.fake.api_url().replace("127.0.0.1", "localhost");
    let spec = world.spec_with(Some(KEY), &json!({"apiUrl": address}));
    assert_eq!(lookups(&world, [lease.clone(), LeaseHold { spec, ..lease }]).await, 2);
}

#[tokio::test]
async fn s10_a_key_of_the_server_counts_by_what_it_is() {
    let world = World::new().await;
    world.fake.add_key(OTHER_KEY, "acme");
    let lease = world.acquire().await;
    let lease = LeaseHold { spec: world.spec_with(None, &json!({})), ..World::unseen(&lease) };
    for key in [KEY, OTHER_KEY] {
        let api_key = Some(key.into());
        world.provider.replace_defaults(DaytonaDefaults { api_key, ..DaytonaDefaults::default() });
        if key == KEY {
            // Known from its creation, under the same account.
            world.ok(&lease).await;
            assert_eq!(world.gets(), 0);
        } else {
            world.ok(&lease).await;
            assert_eq!(world.gets(), 1);
        }
    }
}

#[tokio::test]
async fn s11_an_answer_about_another_sandbox_is_refused_and_not_kept() {
    let world = World::new().await;
    let lease = World::unseen(&world.acquire().await);
    let provider = world.another_process();
    let place = provider.open(&lease).unwrap();
    world.fake.fault(routes::GET_SANDBOX, Fault::WrongId);
    let error = place.execute(shell(":")).await.unwrap_err();
    assert!(matches!(error, ProviderError::IdentityMismatch { .. }), "{error}");
    assert!(error.to_string().contains("mismatch"));
    assert_eq!((world.gets(), world.executions()), (1, 0));
    place.execute(shell(":")).await.unwrap();
    assert_eq!(world.gets(), 2);
    assert_eq!(provider.cache_figures().evicted(Eviction::Identity), 1);
}

#[tokio::test]
async fn s13_the_key_shows_nowhere() {
    use base64::Engine as _;
    use std::sync::Mutex;
    use wireclip_fake_daytona::Fault::Status;

    /// Keeps what is logged.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _logging = tracing::subscriber::set_default(subscriber);

    let world = World::new().await;
    let acquired = world.provider.acquire(world.order(world.spec()), LIMIT).await.unwrap();
    let lease = hold(world.scope, world.spec(), &acquired);
    let encoded = base64::engine::general_purpose::STANDARD.encode(KEY);
    let in_addresses = base64::engine::general_purpose::URL_SAFE.encode(KEY);
    let mut shown = format!("{lease:?} {acquired:?} {}", acquired.metadata);
    let setup = world.provider.start_setup(setup_order(&world, None), LIMIT).await.unwrap();
    shown.push_str(&format!("{setup:?} {}", setup.connection.summary));
    let body = format!("{{\"message\":\"no {KEY} {encoded} {in_addresses}\"}}");
    for code in [400, 401, 403, 404, 409, 429, 500, 502] {
        let fault = || Status { code, body: body.clone(), headers: Vec::new() };
        world.fake.fault(routes::EXECUTE, fault());
        world.fake.fault(routes::EXECUTE.nth(2), fault());
        world.fake.fault(routes::GET_SANDBOX, fault());
        for _ in 0..2 {
            if let Err(error) = world.sh(&lease, ":").await {
                shown.push_str(&format!("{error} {error:?}"));
            }
        }
        world.fake.clear_faults();
        // A creation, an upload, the proof of a workspace, and a websocket.
        world.fake.fault(routes::CREATE_SANDBOX, fault());
        shown.push_str(&format!("{:?}", world.try_acquire(world.order(world.spec())).await));
        world.fake.fault(routes::BULK_UPLOAD.times(2), fault());
        let local = tempfile::NamedTempFile::new().unwrap();
        let order = move_in(file(local.path(), lease.observed.root.clone().unwrap().join("a")));
        shown.push_str(&format!("{:?}", world.place(&lease).sync_in(order, LIMIT).await));
        world.fake.fault(routes::GET_SANDBOX, fault());
        shown.push_str(&format!("{:?}", world.resume(&World::unseen(&lease)).await));
        world.fake.clear_faults();
        world.fake.fault(routes::CONNECT_PTY, fault());
        let size = TerminalSize { columns: 80, rows: 24 };
        let opened = world.provider.open_setup_terminal(lease.clone(), size, LIMIT).await;
        shown.push_str(&format!("{:?}", opened.map(drop)));
        world.fake.clear_faults();
    }
    world.fake.fault(routes::EXECUTE, Fault::DropBefore);
    shown.push_str(&format!("{:?}", world.sh(&lease, ":").await.unwrap_err()));
    world.fake.fault(routes::DELETE_SANDBOX, Status { code: 500, body, headers: Vec::new() });
    let receipt = world.release(&lease, wireclip_ports::sandbox::Disposition::Destroy).await;
    shown.push_str(&format!("{receipt:?}"));
    shown.push_str(&String::from_utf8_lossy(&log.0.lock().unwrap()));

    for secret in [KEY, encoded.trim_end_matches('='), in_addresses.trim_end_matches('=')] {
        assert!(!shown.contains(secret), "shown: {shown}");
    }
}

#[tokio::test]
async fn s59_a_rotated_key_is_another_account_and_the_old_entry_goes() {
    let world = World::new().await;
    world.fake.add_key(OTHER_KEY, "acme");
    let old = world.acquire().await;
    world.ok(&old).await;
    assert_eq!(world.gets(), 0);
    world.fake.revoke_key(KEY);
    let new = LeaseHold { spec: world.spec_with(Some(OTHER_KEY), &json!({})), ..World::unseen(&old) };
    world.ok(&new).await;
    assert_eq!(world.gets(), 1);
    assert_eq!((world.provider.known_leases(), world.provider.known_accounts()), (2, 2));
    // The new one is used, the old one by nobody: with its entry goes the client that has the key.
    for _ in 0..7 {
        world.clock.advance(MINUTE * 10);
        world.ok(&new).await;
    }
    assert_eq!((world.provider.known_leases(), world.provider.known_accounts()), (1, 1));
}
