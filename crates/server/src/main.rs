//! The program: reads settings, builds everything, starts and stops it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::{Parser, Subcommand};
use tokio::sync::watch;
use wireclip_adapters::{LocalRunHosts, RunHostsConfig};
use wireclip_domain::NodeId;
use wireclip_http::{App, DeploymentMode, HttpSettings, Phase};
use wireclip_ports::clock::SystemClock;
use wireclip_services::{Core, EventBus, Nudge, RunTokens, ServerFacts, Services};
use wireclip_store::{DatabaseUrl, Store};

/// The control plane for teams of AI agents.
#[derive(Debug, Parser)]
#[command(name = "wireclip", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server.
    Serve {
        /// The folder of everything that Wireclip keeps.
        #[arg(long)]
        home: PathBuf,
        /// The address to listen on.
        #[arg(long, default_value = "127.0.0.1")]
        host: String,
        /// The port to listen on.
        #[arg(long, default_value_t = 3100)]
        port: u16,
        /// A PostgreSQL server to use instead of the embedded database.
        #[arg(long)]
        database_url: Option<String>,
        /// Who is let in without a credential.
        #[arg(long)]
        mode: Option<String>,
        /// What becomes of running agents when the server stops.
        #[arg(long)]
        on_shutdown: Option<String>,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let Command::Serve { home, host, port, database_url, .. } = Arguments::parse().command;
    std::fs::create_dir_all(&home).context("make the home folder")?;
    let url = match database_url {
        Some(url) => DatabaseUrl::Postgres(url.into()),
        None => DatabaseUrl::SqliteFile(home.join("wireclip.sqlite")),
    };
    let store = Store::open(&url).await.context("open the database")?;
    let executable = std::env::current_exe().context("find this program")?;
    let config = RunHostsConfig::new(executable, home.join("runs"), home.join("data/run-logs"));
    let hosts = LocalRunHosts::new(config).context("find the folders of runs")?;
    let core = Core {
        store,
        clock: Arc::new(SystemClock),
        bus: EventBus::default(),
        nudge: Nudge::default(),
        hosts: Arc::new(hosts),
        run_tokens: RunTokens::new(&"a secret that the next version of this file makes".into(), "default")?,
        facts: ServerFacts {
            node_id: NodeId::random(),
            api_url: format!("http://{host}:{port}"),
            home,
            version: env!("CARGO_PKG_VERSION"),
        },
    };
    let (_phase, receiver) = watch::channel(Phase::Ready);
    let app = App {
        services: Services::new(core),
        settings: Arc::new(HttpSettings {
            mode: DeploymentMode::LocalTrusted,
            port,
            allowed_hosts: Vec::new(),
        }),
        phase: receiver,
    };
    let address: SocketAddr = format!("{host}:{port}").parse()?;
    let listener = tokio::net::TcpListener::bind(address).await.context("listen")?;
    axum::serve(listener, wireclip_http::router(app)).await?;
    Ok(())
}
